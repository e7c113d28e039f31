import type { Purpose } from '../../crawlers/crawler.ts';
import type { Verification, VisitClass } from '../store/database.ts';
import type { RequestCount } from './store/visit-store.ts';

/** What the rows of a reading are grouped by. */
export type TrafficGroup = 'crawler' | 'path' | 'status' | 'day';

const MAX_ROWS = 1_000;
const MAX_REFERRALS = 1_000;

/** Number of requests of AI crawlers by the result of verifying them. */
export type Verifications = Readonly<Record<Verification, number>>;

/** Sums of counts. Bytes, errors (4xx and 5xx) and verification are those of all of them. */
export interface RequestSums {
  readonly requests: number;
  readonly bytes: number;
  readonly errors: number;
  readonly verification: Verifications;
  readonly lastAt: string;
}

/** Requests of AI crawlers that have something in common. What they are not grouped by is null. */
export interface TrafficRow extends RequestSums {
  readonly day: string | null;
  readonly path: string | null;
  readonly status: number | null;
  readonly crawler: string | null;
  readonly vendor: string | null;
  readonly purpose: Purpose | null;
}

/** Counts from access logs over days. */
export interface TrafficCounts {
  /** By day, crawler, status and verdict. */
  readonly daily: readonly RequestCount[];
  /** By path, crawler, status and verdict, most requests first. */
  readonly paths: readonly RequestCount[];
}

/** Sums the requests of each class. */
export function classTotals(counts: readonly RequestCount[]): Record<VisitClass, number> {
  const totals = { ai_bot: 0, ai_referral: 0, traditional_bot: 0, human: 0 };
  for (const { class: kind, requests } of counts) totals[kind] += requests;
  return totals;
}

/** Sums the requests of each class; bytes, errors and verification are those of AI crawlers. */
export function trafficTotals(daily: readonly RequestCount[]) {
  const { bytes, errors, verification } = sumCounts(daily.filter(isOfCrawler));
  return { ...classTotals(daily), bytes, errors, verification };
}

/** Groups the requests of AI crawlers: days in order, all others by most requests. */
export function trafficRows({ daily, paths }: TrafficCounts, group: TrafficGroup): TrafficRow[] {
  const counts = (group === 'path' ? paths : daily).filter(isOfCrawler);
  const rows = sumBy(counts, ({ day, path, status, crawler, vendor, purpose }) => ({
    day: group === 'day' ? day : null,
    path: group === 'path' ? path : null,
    status: group === 'status' ? status : null,
    crawler: group === 'day' ? null : crawler,
    vendor,
    purpose,
  }));
  if (group === 'day') return rows.toSorted((a, b) => order(a.day, b.day) || b.requests - a.requests);
  return rows
    .toSorted((a, b) => b.requests - a.requests || order(a.path, b.path) || order(a.crawler, b.crawler))
    .slice(0, MAX_ROWS);
}

/** Sums the requests that claimed to be of a crawler and were not, by the crawler they named, most first. */
export function impostors(daily: readonly RequestCount[]) {
  const spoofed = daily.filter(({ verdict }) => verdict === 'spoofed');
  return sumBy(spoofed, ({ crawler, vendor }) => ({ crawler, vendor }))
    .map(({ crawler, vendor, requests, lastAt }) => ({ crawler, vendor, requests, lastAt }))
    .toSorted((a, b) => b.requests - a.requests || order(a.crawler, b.crawler));
}

/** Sums the visits of people whom AI assistants sent, by landing page, most first. */
export function landingPages(paths: readonly RequestCount[]) {
  const ofReferrals = paths.filter((count) => count.class === 'ai_referral');
  return sumBy(ofReferrals, ({ vendor, path }) => ({ vendor, path }))
    .map(({ vendor, path, requests }) => ({ vendor, path, visits: requests }))
    .toSorted((a, b) => b.visits - a.visits || order(a.path, b.path))
    .slice(0, MAX_REFERRALS);
}

/** Sums visits to a hosted file by crawler, vendor, purpose and day, most first. */
export function visitSummary(days: readonly string[], counts: readonly RequestCount[]) {
  const ofCrawlers = counts.filter(isOfCrawler);
  const byDay = Map.groupBy(counts, ({ day }) => day);
  return {
    totals: classTotals(counts),
    verification: sumCounts(counts).verification,
    by_crawler: visitsBy(counts, ({ class: kind, crawler, vendor, purpose }) =>
      crawler === null ? null : { class: kind, crawler, vendor, purpose },
    ).map((count) => ({ ...count, verification: count.class === 'ai_bot' ? count.verification : null })),
    by_vendor: visitsBy(ofCrawlers, ({ vendor }) => (vendor === null ? null : { vendor })),
    by_purpose: visitsBy(ofCrawlers, ({ purpose }) => (purpose === null ? null : { purpose })),
    daily: days.map((day) => {
      const onDay = byDay.get(day) ?? [];
      return { day, ...classTotals(onDay), verification: sumCounts(onDay).verification };
    }),
  };
}

/** Sums visits with the same key, most first, ties by key. */
function visitsBy<Key extends object>(counts: readonly RequestCount[], toKey: (count: RequestCount) => Key | null) {
  const toSortKey = (count: RequestCount) => JSON.stringify(toKey(count));
  return sumBy(
    counts.toSorted((a, b) => order(toSortKey(a), toSortKey(b))),
    toKey,
  )
    .toSorted((a, b) => b.requests - a.requests)
    .map(({ requests, bytes: _, errors: __, lastAt: ___, verification, ...key }) => ({
      ...{ ...key, visits: requests, verification },
    }));
}

/** Sums counts with the same key, in the order of their first. Leaves out counts whose key is null. */
export function sumBy<Key extends object>(
  counts: readonly RequestCount[],
  toKey: (count: RequestCount) => Key | null,
): (Key & RequestSums)[] {
  const groups = new Map<string, { readonly key: Key; readonly members: RequestCount[] }>();
  for (const count of counts) {
    const key = toKey(count);
    if (key === null) continue;
    const name = JSON.stringify(key);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { key, members: [count] });
    else group.members.push(count);
  }
  return [...groups.values()].map(({ key, members }) => ({ ...key, ...sumCounts(members) }));
}

/** Returns whether the counted requests are of AI crawlers. */
export function isOfCrawler(count: RequestCount): boolean {
  return count.class === 'ai_bot';
}

function sumCounts(counts: readonly RequestCount[]): RequestSums {
  const sum = { requests: 0, bytes: 0, errors: 0, lastAt: '' };
  const verification = { verified: 0, unverified: 0, spoofed: 0 };
  for (const { requests, bytes, status, verdict, lastAt } of counts) {
    sum.requests += requests;
    sum.bytes += bytes;
    if (status >= 400) sum.errors += requests;
    if (lastAt > sum.lastAt) sum.lastAt = lastAt;
    if (verdict !== '') verification[verdict] += requests;
  }
  return { ...sum, verification };
}

function order(a: string | null, b: string | null): number {
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
}
