import type { Classification } from '../crawlers/classify.ts';
import { type ProbablyAi, probablyAi } from './classify-entry.ts';
import { copyText, type LogEntry } from './log-entry.ts';
import { countedStatus, isFetched, isGet } from './outcome.ts';
import { requestPath } from './request-path.ts';
import { NOT_DECIDED, type RobotsVerdict, withoutRule } from './robots-join.ts';
import type { KnownFetches } from './sitemap-fetches.ts';
import type { Verdict } from './tally.ts';

/** Maximum number of rows with a path while one upload is read, and with a contact address. */
const MAX_ROWS = 20_000;
const MAX_CONTACT_ROWS = 2_000;
/** Maximum number of pages fetched by search crawlers while one upload is read. */
const MAX_FETCHED = 20_000;

/** Requests of a day that have all of this in common. Unknown values are ''. */
export interface TrafficRow {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  /**
   * Without the query. '' for all paths that have no row of their own. Of other bots, which have no paths: the host of a contact address
   * at a company of AI, or ''.
   */
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

/** Maximum rows of a day, without those whose path is ''. */
export interface RowLimits {
  readonly paths: number;
  readonly contacts: number;
}

/** Counts the entries of one upload by day, path, crawler, status and verdicts. Its size is bounded. */
export class Rollup {
  #rows = new Map<string, TrafficRow>();
  #withPath = 0;
  #withContact = 0;
  readonly #fetched = new Map<string, string>();
  #droppedAt = '';

  /** Counts a request of another bot, or of a person. @param contact host of its contact address at a company of AI; null for none */
  addOther({ bytes }: LogEntry, time: number, { class: kind }: Classification, contact: string | null): void {
    const lastAt = new Date(time).toISOString();
    this.#add({
      ...{
        day: lastAt.slice(0, 10),
        path: contact === null ? '' : copyText(contact),
        class: kind,
        crawler: '',
        vendor: '',
      },
      ...{ status: 0, verdict: '', robots: NOT_DECIDED, requests: 1, bytes, lastAt },
    });
  }

  /** Counts a request of an AI crawler, or of a person whom an assistant sent. @param time of the entry, in milliseconds since the epoch */
  add(entry: LogEntry, time: number, by: Classification, verdict: Verdict, robots: RobotsVerdict): void {
    const lastAt = new Date(time).toISOString();
    const day = lastAt.slice(0, 10);
    const { bytes } = entry;
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
    this.#withContact = 0;
    for (const row of rows.values()) {
      const isDoubted = row.verdict === 'spoofed';
      this.#add(isDoubted ? { ...row, verdict: 'unverified' } : row);
    }
  }

  /** Returns rows in any order, on each day those with the most requests. */
  rows({ paths, contacts }: RowLimits): TrafficRow[] {
    const days = Map.groupBy(this.#rows.values(), (row) => `${row.day} ${isOfOtherBot(row)}`);
    return [...days.values()].flatMap((rows) => withTopPaths(rows, rows.some(isOfOtherBot) ? contacts : paths));
  }

  /** Requests of unknown programs by the host of their contact address at a company of AI, most first. */
  contacts(): ProbablyAi[] {
    const requests = new Map<string, number>();
    for (const row of this.#rows.values()) {
      if (row.path !== '' && isOfOtherBot(row)) requests.set(row.path, (requests.get(row.path) ?? 0) + row.requests);
    }
    return probablyAi(requests);
  }

  /** Last fetch of each page by an AI search crawler. */
  fetches(): KnownFetches {
    return { pages: this.#fetched, droppedAt: this.#droppedAt };
  }

  #add(row: TrafficRow): void {
    const known = this.#rows.get(toKey(row));
    if (known !== undefined) addRow(known, row);
    else if (row.path !== '' && this.#isFull(row)) this.#add(withoutPath(row));
    else {
      if (row.path !== '') isOfOtherBot(row) ? this.#withContact++ : this.#withPath++;
      this.#rows.set(toKey(row), { ...row });
    }
  }

  #isFull(row: TrafficRow): boolean {
    return isOfOtherBot(row) ? this.#withContact >= MAX_CONTACT_ROWS : this.#withPath >= MAX_ROWS;
  }

  #addFetch(path: string, at: string): void {
    const known = this.#fetched.get(path);
    if (path !== '' && (known !== undefined || this.#fetched.size < MAX_FETCHED)) {
      if (known === undefined || known < at) this.#fetched.set(path, at);
    } else if (at > this.#droppedAt) this.#droppedAt = at;
  }
}

function isOfOtherBot(row: TrafficRow): boolean {
  return row.class === 'traditional_bot';
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
    const known = sums.get(toKey(row));
    if (known === undefined) sums.set(toKey(row), { ...row });
    else addRow(known, row);
  }
  return [...sums.values()];
}

function addRow(to: TrafficRow, { requests, bytes, lastAt }: TrafficRow): void {
  to.requests += requests;
  to.bytes += bytes;
  if (lastAt > to.lastAt) to.lastAt = lastAt;
}

function toKey({ day, path, class: kind, crawler, vendor, status, verdict, robots }: TrafficRow): string {
  return `${day} ${kind} ${status} ${verdict} ${path} ${crawler}\n${vendor}\n${robots}`;
}
