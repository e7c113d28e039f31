import { type AgentKey, keyDirectoryUrl, parseKeyDirectory } from '../../../crawlers/verification/vendor-files.ts';
import { fetchPublished, type Outside } from '../../../site/gather/published-file.ts';
import type { Log } from '../../../values/log.ts';
import { type IpRanges, NO_DIRECTORY } from './ip-ranges.ts';

/** Age from which keys are fetched again before they are used, and time between two attempts, in milliseconds. */
const LIFETIME_MS = 60 * 60_000;
const RETRY_MS = 60_000;

/** Keys that were read, and when: milliseconds since 1970. */
type ReadKeys = NonNullable<ReturnType<IpRanges['findKeys']>>;

/** What is known about the keys of an agent. */
export interface KnownKeys {
  /** Null when none were read for a week. */
  readonly keys: readonly AgentKey[] | null;
  /** `new`: read in the last minute. `earlier`: the directory was tried again in the last minute, and could not be read. */
  readonly age: 'new' | 'current' | 'earlier';
}

/**
 * The keys with which agents sign. They are stored when the vendors' files are refreshed, and fetched again when they are used and older
 * than an hour. When that fails, those of the last week stay in use. There are as many agents as the registry has.
 */
export class AgentKeys {
  readonly #stored: Pick<IpRanges, 'findKeys'>;
  readonly #outside: Outside;
  readonly #log: Log;
  readonly #fetched = new Map<string, ReadKeys>();
  /** Times of the last attempts that failed. */
  readonly #failedAt = new Map<string, number>();
  readonly #fetching = new Map<string, Promise<void>>();
  readonly #life = new AbortController();

  constructor(stored: Pick<IpRanges, 'findKeys'>, outside: Outside, log: Log) {
    this.#stored = stored;
    this.#outside = outside;
    this.#log = log;
  }

  /** Returns the keys of an agent; null when they must be fetched. @param now milliseconds since 1970 */
  known(agent: string, now: number): KnownKeys | null {
    const read = this.#read(agent, now);
    const isWithin = (at: number | undefined, limit: number) => at !== undefined && now >= at && now - at < limit;
    if (isWithin(read?.at, RETRY_MS)) return { keys: read?.keys ?? null, age: 'new' };
    if (isWithin(this.#failedAt.get(agent), RETRY_MS)) return { keys: read?.keys ?? null, age: 'earlier' };
    return read !== null && isWithin(read.at, LIFETIME_MS) ? { keys: read.keys, age: 'current' } : null;
  }

  /** Fetches an agent's keys, once for concurrent callers. Never rejects. */
  async fetch(agent: string): Promise<KnownKeys> {
    const fetching = this.#fetching.get(agent) ?? this.#fetch(agent).finally(() => this.#fetching.delete(agent));
    this.#fetching.set(agent, fetching);
    await fetching;
    return this.known(agent, Date.now()) ?? { keys: null, age: 'earlier' };
  }

  stop(): void {
    this.#life.abort();
  }

  /** Returns the keys that were read last, here or by the process that stores them. */
  #read(agent: string, now: number): ReadKeys | null {
    const [fetched, stored] = [this.#fetched.get(agent) ?? null, this.#stored.findKeys(agent, now)];
    return fetched !== null && fetched.at >= (stored?.at ?? 0) ? fetched : stored;
  }

  async #fetch(agent: string): Promise<void> {
    const url = keyDirectoryUrl(agent);
    const published = await fetchPublished(this.#outside, this.#life.signal, url, null);
    const keys = published.kind === 'text' ? parseKeyDirectory(published.text) : null;
    const at = Date.now();
    if (keys !== null) {
      this.#fetched.set(agent, { keys, at });
      return;
    }
    this.#failedAt.set(agent, at);
    if (this.#life.signal.aborted) return;
    const problem = published.kind === 'failed' ? published.problem : NO_DIRECTORY;
    const read = this.#read(agent, at);
    const readAt = read === null ? null : new Date(read.at).toISOString();
    this.#log.warn({ url, problem, keys_read_at: readAt }, 'keys of an agent not read');
  }
}
