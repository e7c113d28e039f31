import type { PageFacts, TextBlock } from '../../site/page/page-facts.ts';
import { count, list, place } from '../formatting.ts';
import type { Page } from '../site-facts.ts';

/** CJK characters that count as one word: 300 of them are 150 words. */
const CJK_CHARACTERS_PER_WORD = 2;

/** The length of a page's main text in words; on a page written in CJK characters, what they amount to in words. */
export function textSize(facts: PageFacts): number {
  return isWrittenInCjk(facts) ? Math.floor(facts.cjkCharacters / CJK_CHARACTERS_PER_WORD) : facts.words;
}

/** Returns the length of a page's main text in words: `120 words`, `240 CJK characters`. */
export function textSizeInWords(facts: PageFacts): string {
  return isWrittenInCjk(facts) ? count(facts.cjkCharacters, 'CJK character') : count(facts.words, 'word');
}

/** Returns the length of one block of that page, in the same unit. */
export function blockSize(block: TextBlock, facts: PageFacts): number {
  return isWrittenInCjk(facts) ? Math.floor(block.cjkCharacters / CJK_CHARACTERS_PER_WORD) : block.words;
}

/**
 * Returns whether a text is written in CJK. Every CJK word has a character, so such a text has at least as many characters
 * as words.
 */
function isWrittenInCjk({ words, cjkCharacters }: PageFacts): boolean {
  return cjkCharacters > 0 && cjkCharacters >= words;
}

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

/** `181 words`, with the CJK characters among them where there are any. */
export function amountOfText({ facts }: Page): string {
  const words = count(facts.words, 'word');
  return facts.cjkCharacters === 0 ? words : `${words} (${count(facts.cjkCharacters, 'CJK character')})`;
}
