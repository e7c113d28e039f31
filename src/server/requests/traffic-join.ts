import type { SiteFacts } from '../../logs/audited-site-facts.ts';
import { isRedirect } from '../../logs/outcome.ts';
import { joinWithSite, type PathRequests, type RobotsCounts, type SiteJoin } from '../../logs/site-join.ts';
import { type KnownFetches, type SitemapFetches, sitemapFetches } from '../../logs/sitemap-fetches.ts';
import type { TrafficCounts } from './request-summary.ts';
import type { RequestCount } from './store/visit-store.ts';

/** Pages and paths listed in each part. */
const MAX_LISTED = 50;

const REFUSED = new Set([401, 403, 429]);

/** Traffic compared with a domain's newest audit. */
export interface AuditedTraffic extends Omit<SiteJoin, 'domain' | 'sitemap'> {
  readonly audit_id: string;
  readonly sitemap: SitemapFetches;
  /** Requests whose paths were not compared with the site: they have no row of their own. */
  readonly not_compared: number;
}

/**
 * Compares the paths that were requested with an audited site.
 * @param days days with logs in the last weeks, in order
 */
export function joinWithAudit(
  auditId: string,
  site: SiteFacts,
  { daily, paths }: TrafficCounts,
  robots: RobotsCounts,
  fetches: KnownFetches,
  days: readonly string[],
): AuditedTraffic {
  const isCounted = (count: RequestCount) => count.class === 'ai_bot' && count.verdict !== 'spoofed';
  const rows = pathRequests(paths.filter((count) => isCounted(count) && count.path !== ''));
  const limits = { pages: MAX_LISTED, isIncomplete: true };
  const { domain: _, sitemap: __, ...join } = joinWithSite(site, rows, robots, limits);
  const all = daily.filter(isCounted).reduce((sum, { requests }) => sum + requests, 0);
  return {
    audit_id: auditId,
    ...join,
    sitemap: sitemapFetches(site, fetches, days, MAX_LISTED),
    not_compared: all - rows.reduce((sum, { requests }) => sum + requests, 0),
  };
}

/** Sums the statuses and verdicts of each crawler and path, most requests first. */
function pathRequests(counts: readonly RequestCount[]): PathRequests[] {
  const groups = Map.groupBy(counts, ({ crawler, vendor, path }) => `${path} ${crawler}\n${vendor}`);
  return [...groups.values()]
    .flatMap((group): PathRequests[] => {
      const [first] = group;
      if (first === undefined) return [];
      const sumIf = (matches: (count: RequestCount) => boolean) =>
        group.reduce((sum, count) => (matches(count) ? sum + count.requests : sum), 0);
      return [
        {
          crawler: first.crawler,
          vendor: first.vendor,
          purpose: first.purpose,
          path: first.path,
          requests: sumIf(() => true),
          // The methods of these counts are not stored: `traffic_paths` has the fetches.
          fetched: 0,
          notFound: sumIf(({ status }) => status === 404 || status === 410),
          redirects: sumIf(({ status }) => isRedirect(status)),
          refused: sumIf(({ status }) => REFUSED.has(status)),
          refusedVerified: sumIf(({ status, verdict }) => REFUSED.has(status) && verdict === 'verified'),
        },
      ];
    })
    .toSorted((a, b) => b.requests - a.requests || (a.path < b.path ? -1 : 1));
}
