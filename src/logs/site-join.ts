import type { Purpose } from '../crawlers/crawler.ts';
import type { SiteFacts } from './audited-site-facts.ts';
import { normalPath } from './request-path.ts';
import { decideOnPath, type PathDecision } from './robots-join.ts';

/** Requests of one AI crawler for one path, without spoofed ones. */
export interface PathRequests {
  /** Product token; null for one that the registry does not know. */
  readonly crawler: string | null;
  readonly vendor: string | null;
  readonly purpose: Purpose | null;
  /** Without its query, percent-encoded as sent. */
  readonly path: string;
  readonly requests: number;
  /** True when some had a query, or when that is not known. */
  readonly hasQueries: boolean;
  /** Responses with 4xx or 5xx, and those of them with 404 or 410. */
  readonly errors: number;
  readonly notFound: number;
  readonly redirects: number;
  /** Responses with 401, 403 or 429, and those of them to verified crawlers. */
  readonly refused: number;
  readonly refusedVerified: number;
}

/** Requests of one crawler that one rule of robots.txt forbids. */
export interface ForbiddenRequests {
  readonly crawler: string;
  readonly vendor: string;
  /** Its vendor's statement about robots.txt: for some crawlers it may not apply. */
  readonly robots: string;
  /** Line of the rule in robots.txt, and the rule. */
  readonly line: number;
  readonly rule: string;
  readonly requests: number;
  /** Most requested first. */
  readonly paths: readonly string[];
}

/** A page that crawlers request and that is missing or moved. */
export interface BrokenPage {
  readonly path: string;
  readonly in_sitemap: boolean;
  readonly not_found: number;
  readonly redirects: number;
  readonly crawlers: readonly string[];
}

/** Refusals of one crawler. Those of verified requests prove that something in front of the site blocks it. */
export interface Refusals {
  readonly crawler: string | null;
  readonly vendor: string | null;
  readonly verified: number;
  readonly unverified: number;
  readonly paths: readonly string[];
}

/** Logged requests of AI crawlers compared with the site. Field names are those of the JSON output. */
export interface SiteJoin {
  readonly domain: string;
  /** When the site was gathered, ISO 8601 UTC. Its files may have been others at the time of a request. */
  readonly gathered_at: string;
  /** Null when robots.txt was not read. */
  readonly forbidden: readonly ForbiddenRequests[] | null;
  /** Requests that robots.txt may forbid, depending on their queries. */
  readonly maybe_forbidden: number;
  readonly sitemap: SitemapCoverage;
  readonly broken_pages: readonly BrokenPage[];
  readonly refusals: readonly Refusals[];
}

/** Pages of the sitemaps that AI search crawlers were or were not served. */
export interface SitemapCoverage {
  /** Entries of all sitemaps, and the pages of them that were compared. */
  readonly entries: number;
  readonly pages: number;
  readonly fetched: number;
  readonly never_fetched: number;
  /** Pages with a query, and pages whose requests may be among those that were not counted on their own. */
  readonly unknown: number;
  readonly never_fetched_pages: readonly string[];
}

/** Pages and crawlers listed in each part. */
export interface JoinLimits {
  readonly pages: number;
  /** True when some requests of search crawlers were not counted by path. */
  readonly isIncomplete: boolean;
}

/** Compares requests with a site. */
export function joinWithSite(
  site: SiteFacts,
  requests: Iterable<PathRequests>,
  { pages, isIncomplete }: JoinLimits,
): SiteJoin {
  const rows = [...requests];
  const { robotsTxt } = site;
  const decided = robotsTxt === null ? null : forbiddenRequests(robotsTxt, rows, pages);
  const served = rows.filter(({ purpose, requests: all, errors, redirects }) => {
    return purpose === 'search' && all > errors + redirects;
  });
  const fetched = new Set(served.map(({ path }) => normalPath(path)));
  const listed = new Set(site.sitemapUrls.map(pathOfUrl));
  return {
    domain: site.domain,
    gathered_at: site.gatheredAt,
    forbidden: decided?.forbidden ?? null,
    maybe_forbidden: decided?.maybe ?? 0,
    sitemap: coverage(site, fetched, { pages, isIncomplete }),
    broken_pages: brokenPages(rows, listed).slice(0, pages),
    refusals: refusals(rows, pages),
  };
}

type Forbidden = Extract<PathDecision, { readonly kind: 'forbidden' }>;

