import { type MarkupHandler, readMarkup } from '../../site/html/markup.ts';
import type { OpenElement } from '../../site/html/open-element.ts';

/** A CJK character, or a run of letters and digits. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|[\p{L}\p{M}\p{N}]+/gu;
/** Words in a row that must be the same: fewer are the same by chance. */
const ROW = 3;
/** Words of a page that are remembered: several times what long pages have. */
const MAX_WORDS = 100_000;
const NOT_TEXT: readonly string[] = ['script', 'style'];

/** The words of a page in any place, hidden or not, by rows of up to three. */
export class SeenWords {
  readonly #rows = new Set<string>();

  /** @param html a page; what scripts and styles hold is not its text. Its first {@link MAX_WORDS} words are read */
  constructor(html: string) {
    // Inline elements are part of a word, or side by side: only styles tell.
    for (const gap of ['', ' ']) this.#add(splitWords(readText(html, gap)).slice(0, MAX_WORDS));
  }

  #add(words: readonly string[]): void {
    for (let length = 1; length <= ROW; length++)
      for (let at = 0; at + length <= words.length; at++) this.#rows.add(words.slice(at, at + length).join(' '));
  }

  /** Returns the share of the words of a text that the page does not have in the same row, 0 to 1. */
  missing(text: string): number {
    const words = splitWords(text);
    const length = Math.min(ROW, words.length);
    if (length === 0) return 0;
    const isSeen = new Array<boolean>(words.length).fill(false);
    for (let at = 0; at + length <= words.length; at++)
      if (this.#rows.has(words.slice(at, at + length).join(' '))) isSeen.fill(true, at, at + length);
    return isSeen.filter((seen) => !seen).length / words.length;
  }
}

/** Returns the number of words of a text. */
export function countWords(text: string): number {
  return splitWords(text).length;
}

function splitWords(text: string): readonly string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** Returns all text of a page, a line for each block. @param gap what is between inline elements */
function readText(html: string, gap: string): string {
  const parts: string[] = [];
  const breakLine = ({ isBlock, type }: OpenElement): void => {
    parts.push(isBlock || type.name === 'br' ? '\n' : gap);
  };
  const handler: MarkupHandler = {
    opened: breakLine,
    closed: breakLine,
    text: (start, end, { type }) => {
      if (!NOT_TEXT.includes(type.name)) parts.push(html.slice(start, end));
    },
    codePoint: (codePoint, _end, { type }) => {
      if (!NOT_TEXT.includes(type.name)) parts.push(String.fromCodePoint(codePoint));
    },
  };
  readMarkup(html, handler);
  return parts.join('');
}
