import type { Classification } from '../crawlers/classify.ts';
import { DAY_MS } from '../values/utc-day.ts';
import { MAX_CONTACTS } from './classify-entry.ts';
import { copyText, type LogEntry } from './log-entry.ts';
import { isFetched, isGet, isRedirect } from './outcome.ts';
import { MAX_PATH_LENGTH } from './request-path.ts';
import { ALLOWED, FORBIDDEN, NOT_DECIDED, type RobotsVerdict } from './robots-join.ts';

/** Maximum number of different paths that are counted for each crawler or assistant. Requests for others are counted together. */
const MAX_PATHS = 10_000;
/** Maximum number of paths of all crawlers and assistants together. */
const MAX_ALL_PATHS = 50_000;
/** Maximum number of different days that are counted. Real logs have fewer; forged times must not take memory. */
const MAX_DAYS = 3_660;
/** Maximum number of crawlers and assistants. The registry has fewer; the bound protects from a mistake there. */
const MAX_VISITORS = 1_000;

/** Maximum number of rules that are told apart for one path. */
const MAX_RULES = 100;

export type Verdict = 'verified' | 'unverified' | 'spoofed';

/** Requests for one path. */
export interface PathTally {
  requests: number;
  /** Responses with 4xx or 5xx. */
  errors: number;
  bytes: number;
  /** Status of the newest response. */
  status: number;
  /** Milliseconds since the epoch; null where the log has no times. */
  last: number | null;
  /** GET requests that got the page, or were told that their copy is current (304). */
  fetched: number;
  /** Responses with 404 or 410. */
  notFound: number;
  /** Responses with a redirect. */
  redirects: number;
  /** Responses with 401, 403 or 429, and those of them to verified crawlers. */
  refused: number;
  refusedVerified: number;
  /** Requests that robots.txt forbids, by its verdict; null for none. */
  forbidden: Map<RobotsVerdict, number> | null;
}

/** Requests of one crawler, or of people sent by the assistants of one vendor. */
export interface VisitorTally extends Readonly<Omit<Classification, 'class'>> {
  readonly class: Classification['class'];
  requests: number;
  bytes: number;
  /** Milliseconds since the epoch; null where the log has no times. */
  first: number | null;
  last: number | null;
  readonly statuses: Map<number, number>;
  /** By day, counted from the epoch, in UTC. */
  readonly days: Map<number, number>;
  /** By path without its query. */
  readonly paths: Map<string, PathTally>;
  /** Requests for paths that are too many or too long to be counted on their own. */
  otherPaths: number;
  /** Requests for these paths that robots.txt forbids, and requests for any path that it was not asked about. */
  otherForbidden: Map<RobotsVerdict, number> | null;
  undecided: number;
  readonly verdicts: Record<Verdict, number>;
}

/** Crawlers and assistants by class, vendor and crawler. */
export type Visitors = Map<string, VisitorTally>;

/** What a log came to. Its size depends on the days, crawlers and paths in the log, which are bounded, and not on its length. */
export interface TrafficTally {
  /** Requests by class. */
  readonly classes: Record<Classification['class'], number>;
  /** AI crawlers and referrals alone, without spoofed requests. */
  readonly visitors: Visitors;
  /** Spoofed requests, by the crawler that they claim to be. */
  readonly impostors: Visitors;
  /** Requests of unknown programs, by the host of their contact address, which is at a company of AI. They are of no AI crawler. */
  readonly contacts: Map<string, number>;
  first: number | null;
  last: number | null;
  /** Paths counted in all. */
  paths: number;
}

export function emptyTally(): TrafficTally {
  return {
    classes: { ai_bot: 0, ai_referral: 0, traditional_bot: 0, human: 0 },
    visitors: new Map(),
    impostors: new Map(),
    contacts: new Map(),
    first: null,
    last: null,
    paths: 0,
  };
}

/** Counts one request. @param robots what robots.txt says about it */
export function addEntry(
  tally: TrafficTally,
  entry: LogEntry,
  by: Classification,
  verdict: Verdict,
  robots: RobotsVerdict,
): void {
  tally.classes[by.class]++;
  extend(tally, entry.time);
  if (by.class !== 'ai_bot' && by.class !== 'ai_referral') return;
  const visitor = visitorFor(verdict === 'spoofed' ? tally.impostors : tally.visitors, by);
  if (visitor === null) return;
  const { time, status, bytes, target } = entry;
  visitor.requests++;
  visitor.bytes += bytes;
  visitor.verdicts[verdict]++;
  extend(visitor, time);
  add(visitor.statuses, status, 1, 1_000);
  if (time !== null) add(visitor.days, Math.floor(time / DAY_MS), 1, MAX_DAYS);
  const query = target.indexOf('?');
  const path = pathIn(tally, visitor, query === -1 ? target : target.slice(0, query));
  if (robots === NOT_DECIDED) visitor.undecided++;
  else if (robots !== ALLOWED) addForbidden(visitor, path, robots, 1);
  if (path === null) {
    visitor.otherPaths++;
    return;
  }
  path.requests++;
  path.bytes += bytes;
  setStatus(path, status, time);
  if (status >= 400) {
    path.errors++;
    if (status === 404 || status === 410) path.notFound++;
    if (status === 401 || status === 403 || status === 429) {
      path.refused++;
      if (verdict === 'verified') path.refusedVerified++;
    }
  } else if (isRedirect(status)) path.redirects++;
  else if (isFetched(status) && isGet(entry.method)) path.fetched++;
}

