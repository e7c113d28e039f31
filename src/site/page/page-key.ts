/** File that a server sends for a folder. */
const INDEX_FILE = /\/(?:index|default)\.(?:x?html?|shtml|php\d?|aspx?|jspx?|cfm)$/i;

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
