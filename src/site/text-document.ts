import type { Exchange } from '../fetch/exchange.ts';
import { looksLikeHtml } from './html-shape.ts';
import type { PageReading } from './inventory/inventory.ts';

const LOOKED_AT = 8_192;
const LONGEST_TITLE = 120;
/** A list item, a heading, a comment, a table's row, a macro, `key: value`. */
const NO_PROSE = /^\s*(?:[-*+•|#>.]|\d+[.)]\s)|^ {2,}\S|^[\w-]+(?: [\w-]+)?:\s|\t/;
const LEGAL = /(?:licen[cs]e|copying|notice|terms|privacy)[^/]*$/i;

/** A document in plain text or Markdown that a site serves beside its pages; null for any other answer. */
export function readTextDocument({ headers, body, finalUrl }: Exchange): PageReading | null {
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (mediaType !== 'text/plain' && mediaType !== 'text/markdown') return null;
  if (body === null || body.trim() === '' || looksLikeHtml(body)) return null;
  const paragraphs = body
    .slice(0, LOOKED_AT)
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part));
  const [first = ''] = paragraphs;
  const isTitle = first !== '' && !first.includes('\n') && first.length <= LONGEST_TITLE;
  const prose = paragraphs.slice(isTitle ? 1 : 0).find(isProse) ?? null;
  const path = new URL(finalUrl).pathname;
  return {
    title: isTitle ? first.replace(/^#+\s*/, '') : null,
    heading: null,
    description: null,
    paragraph: prose?.slice(0, 600) ?? null,
    lang: null,
    kind: LEGAL.test(path) ? 'legal' : 'documentation',
    trail: [],
  };
}

/** Sentences, not a list, a table, a drawing or code. */
function isProse(text: string): boolean {
  const letters = text.match(/[\p{L}\p{M} ,]/gu)?.length ?? 0;
  return (
    letters > text.length * 0.85 &&
    text.split(/\s+/).length >= 6 &&
    !text.split('\n').some((line) => NO_PROSE.test(line))
  );
}