/** @param path null for one that is not counted on its own */
function addForbidden(visitor: VisitorTally, path: PathTally | null, verdict: RobotsVerdict, requests: number): void {
  const known = path === null ? visitor.otherForbidden : path.forbidden;
  const counts = known ?? new Map<RobotsVerdict, number>();
  const name = counts.has(verdict) || counts.size < MAX_RULES ? verdict : FORBIDDEN;
  counts.set(name, (counts.get(name) ?? 0) + requests);
  if (path === null) visitor.otherForbidden = counts;
  else path.forbidden = counts;
}

/** Counts a request of an unknown program by the host of its contact address. */
export function addContact(tally: TrafficTally, host: string): void {
  add(tally.contacts, tally.contacts.has(host) ? host : copyText(host), 1, MAX_CONTACTS);
}

/** Adds the counts of another part of the same logs. */
export function mergeTally(into: TrafficTally, from: TrafficTally): void {
  for (const name of ['ai_bot', 'ai_referral', 'traditional_bot', 'human'] as const) {
    into.classes[name] += from.classes[name];
  }
  extend(into, from.first);
  extend(into, from.last);
  mergeVisitors(into, into.visitors, from.visitors);
  mergeVisitors(into, into.impostors, from.impostors);
  for (const [host, count] of from.contacts) add(into.contacts, host, count, MAX_CONTACTS);
}

/** All visitors of a tally, with spoofed requests counted for the crawlers that they claim to be. */
export function withImpostors(tally: TrafficTally): Visitors {
  if (tally.impostors.size === 0) return tally.visitors;
  const all = emptyTally();
  mergeVisitors(all, all.visitors, tally.visitors);
  mergeVisitors(all, all.visitors, tally.impostors);
  return all.visitors;
}

function mergeVisitors(into: TrafficTally, visitors: Visitors, from: Visitors): void {
  for (const other of from.values()) {
    const visitor = visitorFor(visitors, other);
    if (visitor === null) continue;
    visitor.requests += other.requests;
    visitor.bytes += other.bytes;
    extend(visitor, other.first);
    extend(visitor, other.last);
    for (const verdict of ['verified', 'unverified', 'spoofed'] as const) {
      visitor.verdicts[verdict] += other.verdicts[verdict];
    }
    for (const [status, count] of other.statuses) add(visitor.statuses, status, count, 1_000);
    for (const [day, count] of other.days) add(visitor.days, day, count, MAX_DAYS);
    for (const [path, counts] of other.paths) addPath(into, visitor, path, counts);
    visitor.otherPaths += other.otherPaths;
    visitor.undecided += other.undecided;
    for (const [rule, count] of other.otherForbidden ?? []) addForbidden(visitor, null, rule, count);
  }
}

function visitorFor(visitors: Visitors, by: Classification): VisitorTally | null {
  const key = `${by.class} ${by.vendor} ${by.crawler}`;
  const known = visitors.get(key);
  if (known !== undefined) return known;
  if (visitors.size >= MAX_VISITORS) return null;
  const visitor: VisitorTally = {
    class: by.class,
    crawler: by.crawler,
    vendor: by.vendor,
    purpose: by.purpose,
    requests: 0,
    bytes: 0,
    first: null,
    last: null,
    statuses: new Map(),
    days: new Map(),
    paths: new Map(),
    otherPaths: 0,
    otherForbidden: null,
    undecided: 0,
    verdicts: { verified: 0, unverified: 0, spoofed: 0 },
  };
  visitors.set(key, visitor);
  return visitor;
}

const SUMS = ['requests', 'errors', 'bytes', 'fetched', 'notFound', 'redirects', 'refused', 'refusedVerified'] as const;

function addPath(tally: TrafficTally, visitor: VisitorTally, name: string, counts: PathTally): void {
  const path = pathIn(tally, visitor, name);
  for (const [rule, count] of counts.forbidden ?? []) addForbidden(visitor, path, rule, count);
  if (path === null) {
    visitor.otherPaths += counts.requests;
    return;
  }
  for (const sum of SUMS) path[sum] += counts[sum];
  setStatus(path, counts.status, counts.last);
}

/** The counts of a path, which begin at zero; null where there are too many. */
function pathIn(tally: TrafficTally, visitor: VisitorTally, name: string): PathTally | null {
  const known = visitor.paths.get(name);
  if (known !== undefined) return known;
  if (visitor.paths.size >= MAX_PATHS || tally.paths >= MAX_ALL_PATHS || name.length > MAX_PATH_LENGTH) return null;
  const path: PathTally = {
    requests: 0,
    errors: 0,
    bytes: 0,
    status: 0,
    last: null,
    fetched: 0,
    notFound: 0,
    redirects: 0,
    refused: 0,
    refusedVerified: 0,
    forbidden: null,
  };
  visitor.paths.set(copyText(name), path);
  tally.paths++;
  return path;
}

/** The newest status by its time; where that is the same or unknown, the later one in the log. */
function setStatus(path: PathTally, status: number, time: number | null): void {
  if (path.last !== null && time !== null && time < path.last) return;
  path.status = status;
  path.last = time ?? path.last;
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number, bound: number): void {
  const known = counts.get(key);
  if (known !== undefined || counts.size < bound) counts.set(key, (known ?? 0) + count);
}

function extend(span: { first: number | null; last: number | null }, time: number | null): void {
  if (time === null) return;
  if (span.first === null || time < span.first) span.first = time;
  if (span.last === null || time > span.last) span.last = time;
}
