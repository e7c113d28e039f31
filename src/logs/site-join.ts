import type { Purpose } from '../crawlers/crawler.ts';
import { crawlerByToken } from '../crawlers/registry.ts';
import type { SiteFacts } from './audited-site-facts.ts';
import { normalPath, pathOfUrl } from './request-path.ts';
import { namesWithDigits, type RobotsVerdict, ruleIn } from './robots-join.ts';

/** Requests of one AI crawler for one path, without spoofed ones. */
export interface PathRequests {
  /** Product token; null for one that the registry does not know. */
  readonly crawler: string | null;
  readonly vendor: string | null;
  readonly purpose: Purpose | null;
  /** Without its query, percent-encoded as sent. */
  readonly path: string;
  readonly requests: number;
  /** GET requests that got the page, or were told that their copy is current (304). */
  readonly fetched: number;
  /** Responses with 404 or 410. */
  readonly notFound: number;
  readonly redirects: number;
  /** Responses with 401, 403 or 429, and those of them to verified crawlers. */
  readonly refused: number;
  readonly refusedVerified: number;
}

/** Number of requests of one crawler for one path that robots.txt forbids. */
export interface ForbiddenCount {
  readonly crawler: string;
  /** Without its query; '' for paths that are not counted on their own. */
  readonly path: string;
  readonly robots: RobotsVerdict;
  readonly requests: number;
}

/** What robots.txt says about the requests of AI crawlers, without spoofed ones. */
export interface RobotsCounts {
  readonly forbidden: readonly ForbiddenCount[];
  /** Requests that were not compared with a robots.txt. */
  readonly undecided: number;
}

/** Requests of one crawler that one rule of robots.txt forbids. */
export interface ForbiddenRequests {
  readonly crawler: string;
  readonly vendor: string;
  /** Its vendor's statement about robots.txt: for some crawlers it may not apply. */
  readonly robots: string;
  /** Line of the rule in robots.txt, and the rule; null for requests whose rule was not stored. */
  readonly line: number | null;
  readonly rule: string | null;
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
  /** Requests that were not compared with a robots.txt. */
  readonly undecided: number;
  /** Crawlers that robots.txt names with a digit, which some of them cut. Their requests are compared as if they did not. */
  readonly names_with_digits: readonly string[];
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
  robots: RobotsCounts,
  { pages, isIncomplete }: JoinLimits,
): SiteJoin {
  const rows = [...requests];
  const { robotsTxt } = site;
  const served = rows.filter(({ purpose, fetched: count }) => purpose === 'search' && count > 0);
  const fetched = new Set(served.map(({ path }) => normalPath(path)));
  const listed = new Set(site.sitemapUrls.map(pathOfUrl));
  return {
    domain: site.domain,
    gathered_at: site.gatheredAt,
    forbidden: robotsTxt === null && robots.forbidden.length === 0 ? null : forbiddenRequests(robots.forbidden, pages),
    undecided: robots.undecided,
    names_with_digits: robotsTxt === null ? [] : namesWithDigits(robotsTxt),
    sitemap: coverage(site, fetched, { pages, isIncomplete }),
    broken_pages: brokenPages(rows, listed).slice(0, pages),
    refusals: refusals(rows, pages),
  };
}

function forbiddenRequests(counts: readonly ForbiddenCount[], most: number): ForbiddenRequests[] {
  const groups = Map.groupBy(counts, ({ crawler, robots }) => `${crawler}\n${robots}`);
  return [...groups.values()]
    .flatMap((group): ForbiddenRequests[] => {
      const [first] = group;
      const crawler = first === undefined ? undefined : crawlerByToken(first.crawler);
      if (first === undefined || crawler === undefined) return [];
      const { line, rule } = ruleIn(first.robots) ?? { line: null, rule: null };
      const named = group.filter(({ path }) => path !== '');
      return [
        {
          ...{ crawler: crawler.token, vendor: crawler.vendor, robots: crawler.robots, line, rule },
          requests: sum(group, ({ requests }) => requests),
          paths: mostRequested(named, ({ requests }) => requests, most),
        },
      ];
    })
    .toSorted(
      (a, b) =>
        b.requests - a.requests ||
        (a.crawler === b.crawler ? (a.line ?? 0) - (b.line ?? 0) : a.crawler < b.crawler ? -1 : 1),
    );
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
    .toSorted(
      (a, b) =>
        b.verified - a.verified || b.unverified - a.unverified || ((a.crawler ?? '') < (b.crawler ?? '') ? -1 : 1),
    );
}

function mostRequested<Row extends { readonly path: string }>(
  rows: readonly Row[],
  toCount: (row: Row) => number,
  most: number,
): readonly string[] {
  const sorted = rows.toSorted((a, b) => toCount(b) - toCount(a) || (a.path < b.path ? -1 : 1));
  return sorted.slice(0, most).map(({ path }) => path);
}

function sum<Item>(items: readonly Item[], toCount: (item: Item) => number): number {
  return items.reduce((total, item) => total + toCount(item), 0);
}
