import { urlHash } from './url-hash.ts';

/** A path that ends in a file extension, and those extensions that pages have. */
const FILE = /\.[a-z][a-z0-9]{0,9}$/i;
const PAGE_FILE = /\.(?:html?|xhtml|shtml|php\d?|aspx?|jspx?|cfm|cgi)$/i;

/**
 * Pages that are rightly kept out of indexes, or that do something when they are fetched: in English, then baskets,
 * accounts and searches in the other Latin languages of the phrase packs.
 */
const NOT_CONTENT =
  /\/(?:admin|wp-admin|wp-login|wp-json|login|log-in|signin|sign-in|signup|sign-up|register|logout|log-out|account|my-account|cart|basket|checkout|wishlist|search|cdn-cgi|xmlrpc|warenkorb|kasse|anmelden|registrieren|mein-konto|suche|merkliste|panier|connexion|mon-compte|recherche|carrito|iniciar-sesion|mi-cuenta|buscar|carrinho|entrar|minha-conta|carrello|accedi|winkelwagen|inloggen|zoeken|sepet|giris)(?:[/.]|$)|\/feed\/?$/i;

/**
 * The URLs with the smallest hash, smallest first: the same set gives the same sample on every run, whatever order it
 * came in, and a page that is added or removed changes one place of it.
 */
export function sampleByHash(urls: Iterable<string>, size: number): readonly string[] {
  return [...new Set(urls)]
    .map((url) => ({ url, hash: urlHash(url) }))
    .sort((a, b) => a.hash - b.hash || (a.url < b.url ? -1 : 1))
    .slice(0, size)
    .map(({ url }) => url);
}

/**
 * Chooses further pages to judge: by hash, but one from each first path segment before a second from any, so that a
 * site of 900 products and 3 articles is not judged by products alone.
 */
export function samplePages(candidates: Iterable<string>, size: number): readonly string[] {
  const bySegment = new Map<string, string[]>();
  for (const url of sampleByHash(candidates, Number.POSITIVE_INFINITY)) {
    const segment = firstSegment(url);
    const group = bySegment.get(segment);
    if (group === undefined) bySegment.set(segment, [url]);
    else group.push(url);
  }
  const chosen: string[] = [];
  for (let round = 0; chosen.length < size; round++) {
    const turn = [...bySegment.values()].flatMap((group) => group[round] ?? []);
    if (turn.length === 0) break;
    chosen.push(...turn.slice(0, size - chosen.length));
  }
  return chosen;
}

/** `/blog/post` is in `blog/`, `/about` in the root: a page at the top stands for itself, not for a section. */
function firstSegment(url: string): string {
  const [, first = '', ...rest] = new URL(url).pathname.split('/');
  return rest.length === 0 ? '' : first;
}

/**
 * A URL as a candidate for the page sample: on that origin, without its fragment, not the home page, not a file, not a
 * page that acts. Null when it is none.
 */
export function pageCandidate(url: string, origin: string, homeUrl: string): string | null {
  if (!url.startsWith(`${origin}/`)) return null;
  const parsed = new URL(url);
  parsed.hash = '';
  if (parsed.search !== '' || parsed.pathname === '/') return null;
  const { href } = parsed;
  const isFile = FILE.test(parsed.pathname) && !PAGE_FILE.test(parsed.pathname);
  return href === homeUrl || isFile || NOT_CONTENT.test(parsed.pathname) ? null : href;
}
