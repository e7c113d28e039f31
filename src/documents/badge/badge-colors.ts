import { contrast, type HexColor, hex, MIN_CONTRAST } from '../../values/color.ts';
import type { Verdict } from '../verdict.ts';

export type BadgeTheme = 'dark' | 'light';

/** What is before the score, or the score by its verdict. The lack of a score has the colour of `unknown`. */
type BadgePart = 'label' | Verdict;

/** Backgrounds of the parts, and colours of text: the first that can be read is taken. White or black can be read on any colour. */
type Palette = Readonly<Record<BadgePart, HexColor>> & { readonly text: readonly HexColor[] };

const WHITE = hex('#ffffff');
const BLACK = hex('#000000');
const INK = hex('#24292f');

const PALETTES: Readonly<Record<BadgeTheme, Palette>> = {
  dark: {
    text: [WHITE, INK, BLACK],
    label: hex('#555555'),
    good: hex('#2a7d22'),
    middling: hex('#dfb317'),
    poor: hex('#c0362c'),
    unknown: hex('#737373'),
  },
  light: {
    text: [INK, BLACK, WHITE],
    label: hex('#e6e8eb'),
    good: hex('#7bd66f'),
    middling: hex('#f5c542'),
    poor: hex('#ff9d8f'),
    unknown: hex('#c8cdd2'),
  },
};

export interface Painted {
  readonly background: HexColor;
  /** Of the text: at least 4.5:1 on the background. */
  readonly color: HexColor;
  /** Of the text's shadow. */
  readonly shadow: HexColor;
}

/** Returns the colours of a part of the badge. @param custom background in place of the theme's */
export function colorsOf(theme: BadgeTheme, part: BadgePart, custom: HexColor | null = null): Painted {
  const { text } = PALETTES[theme];
  const background = custom ?? PALETTES[theme][part];
  const color = text.find((one) => contrast(one, background) >= MIN_CONTRAST) ?? BLACK;
  return { background, color, shadow: color === WHITE ? BLACK : WHITE };
}
