import { isUtf8 } from 'node:buffer';

/** Maximum length of a path that is counted by itself, in characters. Longer ones are counted with the rest. */
export const MAX_PATH_LENGTH = 500;

/**
 * Path of a request target without its query, written as {@link normalPath} does, so that a log and a sitemap can be compared. Dot
 * segments are resolved.
 *
 * @param target as logged: each character is a byte, or any text from JSON
 * @returns null for a target without a path (`*`, garbage) and for one that is too long
 */
export function requestPath(target: string): string | null {
  if (!target.startsWith('/') || target.length > 4 * MAX_PATH_LENGTH) return null;
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  // The parser would drop controls and spaces, where they are at the end, and read a backslash as a slash.
  const escaped = decodeBytes(path).replace(/[\0- \\]/g, encodeURIComponent);
  const url = URL.parse(`http://host${escaped}`);
  if (url === null || url.host !== 'host') return null;
  const normal = normalPath(url.pathname);
  return normal.length > MAX_PATH_LENGTH ? null : normal;
}

/** Decodes UTF-8 that was read as Latin-1. Any other text stays: Latin-1 itself, and other characters of JSON. */
export function decodeBytes(text: string): string {
  if (/^[\0-\x7f]*$/.test(text) || !/^[\0-\xff]*$/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}

/** Writes equivalent paths in the same way (RFC 3986 §6.2.2): octets that need no escape without one, the others in upper case. */
export function normalPath(path: string): string {
  return path.replace(/%[0-9a-f]{2}|[^\x21-\x7e]+/gi, (found) => {
    if (!found.startsWith('%')) return encodeURI(found.toWellFormed());
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return /[a-z0-9\-._~]/i.test(character) ? character : found.toUpperCase();
  });
}

/** Path of a sitemap's URL for comparison; null when it has a query, which paths of logs lack. */
export function pathOfUrl(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed === null || parsed.search !== '' ? null : normalPath(parsed.pathname);
}
