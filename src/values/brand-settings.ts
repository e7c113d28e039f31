import { statSync } from 'node:fs';
import { contrast, hex, MIN_CONTRAST, parseHexColor } from './color.ts';

/** Media types of logos, by the end of the file's name. */
export const LOGO_TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
};

/** Maximum size of the file of a logo, in bytes: every page loads it. */
const MAX_LOGO_BYTES = 256 * 1024;

/** Backgrounds of the pages in the light theme, on which links have the brand's colour. */
const LIGHT_GROUNDS = [hex('#ffffff'), hex('#faf8f3'), hex('#f1eee6'), hex('#fce6e2')];

/** Returns whether text in a colour can be read on the light pages, and white text on it. */
export function isBrandColor(text: string): boolean {
  const color = parseHexColor(text);
  return color !== null && LIGHT_GROUNDS.every((ground) => contrast(color, ground) >= MIN_CONTRAST);
}

/** Returns whether a logo is an https URL, or a file that can be served. */
export function isLogo(text: string): boolean {
  if (/^https?:/i.test(text)) return /^https:/i.test(text) && isShownUrl(text);
  const file = LOGO_TYPES[logoEnding(text)] === undefined ? undefined : statSync(text, { throwIfNoEntry: false });
  return file?.isFile() === true && file.size <= MAX_LOGO_BYTES;
}

/** Returns whether a URL can be shown to visitors: it contains neither a user nor a password. */
export function isShownUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '';
}

/** Returns the end of a file's name after its last dot, in lower case. */
export function logoEnding(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}
