import type { PageFacts, TextBlock } from '../../site/page/page-facts.ts';
import { count } from '../wording.ts';

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
