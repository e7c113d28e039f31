import { availability, type Exchange } from '../../../fetch/exchange.ts';
import { isSiteMap } from '../../../site/page/page-kind.ts';
import { pageKey } from '../../../site/page/page-url.ts';
import { SAMPLED_ENTRIES } from '../../../site/sitemap/sitemap.ts';
import { formatCount } from '../../../values/format-count.ts';
import { full, HALF, lost, NONE, notApplicable, type QuestionResult } from '../../check.ts';
import { ineligiblePages } from '../../eligibility.ts';
import { type Cause, fixAt } from '../../fixes/fix.ts';
import { baseFrom } from '../../fixes/wrong-base.ts';
import { are, count } from '../../formatting.ts';
import { isClosedByLogin } from '../../judged-pages.ts';
import { linkedPages } from '../../linked-pages.ts';
import { isInconclusive, observe } from '../../observe.ts';
import { isSameSite } from '../../registrable-domain.ts';
import type { Page, SiteFacts } from '../../site-facts.ts';
import type { ReadSitemap } from './sitemap-reading.ts';

type Needed = Pick<
  SiteFacts,
  | 'home'
  | 'samplePages'
  | 'noindexPages'
  | 'excludedPages'
  | 'unreadablePages'
  | 'otherPages'
  | 'gonePages'
  | 'sitemapSample'
  | 'robots'
  | 'origin'
  | 'gatheredAt'
>;

/** Number of linked pages that a sitemap lists. */
export interface Coverage {
  readonly linked: number;
  /** Linked pages that no sitemap lists. */
  readonly missing: readonly string[];
}

/**
 * Compares the indexable pages that the judged pages link to with those that the sitemaps list. Leaves out pages known to
 * be closed (by robots.txt for all, or by noindex where they were read), missing, copies or refreshes, and pages that list
 * the site's pages for people. Leaves out unlisted pages beside a noindex page in a folder too: they may be noindex as well.
 * Where a linked page turned out to be missing or empty, so may others: then unlisted pages count only if this audit read them.
 *
 * @returns why there is nothing to compare: this audit could not read every entry of the sitemaps (`not_seen`), or the
 * judged pages link to no such page (`none_linked`)
 */
export function measureCoverage(read: readonly ReadSitemap[], site: Needed): Coverage | 'not_seen' | 'none_linked' {
  const urlsets = read.filter(({ document }) => document.kind !== 'sitemapindex');
  const indexes = read.filter(({ document }) => document.kind === 'sitemapindex');
  const isWhole = read.every(({ document: { kind, truncated, entries, badLocs } }) => {
    if (kind === 'sitemapindex' && badLocs.count > 0) return false;
    return truncated === null && entries.length < SAMPLED_ENTRIES;
  });
  const children = indexes.flatMap(({ document }) => document.entries.map(({ url }) => url));
  const isRead = (url: string) => read.some((one) => one.url === url || one.exchange.finalUrl === url);
  if (!isWhole || !children.every(isRead)) return 'not_seen';

  const listed = new Set(urlsets.flatMap(({ document }) => document.entries.map(({ url }) => pageKey(url))));
  const known = exchangesByKey(site);
  const left = new Set([pageKey(site.home.url), ...closedKeys(site)]);
  const closedFolders = new Set(noindexPages(site).map(({ url }) => toFolder(url)));
  const linked = new Map<string, string>();
  const unread = new Set<string>();
  let isAnyMissing = false;
  for (const url of linkedPages(site)) {
    const exchange = known.get(pageKey(url));
    // A link to a missing page, to an empty file, or to one that redirects to another site, names no page of this site.
    const isEmpty = exchange?.method === 'GET' && exchange.body?.trim() === '';
    if (exchange !== undefined && (isEmpty || availability(exchange) !== 'present')) {
      isAnyMissing = true;
      continue;
    }
    if (site.gonePages.keys.has(pageKey(url))) continue;
    if (exchange !== undefined && !isSameSite(exchange.finalUrl, site.home.url)) continue;
    // A link that leads to a login names the page behind it.
    const isClosed = exchange !== undefined && isClosedByLogin({ url: exchange.finalUrl, exchange });
    const final = exchange === undefined || isClosed ? url : exchange.finalUrl;
    const key = pageKey(final);
    if (left.has(key) || isSiteMap(final) || !site.robots.file.isAllowed('*', final)) continue;
    const isUnread = exchange === undefined && !listed.has(key);
    if (isUnread && toFolder(final) !== '/' && closedFolders.has(toFolder(final))) continue;
    linked.set(key, final);
    if (isUnread) unread.add(key);
  }
  if (isAnyMissing) for (const key of unread) linked.delete(key);
  if (linked.size === 0) return 'none_linked';
  return { linked: linked.size, missing: [...linked].filter(([key]) => !listed.has(key)).map(([, url]) => url) };
}

