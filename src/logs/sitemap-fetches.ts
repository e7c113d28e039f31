import type { SiteFacts } from './audited-site-facts.ts';
import { pathOfUrl } from './request-path.ts';

/** Last fetches of pages by AI search crawlers, as far as they are stored. */
export interface KnownFetches {
  /** Times in ISO 8601 UTC, by path as `normalPath` writes it. */
  readonly pages: ReadonlyMap<string, string>;
  /** Of a page that is not in `pages` nothing is known up to this time; '' when they are all in it. */
  readonly droppedAt: string;
}

/** Which pages of the sitemaps AI search crawlers fetched since a day. Field names are those of the JSON output. */
export interface SitemapFetches {
  /** Entries of all sitemaps, and the pages of them that were compared. */
  readonly entries: number;
  readonly pages: number;
  /** First day that counts, UTC. */
  readonly since: string;
  /** Number of days since then with logs. */
  readonly days_with_logs: number;
  readonly fetched: number;
  readonly not_fetched: number;
  /** Pages with a query, and pages whose last fetch is not stored. */
  readonly unknown: number;
  readonly not_fetched_pages: readonly { readonly url: string; readonly last_fetch: string | null }[];
}

/**
 * Compares the sitemaps of a site with the last fetches of its pages.
 *
 * @param days days with logs, in order; without any, nothing is known of any page
 * @param most most pages listed
 */
export function sitemapFetches(
  { sitemapUrls, sitemapEntries }: Pick<SiteFacts, 'sitemapUrls' | 'sitemapEntries'>,
  { pages, droppedAt }: KnownFetches,
  days: readonly string[],
  most: number,
): SitemapFetches {
  const since = days[0] ?? '';
  const notFetched: { url: string; last_fetch: string | null }[] = [];
  const counts = { fetched: 0, unknown: 0 };
  for (const url of sitemapUrls) {
    const path = pathOfUrl(url);
    const last = pages.get(path ?? '') ?? null;
    if (path === null || since === '') counts.unknown++;
    else if (last !== null && last >= since) counts.fetched++;
    else if (last === null && droppedAt >= since) counts.unknown++;
    else notFetched.push({ url, last_fetch: last });
  }
  return {
    entries: sitemapEntries,
    pages: sitemapUrls.length,
    since,
    days_with_logs: days.length,
    ...counts,
    not_fetched: notFetched.length,
    not_fetched_pages: notFetched.slice(0, most),
  };
}
