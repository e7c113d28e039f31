import type { TextBlock } from '../../page/page-facts.ts';
import { measureText } from '../../page/words.ts';
import type { MainText } from './main-text.ts';

/** Returns a main text with the texts of inline data at its end. Blocks that repeat an earlier one are left out. */
export function withEmbeddedText(main: MainText, texts: readonly string[]): MainText {
  const seen = new Set<string>();
  const blocks: TextBlock[] = [];
  let { words, cjkWords, cjkCharacters, textLength } = main;
  for (const block of main.blocks) {
    if (!seen.has(block.text)) {
      seen.add(block.text);
      blocks.push(block);
    } else {
      words -= block.words;
      cjkWords -= block.cjkWords;
      cjkCharacters -= block.cjkCharacters;
      textLength -= block.text.length + 1;
    }
  }
  for (const text of texts) {
    const block = { text, ...measureText(text) };
    blocks.push({ ...block, kind: 'paragraph', level: null, line: 1 });
    words += block.words;
    cjkWords += block.cjkWords;
    cjkCharacters += block.cjkCharacters;
    textLength += text.length + 1;
  }
  return { ...main, blocks, words, cjkWords, cjkCharacters, textLength };
}
