import { declaredCanonicals, refreshTarget } from '../site/page/declared-urls.ts';
import { isErrorPage } from '../site/page/error-page.ts';
import { pageKey } from '../site/page/page-url.ts';
import { commonValue } from './collections.ts';
import { isSameSite } from './registrable-domain.ts';
import { type ExcludedPage, isSecondary, type Page } from './site-facts.ts';

/** Most further pages that are judged of a site that was fetched. */
export const JUDGED_PAGES = 5;
/** Most listing, tag, contact and legal pages among them, unless there are too few others. */
export const JUDGED_SECONDARY = 2;

/** The fetched pages, divided into those to judge and those excluded. */
export interface PageChoice {
  readonly judged: readonly Page[];
  readonly excluded: readonly ExcludedPage[];
}

/**
 * Chooses the pages to judge, in the order given. Excludes pages that refresh to another page at once, pages on another
 * site, error pages with status 200, and copies that name a judged page as their canonical.
 *
 * @param most most pages to judge
 */
export function choosePages(home: Page, fetched: readonly Page[], most: number = JUDGED_PAGES): PageChoice {
  const excluded: ExcludedPage[] = [];
  const staying = fetched.filter((page) => {
    const found = whereItLeads(page, home);
    if (found !== null) excluded.push({ page, ...found });
    return found === null;
  });
  const seen = new Set([pageKey(home.url)]);
  const distinct = staying.filter(({ url }) => !seen.has(pageKey(url)) && seen.add(pageKey(url)));
  const hardCoded = hardCodedCanonical([home, ...distinct]);
  const own = distinct.filter((page) => {
    const key = pageKey(page.url);
    const canonical = canonicalOf(page);
    const named = canonical === null ? key : pageKey(canonical);
    if (canonical === null || named === key || named === hardCoded || !seen.has(named)) return true;
    // A page whose text differs from that of the home page is no copy of it: its canonical is wrong.
    if (named === pageKey(home.url) && !hasSameContent(page, home)) return true;
    // If two pages name each other, one of them is judged.
    seen.delete(key);
    excluded.push({ page, reason: 'copy', target: canonical });
    return false;
  });
  return { judged: withoutTooManyLists(own, most), excluded };
}

function whereItLeads(page: Page, home: Page): Omit<ExcludedPage, 'page'> | null {
  if (!isSameSite(page.url, home.url)) return { reason: 'other_site', target: page.url };
  const refresh = refreshTarget(page.exchange, page.facts);
  if (refresh !== null) return { reason: 'refresh', target: refresh };
  return isErrorPage(page.facts, null) ? { reason: 'error_page', target: page.url } : null;
}

function hasSameContent({ facts: one }: Page, { facts: other }: Page): boolean {
  return one.titles[0]?.text === other.titles[0]?.text || one.text === other.text;
}

/**
 * Returns the key of a canonical that a template gives every page; null when there is none. Such a canonical is a fault of
 * the site, and its pages are not copies.
 */
function hardCodedCanonical(pages: readonly Page[]): string | null {
  const keys = pages.map((page) => {
    const canonical = canonicalOf(page);
    return canonical === null ? null : pageKey(canonical);
  });
  const key = commonValue(keys.filter((one) => one !== null));
  const strangers = pages.filter((page, i) => keys[i] === key && pageKey(page.url) !== key);
  return strangers.length > 1 ? key : null;
}

/** Returns the one canonical URL that a page declares; null when there is none, or several. */
function canonicalOf({ exchange, facts }: Page): string | null {
  const url = commonValue(declaredCanonicals(exchange, facts).map((declared) => declared.url));
  return url !== null && /^https?:/.test(url) ? url : null;
}

function withoutTooManyLists(pages: readonly Page[], most: number): readonly Page[] {
  const secondary = pages.filter(isSecondary);
  const others = pages.length - secondary.length;
  const allowed = new Set(secondary.slice(0, Math.max(JUDGED_SECONDARY, most - others)));
  return pages.filter((page) => !isSecondary(page) || allowed.has(page)).slice(0, most);
}
