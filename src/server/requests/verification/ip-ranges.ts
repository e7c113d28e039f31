import pLimit from 'p-limit';
import { CRAWLERS } from '../../../crawlers/registry.ts';
import { AddressSet, formatIpRange, parseIpRange } from '../../../crawlers/verification/address-set.ts';
import type { KnownRanges } from '../../../crawlers/verification/judge-visit.ts';
import {
  type AgentKey,
  formatKeyDirectory,
  keyDirectoryUrl,
  parseIpRanges,
  parseKeyDirectory,
} from '../../../crawlers/verification/vendor-files.ts';
import { fetchPublished, type Outside } from '../../../site/gather/published-file.ts';
import type { Log } from '../../../values/log.ts';
import type { Parsed } from '../../../values/parsed.ts';
import type { IpRangeFileRow, IpRangeFileStore } from '../../store/ip-range-files.ts';

const HOUR_MS = 3_600_000;
/** Age after which a file is fetched again. A file that could not be read is fetched again at the next check. */
const DUE_MS = 20 * HOUR_MS;
/** Age up to which a file proves that an address is not the vendor's, and up to which its keys are used. */
const CURRENT_MS = 7 * 24 * HOUR_MS;
const POLL_MS = 60_000;
/** Problem of a file that should be a directory of keys: the end of a sentence. */
export const NO_DIRECTORY = 'it is not a directory of keys';
/** Files fetched at once. */
const FETCHED_AT_ONCE = 4;

/** Maximum number of problems listed in one log line; the others are only counted. */
const MAX_TOLD = 3;

/** The files of all crawlers whose visits are judged, those of different hosts first. */
const RANGE_FILES: readonly string[] = byHostInTurn([
  ...new Set(CRAWLERS.flatMap(({ visitClass, ipRanges }) => (visitClass === 'ai_bot' ? ipRanges : []))),
]);

/** The directories of the keys with which crawlers sign. */
const KEY_DIRECTORIES: ReadonlySet<string> = new Set(
  CRAWLERS.flatMap(({ signatureAgents }) => signatureAgents.map(keyDirectoryUrl)),
);
const FILES = [...RANGE_FILES, ...KEY_DIRECTORIES];

/** When this many hosts are unreachable and none responded, the network is presumed down and the rest is skipped. */
const HOSTS_TRIED = FETCHED_AT_ONCE;

/** Tells an outage of our own network from vendors that cannot be reached. */
class Network {
  readonly #unreached = new Set<string>();
  #isReached = false;

  observe(url: string, isReached: boolean): void {
    if (isReached) this.#isReached = true;
    else this.#unreached.add(new URL(url).host);
  }

  get isDown(): boolean {
    return !this.#isReached && this.#unreached.size >= HOSTS_TRIED;
  }
}

function byHostInTurn(urls: readonly string[]): string[] {
  const seen = new Map<string, number>();
  const ranked = urls.map((url) => {
    const { host } = new URL(url);
    const rank = seen.get(host) ?? 0;
    seen.set(host, rank + 1);
    return { url, rank };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ url }) => url);
}

/** Results of fetching the files. */
export interface Refreshed {
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
}

interface Loaded {
  readonly row: IpRangeFileRow;
  /** Empty for a directory of keys, as `keys` are for other files. */
  readonly addresses: AddressSet;
  readonly keys: readonly AgentKey[];
}

/**
 * The addresses and the keys that vendors publish for their crawlers. One process fetches them and stores them for all. When a file
 * cannot be read, its last version stays in use.
 */
export class IpRanges {
  readonly #files: IpRangeFileStore;
  readonly #outside: Outside;
  readonly #log: Log;
  readonly #onChange: () => void;
  readonly #life = new AbortController();
  #loaded = new Map<string, Loaded>();
  /** Problems of the files that could not be read last. */
  readonly #problems = new Map<string, string>();
  /** Problems that are not logged yet. */
  readonly #newProblems = new Map<string, string>();
  #loading: Promise<void> | null = null;
  #refreshing: Promise<Refreshed> | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** @param onChange called when other addresses are known than before */
  constructor(files: IpRangeFileStore, outside: Outside, log: Log, onChange: () => void) {
    this.#files = files;
    this.#outside = outside;
    this.#log = log;
    this.#onChange = onChange;
  }