/** Returns the responses that this audit got, by the key of the requested URL. */
function exchangesByKey({
  samplePages,
  noindexPages,
  excludedPages,
  unreadablePages,
  otherPages = [],
  sitemapSample,
}: Needed): ReadonlyMap<string, Exchange> {
  const pages = [...samplePages, ...noindexPages, ...excludedPages.map(({ page }) => page), ...otherPages];
  const exchanges = [...sitemapSample, ...unreadablePages, ...pages.map(({ exchange }) => exchange)];
  return new Map(exchanges.filter((one) => !isInconclusive(one)).map((exchange) => [pageKey(exchange.url), exchange]));
}

/**
 * Returns the keys of pages that a sitemap need not list: closed to search engines, copies, and pages that refresh to
 * another.
 */
function closedKeys(site: Needed): readonly string[] {
  return [...noindexPages(site), ...site.excludedPages.map(({ page }) => page)].map(({ url }) => pageKey(url));
}

function noindexPages(site: Needed): readonly Page[] {
  return ineligiblePages(site.home, [...site.samplePages, ...site.noindexPages], site).map(({ page }) => page);
}

/** Returns the path of a URL up to its last segment: `/booking/` for `/booking/ohio` and `/booking/ohio/`. */
function toFolder(url: string): string {
  return new URL(url).pathname.replace(/[^/]*\/?$/, '');
}

/**
 * Judges the coverage.
 *
 * @param fault cause that all faults of the sitemaps share
 */
export function coverageResult(
  coverage: ReturnType<typeof measureCoverage>,
  read: readonly ReadSitemap[],
  fault: Cause | null,
): QuestionResult {
  if (coverage === 'not_seen') return notApplicable('This audit did not see every entry of the sitemaps.');
  if (coverage === 'none_linked') {
    const note = 'The judged pages link to no other page that may be indexed.';
    return full(...read.slice(0, 1).map(({ exchange }) => observe(exchange, { note })));
  }
  const { linked, missing } = coverage;
  const listed = linked - missing.length;
  const note = `${formatCount(listed)} of ${count(linked, 'linked page')} ${are(listed)} in the sitemap.`;
  const seen = read.slice(0, 1).map(({ exchange }) => observe(exchange, { note }));
  if (missing.length * 5 <= linked) return full(...seen);
  const unlisted = missing.map((url) =>
    observe({ finalUrl: url, status: null }, { note: 'It is linked, but no sitemap lists it.' }),
  );
  const fix = fixAt(
    'sitemap',
    'List every page that may be indexed in the sitemap, under its canonical URL. Without a generator, the command citable sitemap writes such a file. Correct links that lead to no page.',
    { cause: wrongBaseOfListed(fault, coverage, read) },
  );
  const problem = `${formatCount(missing.length)} of ${count(linked, 'linked page')} ${are(missing.length)} missing from the sitemap.`;
  return lost(missing.length * 2 <= linked ? HALF : NONE, [...seen, ...unlisted], fix, problem);
}

/** Returns the wrong base, where enough of the missing pages are listed with it. */
function wrongBaseOfListed(
  cause: Cause | null,
  { linked, missing }: Coverage,
  read: readonly ReadSitemap[],
): Cause | null {
  const base = cause === null ? null : baseFrom(cause);
  if (base === null) return null;
  const listed = new Set(read.flatMap(({ document }) => document.entries.map(({ url }) => url)));
  const absent = missing.filter((url) => !listed.has(`${base}${url.slice(new URL(url).origin.length)}`));
  return absent.length * 5 <= linked ? cause : null;
}
