import { BADGE_WIDTHS } from '../../data/read/badge-widths.ts';

/** Ideographs, kana, hangul and emoji are as wide as they are high; of other letters, what most of them are. */
const SQUARE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
const SQUARE_WIDTH = 1100;
const USUAL_WIDTH = 700;

const WIDTHS: ReadonlyMap<string, number> = new Map(
  Object.entries(BADGE_WIDTHS).flatMap(([width, characters]) =>
    [...characters].map((character) => [character, Number(width)] as const),
  ),
);

/**
 * How wide Verdana at 11 px sets one line of text, in pixels to the hundredth: exact for the Latin, Greek and Cyrillic
 * scripts; an estimate for those that Verdana does not have.
 */
export function textWidth(text: string): number {
  let hundredths = 0;
  for (const character of text.normalize('NFC')) hundredths += widthOf(character);
  return hundredths / 100;
}

function widthOf(character: string): number {
  if (/\p{M}/u.test(character)) return 0;
  // An accent makes no letter wider.
  const [letter = character] = character.normalize('NFD');
  return WIDTHS.get(letter) ?? (SQUARE.test(character) ? SQUARE_WIDTH : USUAL_WIDTH);
}
