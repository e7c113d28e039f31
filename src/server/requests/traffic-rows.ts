import type { Purpose } from '../../crawlers/crawler.ts';
import { crawlerByToken } from '../../crawlers/registry.ts';
import type { Verifications } from './domain-visits.ts';
import type { TrafficCount } from './store/traffic-store.ts';

/** What the rows of a reading are grouped by. */
export type TrafficGroup = 'crawler' | 'path' | 'status' | 'day';

const MAX_ROWS = 1_000;
const MAX_REFERRALS = 1_000;

/** Requests of AI crawlers that have something in common. What they are not grouped by is null. */
export interface TrafficRow {
  readonly day: string | null;
  readonly path: string | null;
  readonly status: number | null;
  readonly crawler: string | null;
  readonly vendor: string | null;
  readonly purpose: Purpose | null;
  readonly requests: number;
  readonly bytes: number;
  /** Responses with 4xx or 5xx. */
  readonly errors: number;
  readonly verification: Verifications;
  readonly lastAt: string;
}

/** Counts over days, as they are read from the store. */
export interface TrafficCounts {
  /** By day, crawler, status and verdict. */
  readonly daily: readonly TrafficCount[];
  /** By path, crawler, status and verdict, most requests first. */
  readonly paths: readonly TrafficCount[];
}

/** Sums the requests of each class; bytes, errors and verification are those of AI crawlers. */
export function trafficTotals(daily: readonly TrafficCount[]) {
  const totals = { ai_bot: 0, ai_referral: 0, traditional_bot: 0, human: 0 };
  for (const { class: kind, requests } of daily) totals[kind] += requests;
  const { bytes, errors, verification } = sumOf(daily.filter(isOfCrawler));
  return { ...totals, bytes, errors, verification };
}

/** Groups the requests of AI crawlers: days in order, all others by most requests. */
export function trafficRows({ daily, paths }: TrafficCounts, group: TrafficGroup): TrafficRow[] {
  const counts = (group === 'path' ? paths : daily).filter(isOfCrawler);
  const rows = [...Map.groupBy(counts, (count) => JSON.stringify(keyOf(count, group))).values()].map((members) =>
    rowOf(members, group),
  );
  if (group === 'day') return rows.toSorted((a, b) => order(a.day, b.day) || b.requests - a.requests);
  return rows
    .toSorted((a, b) => b.requests - a.requests || order(a.path, b.path) || order(a.crawler, b.crawler))
    .slice(0, MAX_ROWS);
}

/** Sums the requests that claimed to be of a crawler and were not, by the crawler they named, most first. */
export function impostors(daily: readonly TrafficCount[]) {
  const spoofed = daily.filter(({ verdict }) => verdict === 'spoofed');
  return [...Map.groupBy(spoofed, ({ crawler, vendor }) => JSON.stringify([crawler, vendor])).values()]
    .map((members) => {
      const [{ crawler = '', vendor = '' } = {}] = members;
      const { requests, lastAt } = sumOf(members);
      return { crawler: crawler === '' ? null : crawler, vendor: vendor === '' ? null : vendor, requests, lastAt };
    })
    .toSorted((a, b) => b.requests - a.requests || order(a.crawler, b.crawler));
}

/** Sums the visits of people whom AI assistants sent, by landing page, most first. */
export function landingPages(paths: readonly TrafficCount[]) {
  const ofReferrals = paths.filter((count) => count.class === 'ai_referral');
  return [...Map.groupBy(ofReferrals, ({ vendor, path }) => JSON.stringify([vendor, path])).values()]
    .map((members) => {
      const [{ vendor = '', path = '' } = {}] = members;
      return { vendor: vendor === '' ? null : vendor, path, visits: sumOf(members).requests };
    })
    .toSorted((a, b) => b.visits - a.visits || order(a.path, b.path))
    .slice(0, MAX_REFERRALS);
}

/** Purpose of a crawler; null for one that the registry does not know. */
export function purposeOf(crawler: string): Purpose | null {
  return crawlerByToken(crawler)?.purpose ?? null;
}

function isOfCrawler(count: TrafficCount): boolean {
  return count.class === 'ai_bot';
}

function keyOf({ day, path, status, crawler, vendor }: TrafficCount, group: TrafficGroup) {
  if (group === 'day') return [day, vendor, purposeOf(crawler)];
  return [crawler, vendor, group === 'path' ? path : group === 'status' ? status : null];
}

function rowOf(members: readonly TrafficCount[], group: TrafficGroup): TrafficRow {
  const [first] = members;
  if (first === undefined) throw new Error('A group has no members.');
  const { day, path, status, crawler, vendor } = first;
  return {
    day: group === 'day' ? day : null,
    path: group === 'path' ? path : null,
    status: group === 'status' ? status : null,
    crawler: group === 'day' || crawler === '' ? null : crawler,
    vendor: vendor === '' ? null : vendor,
    purpose: purposeOf(crawler),
    ...sumOf(members),
  };
}

function sumOf(counts: readonly TrafficCount[]) {
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
