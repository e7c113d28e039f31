import type { Exchange } from '../../fetch/exchange.ts';
import type { PageFacts } from './page-facts.ts';

/** A canonical URL that a page declares. */
export interface DeclaredCanonical {
  readonly href: string;
  /** Resolved; null when it is not a URL. */
  readonly url: string | null;
  /** Null when it stands in the Link header. */
  readonly line: number | null;
}

/** Characters of a Link header that are read. */
const HEADER_LENGTH = 8192;

/** Returns the canonical URLs that a page declares, in the Link header and in `<link>` elements (RFC 6596, RFC 8288). */
export function declaredCanonicals(exchange: Exchange, facts: PageFacts): readonly DeclaredCanonical[] {
  return [...headerCanonicals(exchange), ...facts.canonicals];
}

/** Targets of the Link header with `canonical` among their relation types (RFC 8288 §3). */
function headerCanonicals({ headers, finalUrl }: Exchange): DeclaredCanonical[] {
  return linkValues(headers['link'] ?? '').flatMap(({ target, params }) => {
    const [, quoted, bare] = /(?:^|;)\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(params) ?? [];
    const relations = (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
    if (!relations.includes('canonical')) return [];
    return [{ href: target, url: URL.parse(target, finalUrl)?.href ?? null, line: null }];
  });
}

/** The link-values of a Link header: `<target>` and the parameters up to the next one. */
function linkValues(header: string): { target: string; params: string }[] {
  const values: { target: string; params: string }[] = [];
  const text = header.slice(0, HEADER_LENGTH);
  let open = text.indexOf('<');
  while (open !== -1) {
    const close = text.indexOf('>', open);
    if (close === -1) break;
    const next = text.indexOf('<', close);
    values.push({ target: text.slice(open + 1, close), params: text.slice(close + 1, next === -1 ? undefined : next) });
    open = next;
  }
  return values;
}
