import type { Purpose } from '../crawlers/crawler.ts';
import { DAY_MS, isoTime, utcDay } from '../values/utc-day.ts';
import type { SiteFacts } from './audited-site-facts.ts';
import { type ProbablyAi, probablyAi } from './classify-entry.ts';
import { requestPath } from './request-path.ts';
import { type ForbiddenCount, joinWithSite, type PathRequests, type RobotsCounts, type SiteJoin } from './site-join.ts';
import { type PathTally, type TrafficTally, type Verdict, type VisitorTally, withImpostors } from './tally.ts';

/** Maximum length of a period of which days without requests are listed too. */
const MAX_LISTED_DAYS = 400;

/** Requests of one crawler, most requested paths first. Field names are those of the JSON output. */
export interface CrawlerSummary {
  /** Product token; null for an AI crawler that the registry does not know. */
  readonly crawler: string | null;
  readonly vendor: string | null;
  readonly purpose: Purpose | null;
  readonly requests: number;
  readonly bytes: number;
  readonly first_at: string | null;
  readonly last_at: string | null;
  readonly verification: Readonly<Record<Verdict, number>>;
  readonly statuses: readonly { readonly status: number; readonly requests: number }[];
  readonly days: readonly { readonly day: string; readonly requests: number }[];
  readonly paths: readonly PathSummary[];
  /** Requests for paths that are not listed. */
  readonly other_paths: number;
}

export interface PathSummary {
  readonly path: string;
  readonly requests: number;
  readonly errors: number;
  readonly bytes: number;
  /** Status of the newest response. */
  readonly status: number;
}

/** Visits of people whom the assistants of one vendor sent. */
export interface ReferralSummary {
  readonly vendor: string | null;
  readonly visits: number;
  readonly landing_pages: readonly PathSummary[];
}

/** Requests of AI crawlers on one day, by purpose, and visits of people sent by assistants. */
export interface DaySummary extends Readonly<Record<Purpose, number>> {
  /** YYYY-MM-DD in UTC. */
  readonly day: string;
  /** Requests of AI crawlers whose purpose is not known. */
  readonly unknown: number;
  readonly referrals: number;
}

/** Basis of the verdicts on addresses. */
export interface VerificationBasis {
  /** When the vendors' address ranges were fetched. */
  readonly ranges_fetched_at: string;
  /**
   * False when no request was verified. The log may then have the addresses of a proxy in place of the clients', so none was called
   * spoofed.
   */
  readonly has_client_addresses: boolean;
}

/** What a summary needs to know of the logs besides their tally. */
export interface LogFacts {
  readonly formats: Iterable<string>;
  readonly lines: number;
  readonly bad: number;
  readonly withoutUserAgent: number;
  readonly outside: number;
  /** When the ranges were fetched by which addresses were verified, in milliseconds since the epoch; null for none. */
  readonly rangesFetchedAt: number | null;
  /** Site to compare the requests with; null for none. */
  readonly site: SiteFacts | null;
}

/** Summary of AI crawlers in access logs. */
export interface TrafficSummary {
  readonly from: string | null;
  readonly to: string | null;
  readonly formats: readonly string[];
  readonly lines: number;
  readonly bad_lines: number;
  /** Bad lines that lack only the user agent. */
  readonly lines_without_user_agent: number;
  /** Entries outside of the period, or of another host. */
  readonly skipped_lines: number;
  /** Null when no addresses were verified. */
  readonly verification: VerificationBasis | null;
  readonly requests: TrafficTally['classes'];
  readonly by_purpose: readonly { readonly purpose: Purpose | null; readonly requests: number }[];
  readonly by_vendor: readonly { readonly vendor: string | null; readonly requests: number }[];
  /** Every day from the first to the last with such a request, unless there are too many in between. */
  readonly by_day: readonly DaySummary[];
  readonly crawlers: readonly CrawlerSummary[];
  readonly referrals: readonly ReferralSummary[];
  /**
   * Requests of programs that are not known, with a contact address at a company of AI: probably AI crawlers, but not documented. They
   * are among the other bots.
   */
  readonly probably_ai: readonly ProbablyAi[];
  /** Null without a site to compare with. */
  readonly site: SiteJoin | null;
}

/** Makes the summary of a tally. @param maxPaths most paths for each crawler */
export function summarize(tally: TrafficTally, log: LogFacts, maxPaths = 10): TrafficSummary {
  const visitors = [...withImpostors(tally).values()].toSorted((a, b) => b.requests - a.requests);
  const crawlers = visitors.filter((visitor) => visitor.class === 'ai_bot');
  const hasClientAddresses = crawlers.some(({ verdicts }) => verdicts.verified > 0);
  const referrals = visitors.filter((visitor) => visitor.class === 'ai_referral');
  return {
    from: toIsoTime(tally.first),
    to: toIsoTime(tally.last),
    formats: [...log.formats],
    lines: log.lines,
    bad_lines: log.bad,
    lines_without_user_agent: log.withoutUserAgent,
    skipped_lines: log.outside,
    verification:
      log.rangesFetchedAt === null
        ? null
        : { ranges_fetched_at: isoTime(log.rangesFetchedAt), has_client_addresses: hasClientAddresses },
    requests: { ...tally.classes },
    by_purpose: sumBy(crawlers, ({ purpose }) => purpose).map(([purpose, requests]) => ({ purpose, requests })),
    by_vendor: sumBy(crawlers, ({ vendor }) => vendor).map(([vendor, requests]) => ({ vendor, requests })),
    by_day: byDay(visitors),
    crawlers: crawlers.map((visitor) => crawlerSummary(visitor, maxPaths, hasClientAddresses)),
    referrals: referrals.map(({ vendor, requests, paths }) => ({
      vendor,
      visits: requests,
      landing_pages: topPaths(paths, maxPaths),
    })),
    probably_ai: probablyAi(tally.contacts),
    site:
      log.site === null
        ? null
        : siteJoin(log.site, hasClientAddresses ? [...tally.visitors.values()] : visitors, maxPaths),
  };
}

