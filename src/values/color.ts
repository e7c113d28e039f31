declare const checked: unique symbol;

/** An sRGB colour as `#rrggbb`, in lower case. */
export type HexColor = string & { readonly [checked]: 'HexColor' };

/** Lowest contrast of text of ordinary size (WCAG 2.2, success criterion 1.4.3). */
export const MIN_CONTRAST = 4.5;

/** Parses `#rgb` or `#rrggbb`, with the `#` or without, in either case; null when it is neither. */
export function parseHexColor(text: string): HexColor | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return hex(`#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`);
}

/** Marks a text that is known to be a colour. */
export function hex(text: string): HexColor {
  return text as HexColor;
}

/** Returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: HexColor, other: HexColor): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes two colours in sRGB. @param share of the second, 0 to 1 */
export function mix(one: HexColor, other: HexColor, share: number): HexColor {
  const [from, to] = [channels(one), channels(other)];
  const mixed = from.map((value, i) => Math.round(value + ((to[i] ?? 0) - value) * share));
  return hex(`#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`);
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(color: HexColor): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: HexColor): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
