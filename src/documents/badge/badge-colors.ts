import { contrast, type HexColor, hex, MIN_CONTRAST } from '../../color.ts';
import type { Verdict } from '../verdict.ts';

export type BadgeTheme = 'dark' | 'light';

interface Palette {
  /** Of text, the first that can be read is taken. White or black can be read on any colour. */
  readonly text: readonly HexColor[];
  readonly label: HexColor;
  readonly good: HexColor;
  readonly middling: HexColor;
  readonly poor: HexColor;
  readonly unknown: HexColor;
}

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

/** The colours of the part that says what is shown. @param custom instead of the theme's */
export function labelColors(theme: BadgeTheme, custom: HexColor | null): Painted {
  return painted(theme, custom ?? PALETTES[theme].label);
}

/** The colours of a verdict. @param custom instead of the verdict's */
export function scoreColors(theme: BadgeTheme, band: Verdict, custom: HexColor | null): Painted {
  return painted(theme, custom ?? PALETTES[theme][band]);
}

/** The grey of a domain that has no score. */
export function unknownColors(theme: BadgeTheme): Painted {
  return painted(theme, PALETTES[theme].unknown);
}

function painted(theme: BadgeTheme, background: HexColor): Painted {
  const { text } = PALETTES[theme];
  const color = text.find((one) => contrast(one, background) >= MIN_CONTRAST) ?? BLACK;
  return { background, color, shadow: color === WHITE ? BLACK : WHITE };
}