function forbiddenRequests(
  robotsTxt: NonNullable<SiteFacts['robotsTxt']>,
  rows: readonly PathRequests[],
  most: number,
) {
  const found: { readonly row: PathRequests; readonly decision: Forbidden }[] = [];
  let maybe = 0;
  for (const row of rows) {
    const decision = decideOnPath(robotsTxt, row.crawler, row.path, row.hasQueries);
    if (decision.kind === 'forbidden') found.push({ row, decision });
    else if (decision.kind === 'unknown') maybe += row.requests;
  }
  const groups = Map.groupBy(found, ({ row, decision }) => `${row.crawler} ${decision.rule.line}`);
  const forbidden = [...groups.values()].flatMap((group): ForbiddenRequests[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { crawler, rule } = first.decision;
    return [
      {
        ...{ crawler: crawler.token, vendor: crawler.vendor, robots: crawler.robots, line: rule.line },
        rule: `${rule.type === 'allow' ? 'Allow' : 'Disallow'}: ${rule.pattern}`,
        requests: sum(group, ({ row }) => row.requests),
        paths: mostRequested(
          group.map(({ row }) => row),
          ({ requests }) => requests,
          most,
        ),
      },
    ];
  });
  return { forbidden: forbidden.toSorted((a, b) => b.requests - a.requests), maybe };
}

function coverage(site: SiteFacts, fetched: ReadonlySet<string>, { pages, isIncomplete }: JoinLimits): SitemapCoverage {
  const never: string[] = [];
  const counts = { fetched: 0, unknown: 0 };
  for (const url of site.sitemapUrls) {
    const path = pathOfUrl(url);
    if (path === null) counts.unknown++;
    else if (fetched.has(path)) counts.fetched++;
    else if (isIncomplete) counts.unknown++;
    else never.push(url);
  }
  return {
    entries: site.sitemapEntries,
    pages: site.sitemapUrls.length,
    ...counts,
    never_fetched: never.length,
    never_fetched_pages: never.slice(0, pages),
  };
}

function brokenPages(rows: readonly PathRequests[], listed: ReadonlySet<string | null>): BrokenPage[] {
  const broken = rows.filter(({ notFound, redirects }) => notFound + redirects > 0);
  return [...Map.groupBy(broken, ({ path }) => path)]
    .map(([path, group]) => ({
      path,
      in_sitemap: listed.has(normalPath(path)),
      not_found: sum(group, ({ notFound }) => notFound),
      redirects: sum(group, ({ redirects }) => redirects),
      crawlers: [...new Set(group.flatMap(({ crawler, vendor }) => crawler ?? vendor ?? []))].toSorted(),
    }))
    .toSorted(
      (a, b) =>
        Number(b.in_sitemap) - Number(a.in_sitemap) ||
        b.not_found + b.redirects - (a.not_found + a.redirects) ||
        (a.path < b.path ? -1 : 1),
    );
}

function refusals(rows: readonly PathRequests[], most: number): Refusals[] {
  const refused = rows.filter((row) => row.refused > 0);
  return [...Map.groupBy(refused, ({ vendor, crawler }) => `${vendor} ${crawler}`).values()]
    .flatMap((group): Refusals[] => {
      const [first] = group;
      if (first === undefined) return [];
      const verified = sum(group, ({ refusedVerified }) => refusedVerified);
      const unverified = sum(group, (row) => row.refused) - verified;
      const paths = mostRequested(group, (row) => row.refusedVerified * 1e9 + row.refused, most);
      return [{ crawler: first.crawler, vendor: first.vendor, verified, unverified, paths }];
    })
    .toSorted((a, b) => b.verified - a.verified || b.unverified - a.unverified);
}

function mostRequested(
  rows: readonly PathRequests[],
  countOf: (row: PathRequests) => number,
  most: number,
): readonly string[] {
  const sorted = rows.toSorted((a, b) => countOf(b) - countOf(a) || (a.path < b.path ? -1 : 1));
  return sorted.slice(0, most).map(({ path }) => path);
}

function sum<Item>(items: readonly Item[], countOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + countOf(item), 0);
}

/** Path of a sitemap's URL for comparison; null when it has a query, which paths of logs lack. */
function pathOfUrl(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed === null || parsed.search !== '' ? null : normalPath(parsed.pathname);
}
