import { isFiller } from '../../page/filler.ts';
import { sumOfTexts, textSize, textWithout } from '../../page/words.ts';
import type { MainText } from './main-text.ts';

/** Returns a main text without filler, which says nothing of the page. */
export function withoutFiller(main: MainText): MainText & { readonly fillerWords: number } {
  const filler = main.blocks.filter(({ text }) => isFiller(text));
  if (filler.length === 0) return { ...main, fillerWords: 0 };
  const left = new Set(filler);
  const amount = sumOfTexts(filler);
  const length = filler.reduce((sum, { text }) => sum + text.length + 1, 0);
  return {
    ...main,
    ...textWithout(main, amount),
    textLength: Math.max(0, main.textLength - length),
    blocks: main.blocks.filter((block) => !left.has(block)),
    fillerWords: textSize(amount),
  };
}