  /**
   * Returns the ranges of a file; undefined if it was never read.
   *
   * @param now milliseconds since 1970
   */
  of(url: string, now: number): KnownRanges | undefined {
    const loaded = this.#loaded.get(url);
    if (loaded === undefined) return undefined;
    return { addresses: loaded.addresses, isCurrent: now - Date.parse(loaded.row.fetchedAt) < CURRENT_MS };
  }

  /** Returns the keys of an agent and when they were fetched, in milliseconds since 1970; null if they were not fetched for a week. */
  findKeys(agent: string, now: number): { readonly keys: readonly AgentKey[]; readonly at: number } | null {
    const url = keyDirectoryUrl(agent);
    const loaded = this.#loaded.get(url);
    if (loaded === undefined || !this.of(url, now)?.isCurrent) return null;
    return { keys: loaded.keys, at: Date.parse(loaded.row.fetchedAt) };
  }

  /** Counts the files that were read lately, not lately, or never. */
  counts(now: number): { current: number; old: number; missing: number } {
    const counts = { current: 0, old: 0, missing: 0 };
    for (const url of FILES) {
      const known = this.of(url, now);
      counts[known === undefined ? 'missing' : known.isCurrent ? 'current' : 'old'] += 1;
    }
    return counts;
  }

  /** Loads the files from the store, now and every minute. Never rejects. */
  async follow(): Promise<void> {
    this.#timer ??= setInterval(() => void this.#load(), POLL_MS).unref();
    await this.#load();
  }