function siteJoin(site: SiteFacts, visitors: readonly VisitorTally[], maxPaths: number): SiteJoin {
  const crawlers = visitors.filter((visitor) => visitor.class === 'ai_bot');
  const isIncomplete = crawlers.some(({ purpose, otherPaths }) => purpose === 'search' && otherPaths > 0);
  const robots: RobotsCounts = {
    forbidden: crawlers.flatMap(forbiddenCounts),
    undecided: crawlers.reduce((sum, { undecided }) => sum + undecided, 0),
  };
  return joinWithSite(site, crawlers.flatMap(requestsByPath), robots, { pages: maxPaths, isIncomplete });
}

/** Paths are written as the service stores them. */
function requestsByPath({ crawler, vendor, purpose, paths }: VisitorTally): PathRequests[] {
  return [...paths].flatMap(([target, counts]): PathRequests[] => {
    const path = requestPath(target);
    return path === null ? [] : [{ ...counts, crawler, vendor, purpose, path }];
  });
}

function forbiddenCounts({ crawler, paths, otherForbidden }: VisitorTally): ForbiddenCount[] {
  if (crawler === null) return [];
  const counted = [...paths].map(([target, { forbidden }]) => [requestPath(target) ?? '', forbidden] as const);
  return [...counted, ['', otherForbidden] as const].flatMap(([path, forbidden]) =>
    [...(forbidden ?? [])].map(([robots, requests]) => ({ crawler, path, robots, requests })),
  );
}

function crawlerSummary(visitor: VisitorTally, maxPaths: number, hasClientAddresses: boolean): CrawlerSummary {
  const paths = topPaths(visitor.paths, maxPaths);
  const { verified, unverified, spoofed } = visitor.verdicts;
  return {
    crawler: visitor.crawler,
    vendor: visitor.vendor,
    purpose: visitor.purpose,
    requests: visitor.requests,
    bytes: visitor.bytes,
    first_at: toIsoTime(visitor.first),
    last_at: toIsoTime(visitor.last),
    verification: hasClientAddresses
      ? { verified, unverified, spoofed }
      : { verified, unverified: unverified + spoofed, spoofed: 0 },
    statuses: [...visitor.statuses].toSorted(([a], [b]) => a - b).map(([status, requests]) => ({ status, requests })),
    days: [...visitor.days].toSorted(([a], [b]) => a - b).map(([day, requests]) => ({ day: isoDay(day), requests })),
    paths,
    other_paths: visitor.requests - paths.reduce((sum, { requests }) => sum + requests, 0),
  };
}

/** Days without requests are listed too, so that a chart of them has no gaps. */
function byDay(visitors: readonly VisitorTally[]): DaySummary[] {
  const days = new Map<number, Record<Purpose | 'unknown' | 'referrals', number>>();
  const countsFor = (day: number) => {
    const counts = days.get(day) ?? { training: 0, search: 0, user: 0, unknown: 0, referrals: 0 };
    days.set(day, counts);
    return counts;
  };
  for (const visitor of visitors) {
    const name = visitor.class === 'ai_referral' ? 'referrals' : (visitor.purpose ?? 'unknown');
    for (const [day, requests] of visitor.days) countsFor(day)[name] += requests;
  }
  const sorted = [...days.keys()].toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  if (last - first < MAX_LISTED_DAYS) for (let day = first; day < last; day++) countsFor(day);
  return [...days].toSorted(([a], [b]) => a - b).map(([day, counts]) => ({ day: isoDay(day), ...counts }));
}

function isoDay(day: number): string {
  return utcDay(isoTime(day * DAY_MS));
}

function topPaths(paths: ReadonlyMap<string, PathTally>, count: number): PathSummary[] {
  return [...paths]
    .toSorted(([a, x], [b, y]) => y.requests - x.requests || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([path, { requests, errors, bytes, status }]) => ({ path: fromBytes(path), requests, errors, bytes, status }));
}

function sumBy<Key>(visitors: readonly VisitorTally[], toKey: (visitor: VisitorTally) => Key): [Key, number][] {
  const sums = new Map<Key, number>();
  for (const visitor of visitors) sums.set(toKey(visitor), (sums.get(toKey(visitor)) ?? 0) + visitor.requests);
  return [...sums].toSorted(([, a], [, b]) => b - a);
}

/** Decodes UTF-8 that was read as Latin-1. A JSON log may have escapes of other characters; such a text stays. */
function fromBytes(text: string): string {
  return /^[\0-\xff]*$/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;
}

function toIsoTime(time: number | null): string | null {
  return time === null ? null : isoTime(time);
}
