import { KEPT_ENTRIES } from '../site/sitemap.ts';
import { closedPages } from './eligibility.ts';
import type { SiteFacts } from './facts.ts';
import { linkedPages } from './linked-pages.ts';
import type { ReadSitemap } from './sitemap-reading.ts';

type Needed = Pick<SiteFacts, 'home' | 'samplePages' | 'setAsidePages' | 'robots' | 'origin'>;

/** How many of the pages that the judged pages link to a sitemap lists. */
export interface Coverage {
  readonly linked: number;
  /** Linked pages that no sitemap lists. */
  readonly missing: readonly string[];
}

/**
 * Compares the indexable pages that the judged pages link to with what the sitemaps list. Left out are pages that are
 * known to be closed: by robots.txt for all, or by noindex where they were read.
 *
 * @returns null when it cannot be said: nothing is linked, or this audit did not see every entry of the sitemaps
 */
export function coverageOf(read: readonly ReadSitemap[], site: Needed): Coverage | null {
  const urlsets = read.filter(({ document }) => document.kind !== 'sitemapindex');
  const indexes = read.filter(({ document }) => document.kind === 'sitemapindex');
  const isWhole = urlsets.every(({ document }) => {
    return document.truncated === null && document.entries.length < KEPT_ENTRIES;
  });
  const children = indexes.flatMap(({ document }) => document.entries.map(({ url }) => url));
  const isRead = (url: string) => read.some((one) => one.url === url || one.exchange.finalUrl === url);
  if (!isWhole || indexes.some(({ document }) => document.entries.length === KEPT_ENTRIES)) return null;
  if (!children.every(isRead)) return null;

  const listed = new Set(urlsets.flatMap(({ document }) => document.entries.map(({ url }) => keyOf(url))));
  const closed = new Set(
    closedPages(site.home, [...site.samplePages, ...site.setAsidePages], site.origin).map(({ page }) =>
      keyOf(page.url),
    ),
  );
  const linked = new Map(
    linkedPages(site)
      .filter(
        (url) => site.robots.file.isAllowed('*', url) && !closed.has(keyOf(url)) && keyOf(url) !== keyOf(site.home.url),
      )
      .map((url) => [keyOf(url), url]),
  );
  if (linked.size === 0) return null;
  return { linked: linked.size, missing: [...linked].filter(([key]) => !listed.has(key)).map(([, url]) => url) };
}

/** A URL as pages compare: scheme, `www.`, an index file and a slash at the end make no other page. */
function keyOf(url: string): string {
  const { host, pathname, search } = new URL(url);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/(?:index\.html?)?$/, '')}${search}`;
}