  /** Fetches and stores the files that were not fetched lately. @throws when the store cannot be used */
  refresh(now = Date.now()): Promise<Refreshed> {
    this.#refreshing ??= this.#refresh(now).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Starts no more requests. Resolves when none uses the store. */
  async stop(): Promise<void> {
    this.#life.abort();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#refreshing?.catch(() => undefined);
    await this.#loading;
  }

  async #refresh(now: number): Promise<Refreshed> {
    const known = new Map((await this.#files.list()).map((row) => [row.url, row]));
    const isDue = (url: string) => {
      const row = known.get(url);
      return row === undefined || Math.abs(now - Date.parse(row.fetchedAt)) >= DUE_MS;
    };
    const due = FILES.filter(isDue);
    const refreshed = { changed: 0, unchanged: 0, failed: 0 };
    const network = new Network();
    await pLimit(FETCHED_AT_ONCE).map(due, async (url) => {
      if (this.#life.signal.aborted) return;
      const result = network.isDown ? 'failed' : await this.#refreshOne(url, known.get(url), now, network);
      refreshed[result] += 1;
    });
    if (due.length > 0) this.#logRefresh(refreshed);
    await this.#loading;
    await this.#load();
    return refreshed;
  }

  async #refreshOne(
    url: string,
    known: IpRangeFileRow | undefined,
    now: number,
    network: Network,
  ): Promise<keyof Refreshed> {
    const published = await fetchPublished(this.#outside, this.#life.signal, url, known?.etag ?? null);
    network.observe(url, published.kind !== 'failed' || published.hasResponse);
    const fetchedAt = new Date(now).toISOString();
    if (published.kind === 'unchanged') {
      this.#problems.delete(url);
      await this.#files.confirm(url, fetchedAt);
      return 'unchanged';
    }
    if (published.kind === 'failed') return this.#leave(url, published.problem);
    const parsed = parseLines(url, published.text);
    if (!parsed.ok) return this.#leave(url, parsed.problem);
    this.#problems.delete(url);
    const isSame = known !== undefined && (await this.#files.findRanges(url))?.join() === parsed.lines.join();
    const changedAt = isSame ? known.changedAt : fetchedAt;
    await this.#files.put({ url, etag: published.etag, fetchedAt, changedAt }, parsed.lines);
    return isSame ? 'unchanged' : 'changed';
  }

  /** Leaves the last version of a file unchanged. Its problem is logged once, not each hour. */
  #leave(url: string, problem: string): 'failed' {
    if (this.#life.signal.aborted || this.#problems.get(url) === problem) return 'failed';
    this.#problems.set(url, problem);
    this.#newProblems.set(url, problem);
    return 'failed';
  }

  /** Logs one line for all files, because without a network none of them can be read. */
  #logRefresh(refreshed: Refreshed): void {
    if (this.#newProblems.size === 0) {
      this.#log.info(refreshed, 'address ranges of crawlers');
      return;
    }
    const problems = Object.fromEntries([...this.#newProblems].slice(0, MAX_TOLD));
    this.#newProblems.clear();
    this.#log.warn({ ...refreshed, problems }, 'address ranges of crawlers not read');
  }

  /** At most one load runs at a time. */
  #load(): Promise<void> {
    this.#loading ??= this.#loadChanged()
      .catch((err: unknown) => this.#log.error({ err }, 'address ranges of crawlers'))
      .finally(() => {
        this.#loading = null;
      });
    return this.#loading;
  }

  async #loadChanged(): Promise<void> {
    const loaded = new Map<string, Loaded>();
    let isChanged = false;
    for (const row of await this.#files.list()) {
      const before = this.#loaded.get(row.url);
      if (before?.row.changedAt === row.changedAt) {
        loaded.set(row.url, { ...before, row });
        continue;
      }
      const lines = (await this.#files.findRanges(row.url)) ?? [];
      const keys = KEY_DIRECTORIES.has(row.url) ? (parseKeyDirectory(lines.join('\n')) ?? []) : [];
      loaded.set(row.url, { row, addresses: new AddressSet(lines.flatMap((text) => parseIpRange(text) ?? [])), keys });
      isChanged = true;
    }
    this.#loaded = loaded;
    if (isChanged) this.#onChange();
  }
}

/** Reads a file as the lines that are stored: ranges, or a directory of keys. */
function parseLines(url: string, text: string): Parsed<{ lines: string[] }> {
  if (KEY_DIRECTORIES.has(url)) {
    const keys = parseKeyDirectory(text);
    return keys === null ? { ok: false, problem: NO_DIRECTORY } : { ok: true, lines: [formatKeyDirectory(keys)] };
  }
  const parsed = parseIpRanges(text);
  return parsed.ok ? { ok: true, lines: parsed.ranges.map(formatIpRange) } : parsed;
}

/** Address ranges that vendors publish for their crawlers, as plain data. */
export interface PublishedRanges {
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** By URL of the file, in CIDR notation. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

/** A file that could not be read. `problem` is one sentence, or the end of one. */
export interface UnreadFile {
  readonly url: string;
  readonly problem: string;
}

/** Fetches the files of all vendors once. Never rejects. @param onFile called after each file */
export async function fetchRanges(
  outside: Pick<Outside, 'fetching' | 'about'>,
  onFile: (done: number, of: number) => void,
): Promise<{ readonly ranges: PublishedRanges; readonly unread: readonly UnreadFile[] }> {
  const files: Record<string, readonly string[]> = {};
  const unread: UnreadFile[] = [];
  const fetchedAt = Date.now();
  const { signal } = new AbortController();
  let done = 0;
  await pLimit(FETCHED_AT_ONCE).map(RANGE_FILES, async (url) => {
    const published = await fetchPublished(outside, signal, url, null);
    const parsed = published.kind === 'text' ? parseIpRanges(published.text) : null;
    if (parsed?.ok) files[url] = parsed.ranges.map(formatIpRange);
    else unread.push({ url, problem: parsed?.problem ?? (published.kind === 'failed' ? published.problem : '') });
    onFile(++done, RANGE_FILES.length);
  });
  return { ranges: { fetchedAt, files }, unread };
}
