import type { Exchange } from '../../fetch/exchange.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { mediaType } from '../read-response.ts';

/** The language that a page declares for its text, as written. */
export interface DeclaredLanguage {
  readonly text: string;
  /** `lang`: in the way that HTML has for it, or XHTML. The others are fallbacks, which many readers do not know. */
  readonly by: 'lang' | 'xml:lang' | 'content-language meta' | 'content-language header';
  /** Null for a header. */
  readonly line: number | null;
}

/**
 * Returns the language that a page declares: by its html element, else by `content-language` in a meta element or in the header
 * (HTML §3.2.6.2). Several languages in one of these name none. Null where none is declared.
 */
export function declaredLanguage(
  exchange: Pick<Exchange, 'headers'>,
  facts: Pick<PageFacts, 'lang' | 'metas'>,
): DeclaredLanguage | null {
  const { lang, metas } = facts;
  if (lang !== null) {
    const isOfXml = lang.isXml === true && mediaType(exchange) !== 'application/xhtml+xml';
    return { text: lang.text, by: isOfXml ? 'xml:lang' : 'lang', line: lang.line };
  }
  const meta = metas.find(({ key, attribute }) => attribute === 'http-equiv' && key === 'content-language');
  if (meta !== undefined && isOne(meta.content)) {
    return { text: meta.content.trim(), by: 'content-language meta', line: meta.line };
  }
  const header = exchange.headers['content-language'] ?? '';
  return isOne(header) ? { text: header.trim(), by: 'content-language header', line: null } : null;
}

function isOne(languages: string): boolean {
  return /^[^\s,]+$/.test(languages.trim());
}
