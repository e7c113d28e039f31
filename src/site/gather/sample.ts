import { PATHS } from '../../data/read/languages.ts';
import { pageKey, urlHash } from '../page/page-url.ts';

/** Paths with a file extension, and the extensions of pages. */
const FILE = /\.[a-z][a-z0-9]{0,9}$/i;
const PAGE_FILE = /\.(?:html?|xhtml|shtml|php\d?|aspx?|jspx?|cfm|cgi)$/i;

/** Pages that do not belong in an index, or that act when they are fetched. */
const NOT_CONTENT = new RegExp(`/(?:${PATHS.actions.join('|')})(?:[/.]|$)|/feed/?$|^/\\.well-known/`, 'i');

/**
 * Samples the URLs with the smallest hash, in that order. The same set of URLs gives the same sample in any order, and adding or
 * removing a URL changes at most one of the sample.
 */
export function sampleByHash(urls: Iterable<string>, size: number): readonly string[] {
  return [...new Set(urls)]
    .map((url) => ({ url, hash: urlHash(url) }))
    .sort((a, b) => a.hash - b.hash || (a.url < b.url ? -1 : 1))
    .slice(0, size)
    .map(({ url }) => url);
}

/** Returns whether a path is that of a page that acts when it is fetched, or that does not belong in an index. */
export function isNoContent(path: string): boolean {
  return NOT_CONTENT.test(path);
}

/**
 * Returns a URL as it could be a page of the site: on that origin, without its fragment. Null for the home page and its
 * index file, for files, and for pages that act.
 */
export function pageCandidate(url: string, origin: string, homeUrl: string): string | null {
  if (!url.startsWith(`${origin}/`)) return null;
  const parsed = new URL(url);
  parsed.hash = '';
  if (parsed.search !== '' || parsed.pathname === '/') return null;
  const { href } = parsed;
  const isFile = FILE.test(parsed.pathname) && !PAGE_FILE.test(parsed.pathname);
  return pageKey(href) === pageKey(homeUrl) || isFile || isNoContent(parsed.pathname) ? null : href;
}
