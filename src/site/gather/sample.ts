import { isSecondaryPath } from '../page/page-kind.ts';
import { pageKey, urlHash } from '../page/page-url.ts';

/** Paths with a file extension, and the extensions of pages. */
const FILE = /\.[a-z][a-z0-9]{0,9}$/i;
const PAGE_FILE = /\.(?:html?|xhtml|shtml|php\d?|aspx?|jspx?|cfm|cgi)$/i;

/**
 * Pages that do not belong in an index, or that act when they are fetched: in English, then baskets, accounts and searches in
 * the other Latin languages of the phrase packs.
 */
const NOT_CONTENT =
  /\/(?:admin|wp-admin|wp-login|wp-json|login|log-in|signin|sign-in|signup|sign-up|register|logout|log-out|account|my-account|cart|basket|checkout|wishlist|search|cdn-cgi|xmlrpc|warenkorb|kasse|anmelden|registrieren|mein-konto|suche|merkliste|panier|connexion|mon-compte|recherche|carrito|iniciar-sesion|mi-cuenta|buscar|carrinho|entrar|minha-conta|carrello|accedi|winkelwagen|inloggen|zoeken|sepet|giris)(?:[/.]|$)|\/feed\/?$/i;

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

/** Most listing, tag, contact and legal pages in a sample that has enough others. */
const MAX_SECONDARY = 2;

/**
 * Chooses further pages to fetch: by hash, but takes one from each first path segment before a second from any, so that a
 * site of 900 products and 3 articles is not judged by products alone. At most two are listing, tag, contact or legal pages
 * by their paths, unless there are too few others.
 */
export function samplePages(candidates: Iterable<string>, size: number): readonly string[] {
  const ordered = roundRobin(candidates);
  const secondary = ordered.filter(isSecondaryPath);
  const others = ordered.length - secondary.length;
  const allowed = new Set(secondary.slice(0, Math.max(MAX_SECONDARY, size - others)));
  return ordered.filter((url) => !isSecondaryPath(url) || allowed.has(url)).slice(0, size);
}

/** Orders URLs by hash, one of each first path segment in every round. */
function roundRobin(candidates: Iterable<string>): readonly string[] {
  const groups = new Map<string, { readonly place: number; size: number }>();
  return sampleByHash(candidates, Number.POSITIVE_INFINITY)
    .map((url) => {
      const segment = firstSegment(url);
      const group = groups.get(segment) ?? { place: groups.size, size: 0 };
      groups.set(segment, group);
      return { url, place: group.place, round: group.size++ };
    })
    .sort((a, b) => a.round - b.round || a.place - b.place)
    .map(({ url }) => url);
}

/** Returns the section of a page: `blog` for `/blog/post`, the root for `/about`. */
function firstSegment(url: string): string {
  const [, first = '', ...rest] = new URL(url).pathname.split('/');
  return rest.length === 0 ? '' : first;
}

/** Returns whether a path is that of a page that acts when it is fetched, or that does not belong in an index. */
export function isNoContent(path: string): boolean {
  return NOT_CONTENT.test(path);
}

/**
 * Returns a URL as a candidate for the page sample: on that origin, without its fragment. Null for the home page and its
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
