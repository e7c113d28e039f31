import type { PageFacts } from '../../site/page/page-facts.ts';
import { type TextAmount, textSize } from '../../site/page/words.ts';
import { count, list, place } from '../formatting.ts';
import type { Page } from '../site-facts.ts';

type Kind = keyof PageFacts['unread'];

/** Kinds of facts that are limited. */
export type LimitedKind = Kind | 'structuredData';

/** Names of one and several facts of each kind in a note. */
const NAMES: readonly (readonly [kind: Kind, one: string, many: string])[] = [
  ['elements', 'element that is nested too deeply', 'elements that are nested too deeply'],
  ['blocks', 'block of text', 'blocks of text'],
  ['links', 'link', 'links'],
  ['headings', 'heading', 'headings'],
  ['images', 'image', 'images'],
  ['lists', 'list', 'lists'],
  ['tables', 'table', 'tables'],
  ['times', 'time element', 'time elements'],
  ['markedDates', 'marked date', 'marked dates'],
  ['bylines', 'byline', 'bylines'],
  ['quotations', 'quotation', 'quotations'],
  ['titles', 'title', 'titles'],
  ['metas', 'meta element', 'meta elements'],
  ['canonicals', 'canonical link', 'canonical links'],
  ['hreflangs', 'link to another language', 'links to other languages'],
  ['describedBy', 'link to a text version', 'links to text versions'],
];

/** Returns whether some facts of these kinds exceed the limits. Then a missing fact may be there, and costs the page nothing. */
export function isTruncated({ unread, structuredData }: PageFacts, ...kinds: readonly LimitedKind[]): boolean {
  const isCut = (kind: LimitedKind) => (kind === 'structuredData' ? structuredData.truncated : unread[kind] > 0);
  return unread.elements > 0 || kinds.some(isCut);
}

/** Returns a note on each page that has more than is read. The check on structured data has its own note. */
export function truncationNotes(pages: readonly Page[], origin: string): string[] {
  return pages.flatMap(({ url, facts }) => {
    const parts = NAMES.flatMap(([kind, one, many]) =>
      facts.unread[kind] === 0 ? [] : [count(facts.unread[kind], one, many)],
    );
    if (parts.length === 0) return [];
    return [
      `${place(url, origin)} has more than is read of one page. Not read, and not held against it: ${list(parts, parts.length)}.`,
    ];
  });
}

/** Returns the length of a text: `181 words`, `145 words (two of its 278 CJK characters count as one)`. */
export function amountOfText(text: TextAmount): string {
  const words = count(textSize(text), 'word');
  return text.cjkCharacters < 2 ? words : `${words} (two of its ${text.cjkCharacters} CJK characters count as one)`;
}
