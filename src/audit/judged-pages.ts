import { declaredCanonicals, refreshTarget } from '../site/page/declared-urls.ts';
import { isErrorPage } from '../site/page/error-page.ts';
import { pageKey } from '../site/page/page-url.ts';
import { textSize } from '../site/page/words.ts';
import { commonValue } from './collections.ts';
import { isSameSite } from './registrable-domain.ts';
import type { ExcludedPage, Page } from './site-facts.ts';

/** Minimum number of words of two pages that can be one page. */
const LEAST_WORDS = 50;
/** Minimum share of the different words of two near-identical texts that both have. */
const SHARED_WORDS = 0.95;

/** Paths of pages that ask to log in. */
const LOGIN =
  /\/(?:wp-login|login|log-in|signin|sign-in|signup|sign-up|register|sso|auth|anmelden|connexion|iniciar-sesion|entrar|accedi|inloggen|giris)(?:[/.]|$)/i;

/** The pages that were read, divided into those to judge and the others. */
interface SeparatePages {
  readonly judged: readonly Page[];
  readonly excluded: readonly ExcludedPage[];
}

/**
 * Returns the pages that are pages of their own, in the order given. Excludes pages that refresh to another page at once, pages on
 * another site, error pages with status 200, baskets and accounts, and copies: pages whose canonical is another page that was read, and whose text is the
 * same. A canonical alone is not a proof: it may be wrong. Where several pages are left and all are copies of the home page, they are
 * judged: the server responds with the home page to every address.
 */
export function separatePages(home: Page, read: readonly Page[]): SeparatePages {
  const excluded: ExcludedPage[] = [];
  const byKey = new Map([[pageKey(home.url), home]]);
  const staying = read.filter((page) => {
    const found = whereItLeads(page, home);
    if (found !== null) excluded.push({ page, ...found });
    if (found !== null || byKey.has(pageKey(page.url))) return false;
    byKey.set(pageKey(page.url), page);
    return true;
  });
  const judged = staying.filter((page) => {
    const canonical = findCanonical(page);
    const original = canonical === null ? undefined : byKey.get(pageKey(canonical));
    if (original === undefined || original === page || !haveSameText(page, original)) return true;
    // If two pages name each other, one of them is judged.
    byKey.delete(pageKey(page.url));
    excluded.push({ page, reason: 'copy', target: original.url });
    return false;
  });
  const copies = excluded.filter(({ reason }) => reason === 'copy');
  if (judged.length > 0 || copies.length < 2) return { judged, excluded };
  return { judged: copies.map(({ page }) => page), excluded: excluded.filter(({ reason }) => reason !== 'copy') };
}

/** Returns whether the address of a page leads to one that asks to log in, by their paths. */
export function isClosedByLogin({ url, exchange }: Pick<Page, 'url' | 'exchange'>): boolean {
  const isLogin = (one: string) => LOGIN.test(new URL(one).pathname);
  return isLogin(url) && !isLogin(exchange.url);
}

function whereItLeads(page: Page, home: Page): Omit<ExcludedPage, 'page'> | null {
  if (!isSameSite(page.url, home.url)) return { reason: 'other_site', target: page.url };
  const refresh = refreshTarget(page.exchange, page.facts);
  if (refresh !== null) return { reason: 'refresh', target: refresh };
  if (page.facts.isTransaction) return { reason: 'transaction', target: page.url };
  return isErrorPage(page.facts, null) ? { reason: 'error_page', target: page.url } : null;
}

/** Returns whether two pages have (nearly) the same text. A page with little text is not a copy: scripts may fill it. */
export function haveSameText({ facts: one }: Page, { facts: other }: Page): boolean {
  if (Math.min(textSize(one), textSize(other)) < LEAST_WORDS) return false;
  if (one.text === other.text) return true;
  const [words, others] = [splitWords(one.text), splitWords(other.text)];
  return words.intersection(others).size >= SHARED_WORDS * words.union(others).size;
}

/** Returns the pages with exactly the text of another one: unlike {@link haveSameText}, it compares any number of pages in linear time. */
export function findCopies(pages: readonly Page[]): ReadonlySet<Page> {
  const byText = Map.groupBy(pages, ({ facts }) => facts.text);
  const copies = [...byText.values()].filter((same) => same.length > 1).flat();
  return new Set(copies.filter(({ facts }) => textSize(facts) >= LEAST_WORDS));
}

function splitWords(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

/** Returns the one canonical URL that a page declares; null when there is none, or several. */
function findCanonical({ exchange, facts }: Page): string | null {
  const url = commonValue(declaredCanonicals(exchange, facts).map((declared) => declared.url));
  return url !== null && /^https?:/.test(url) ? url : null;
}
