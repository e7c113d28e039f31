import type { Classification } from '../crawlers/classify.ts';
import { copyOf, type LogEntry } from './log-entry.ts';

/** Most different paths that are counted for each crawler or assistant. Requests for others are counted together. */
const MAX_PATHS = 10_000;
/** Most different days that are counted. Real logs have fewer; forged times must not take memory. */
const MAX_DAYS = 3_660;
/** Most crawlers and assistants. The registry has fewer; the bound protects from a mistake there. */
const MAX_VISITORS = 1_000;

const DAY_MS = 86_400_000;

export type Verdict = 'verified' | 'unverified' | 'spoofed';

/** Requests for one path. */
export interface PathTally {
  requests: number;
  /** Responses with 4xx or 5xx. */
  errors: number;
  bytes: number;
  /** Status of the newest response. */
  status: number;
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
  /** Requests for paths beyond the first {@link MAX_PATHS}. */
  otherPaths: number;
  readonly verdicts: Record<Verdict, number>;
}

/** What a log came to. Its size depends on the days, crawlers and paths in the log, which are bounded, and not on its length. */
export interface TrafficTally {
  /** Requests by class. */
  readonly classes: Record<Classification['class'], number>;
  /** By class, vendor and crawler: AI crawlers and referrals alone. */
  readonly visitors: Map<string, VisitorTally>;
  first: number | null;
  last: number | null;
}

export function emptyTally(): TrafficTally {
  return {
    classes: { ai_bot: 0, ai_referral: 0, traditional_bot: 0, human: 0 },
    visitors: new Map(),
    first: null,
    last: null,
  };
}

/** Counts one request. */
export function addEntry(tally: TrafficTally, entry: LogEntry, by: Classification, verdict: Verdict): void {
  tally.classes[by.class]++;
  extend(tally, entry.time);
  if (by.class !== 'ai_bot' && by.class !== 'ai_referral') return;
  const visitor = visitorOf(tally, by);
  if (visitor === null) return;
  visitor.requests++;
  visitor.bytes += entry.bytes;
  visitor.verdicts[verdict]++;
  extend(visitor, entry.time);
  add(visitor.statuses, entry.status, 1, 1_000);
  if (entry.time !== null) add(visitor.days, Math.floor(entry.time / DAY_MS), 1, MAX_DAYS);
  addPath(visitor, pathOf(entry.target), {
    requests: 1,
    errors: entry.status >= 400 ? 1 : 0,
    bytes: entry.bytes,
    status: entry.status,
  });
}

/** Adds the counts of another part of the same logs. */
export function mergeTally(into: TrafficTally, from: TrafficTally): void {
  for (const name of ['ai_bot', 'ai_referral', 'traditional_bot', 'human'] as const) {
    into.classes[name] += from.classes[name];
  }
  extend(into, from.first);
  extend(into, from.last);
  for (const other of from.visitors.values()) {
    const visitor = visitorOf(into, other);
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
    for (const [path, counts] of other.paths) addPath(visitor, path, counts);
    visitor.otherPaths += other.otherPaths;
  }
}

function visitorOf({ visitors }: TrafficTally, by: Classification): VisitorTally | null {
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
    verdicts: { verified: 0, unverified: 0, spoofed: 0 },
  };
  visitors.set(key, visitor);
  return visitor;
}

function addPath(visitor: VisitorTally, path: string, counts: PathTally): void {
  const known = visitor.paths.get(path);
  if (known !== undefined) {
    known.requests += counts.requests;
    known.errors += counts.errors;
    known.bytes += counts.bytes;
    known.status = counts.status;
  } else if (visitor.paths.size < MAX_PATHS) {
    visitor.paths.set(copyOf(path), { ...counts });
  } else visitor.otherPaths += counts.requests;
}

function add(counts: Map<number, number>, key: number, count: number, bound: number): void {
  const known = counts.get(key);
  if (known !== undefined || counts.size < bound) counts.set(key, (known ?? 0) + count);
}

function extend(span: { first: number | null; last: number | null }, time: number | null): void {
  if (time === null) return;
  if (span.first === null || time < span.first) span.first = time;
  if (span.last === null || time > span.last) span.last = time;
}

function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}
