import type { Classification } from '../crawlers/classify.ts';
import type { LogEntry } from './log-entry.ts';
import { countedStatus, isFetched, isGet } from './outcome.ts';
import { requestPath } from './request-path.ts';
import { NOT_DECIDED, type RobotsVerdict, withoutRule } from './robots-join.ts';
import type { Verdict } from './tally.ts';

/** Maximum number of rows with a path while one upload is read. */
const MAX_ROWS = 20_000;
/** Maximum number of pages fetched by search crawlers while one upload is read. */
const MAX_FETCHED = 20_000;

/** Requests of a day that have all of this in common. Unknown values are ''. */
export interface TrafficRow {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  /** Without the query. '' for all paths that have no row of their own. */
  readonly path: string;
  readonly class: Classification['class'];
  readonly crawler: string;
  readonly vendor: string;
  /** See {@link countedStatus}. */
  readonly status: number;
  /** '' for others than AI crawlers. */
  readonly verdict: Verdict | '';
  /** Without a path, rules are not told apart. */
  readonly robots: RobotsVerdict;
  requests: number;
  bytes: number;
  /** ISO 8601 UTC. */
  lastAt: string;
}

/** Counts the entries of one upload by day, path, crawler, status and verdicts. Its size is bounded. */
export class Rollup {
  #rows = new Map<string, TrafficRow>();
  #withPath = 0;
  readonly #fetched = new Map<string, string>();
  #droppedAt = '';

  /** Counts a request. @param time of the entry, in milliseconds since the epoch */
  add(entry: LogEntry, time: number, by: Classification, verdict: Verdict, robots: RobotsVerdict): void {
    const lastAt = new Date(time).toISOString();
    const day = lastAt.slice(0, 10);
    const { bytes } = entry;
    if (by.class !== 'ai_bot' && by.class !== 'ai_referral') {
      const row = { day, path: '', class: by.class, crawler: '', vendor: '', status: 0, verdict: '' } as const;
      this.#add({ ...row, robots: NOT_DECIDED, requests: 1, bytes, lastAt });
      return;
    }
    const path = requestPath(entry.target) ?? '';
    const status = countedStatus(entry.status);
    const isBot = by.class === 'ai_bot';
    this.#add({
      day,
      path,
      class: by.class,
      crawler: by.crawler ?? '',
      vendor: by.vendor ?? '',
      status,
      verdict: isBot ? verdict : '',
      robots: isBot ? (path === '' ? withoutRule(robots) : robots) : NOT_DECIDED,
      requests: 1,
      bytes,
      lastAt,
    });
    if (isBot && by.purpose === 'search' && verdict !== 'spoofed' && isGet(entry.method) && isFetched(status))
      this.#addFetch(path, lastAt);
  }

  /** Returns whether a request of an AI crawler got a verdict. */
  has(verdict: Verdict): boolean {
    return this.#rows.values().some((row) => row.verdict === verdict);
  }

  /** Counts impostors as unverified: for a log whose addresses may be those of a proxy. */
  doubtAddresses(): void {
    const rows = this.#rows;
    this.#rows = new Map();
    this.#withPath = 0;
    for (const row of rows.values()) {
      const isDoubted = row.verdict === 'spoofed';
      this.#add(isDoubted ? { ...row, verdict: 'unverified' } : row);
    }
  }

  /** Returns rows in any order, on each day at most `max` with a path: those with the most requests. */
  rows(max: number): TrafficRow[] {
    const days = Map.groupBy(this.#rows.values(), ({ day }) => day);
    return [...days.values()].flatMap((rows) => withTopPaths(rows, max));
  }

  /** Last fetch of each page by an AI search crawler; `droppedAt` is the last fetch of a page that is not listed, or ''. */
  fetches(): { readonly pages: ReadonlyMap<string, string>; readonly droppedAt: string } {
    return { pages: this.#fetched, droppedAt: this.#droppedAt };
  }

  #add(row: TrafficRow): void {
    const known = this.#rows.get(keyOf(row));
    if (known !== undefined) addRow(known, row);
    else if (row.path !== '' && this.#withPath >= MAX_ROWS) this.#add(withoutPath(row));
    else {
      if (row.path !== '') this.#withPath++;
      this.#rows.set(keyOf(row), { ...row });
    }
  }

  #addFetch(path: string, at: string): void {
    const known = this.#fetched.get(path);
    if (path !== '' && (known !== undefined || this.#fetched.size < MAX_FETCHED)) {
      if (known === undefined || known < at) this.#fetched.set(path, at);
    } else if (at > this.#droppedAt) this.#droppedAt = at;
  }
}

function withTopPaths(rows: readonly TrafficRow[], max: number): TrafficRow[] {
  const withPath = rows.filter(({ path }) => path !== '');
  if (withPath.length <= max) return [...rows];
  const ordered = withPath.toSorted((a, b) => b.requests - a.requests || (a.path < b.path ? -1 : 1));
  const rest = rows.filter(({ path }) => path === '');
  return [...ordered.slice(0, max), ...sumRows([...rest, ...ordered.slice(max).map(withoutPath)])];
}

function withoutPath(row: TrafficRow): TrafficRow {
  return { ...row, path: '', robots: withoutRule(row.robots) };
}

/** Sums rows that have everything but their counts in common. */
function sumRows(rows: readonly TrafficRow[]): TrafficRow[] {
  const sums = new Map<string, TrafficRow>();
  for (const row of rows) {
    const known = sums.get(keyOf(row));
    if (known === undefined) sums.set(keyOf(row), { ...row });
    else addRow(known, row);
  }
  return [...sums.values()];
}

function addRow(to: TrafficRow, { requests, bytes, lastAt }: TrafficRow): void {
  to.requests += requests;
  to.bytes += bytes;
  if (lastAt > to.lastAt) to.lastAt = lastAt;
}

function keyOf({ day, path, class: kind, crawler, vendor, status, verdict, robots }: TrafficRow): string {
  return `${day} ${kind} ${status} ${verdict} ${path} ${crawler}\n${vendor}\n${robots}`;
}
