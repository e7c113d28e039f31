import type { Verdict } from '../verdict.ts';

export type BadgeTheme = 'dark' | 'light';

declare const checked: unique symbol;

/** An sRGB colour as `#rrggbb`, in lower case. */
export type HexColor = string & { readonly [checked]: 'HexColor' };

/** WCAG 2.2, success criterion 1.4.3: what text of this size needs. */
const MIN_CONTRAST = 4.5;

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

/** Reads `#rgb` or `#rrggbb`, with the `#` or without, in either case; null when it is neither. */
export function parseHexColor(text: string): HexColor | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return hex(`#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`);
}

function hex(text: string): HexColor {
  return text as HexColor;
}

function painted(theme: BadgeTheme, background: HexColor): Painted {
  const { text } = PALETTES[theme];
  const color = text.find((one) => contrast(one, background) >= MIN_CONTRAST) ?? BLACK;
  return { background, color, shadow: color === WHITE ? BLACK : WHITE };
}

/** WCAG 2.2, contrast ratio: 1 to 21. */
function contrast(one: HexColor, other: HexColor): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, relative luminance: 0 to 1. */
function luminance(color: HexColor): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
