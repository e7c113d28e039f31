/** File that a server sends for a folder. */
const INDEX_FILE = /^\/index$|\/(?:index|default)\.(?:x?html?|shtml|php\d?|aspx?|jspx?|cfm)$/i;

/** The URL of a picture's file. */
export const PICTURE = /\.(?:jpe?g|png|webp|avif|gif|svg)(?:[?#]|$)/i;

/**
 * Returns the key that all URLs of one page share. Scheme, `www.`, an index file, `.html`, a trailing slash, doubled
 * slashes and the case of percent-encoding do not distinguish pages.
 *
 * @param url absolute
 */
export function pageKey(url: string): string {
  const { host, pathname, search } = new URL(url);
  const path = pathname
    .replace(/\/{2,}/g, '/')
    .replace(INDEX_FILE, '/')
    .replace(/\.html?$/i, '')
    .replace(/\/$/, '');
  const key = `${host.replace(/^www\./, '')}${path}${search}`;
  return key.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
}

/** Returns a URL on the given origin, if the two differ only in the scheme or in `www.`; else the URL unchanged. */
export function onOrigin(url: string, origin: string): string {
  if (url.startsWith(`${origin}/`)) return url;
  const parsed = URL.parse(url);
  if (parsed === null || !isSameHost(url, origin)) return url;
  return `${origin}${parsed.pathname}${parsed.search}`;
}

/** Returns the host of a URL without `www.`, with its port. */
export function toHost(url: string): string {
  return new URL(url).host.replace(/^www\./, '');
}

/** Returns whether both URLs are on one host, apart from `www.`. */
export function isSameHost(a: string, b: string): boolean {
  return toHost(a) === toHost(b);
}

/** Returns a URL without its fragment. */
export function withoutFragment(url: string): string {
  const end = url.indexOf('#');
  return end === -1 ? url : url.slice(0, end);
}

/** Returns a path segment with its percent-encoding decoded, or unchanged where that is malformed. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Hashes a URL to choose samples: the same on every machine and in every run, and unrelated to path, order and length. Not
 * for security. FNV-1a over UTF-16 code units, finished as MurmurHash3 is: alone, it barely moves the high bits for a
 * change in the last characters, where the URLs of one site differ.
 *
 * @param url as WHATWG URL serializes it
 * @returns an integer from 0 to 2^32 - 1
 */
export function urlHash(url: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < url.length; i += 1) hash = Math.imul(hash ^ url.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
