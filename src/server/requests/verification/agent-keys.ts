import { type AgentKey, keyDirectoryUrl, parseKeyDirectory } from '../../../crawlers/verification/vendor-files.ts';
import { fetchPublished, type Outside } from '../../../site/gather/published-file.ts';
import type { Log } from '../../../values/log.ts';

/** Lifetime of a directory, and of one that lacks a key or could not be read, in milliseconds. */
const LIFETIME_MS = 60 * 60_000;
const SHORT_LIFETIME_MS = 60_000;

interface CachedKeys {
  /** Null when they could not be read. */
  readonly keys: readonly AgentKey[] | null;
  readonly at: number;
}

/** Caches the keys with which agents sign, in memory. There are as many agents as the registry has. */
export class AgentKeys {
  readonly #outside: Outside;
  readonly #log: Log;
  readonly #cached = new Map<string, CachedKeys>();
  readonly #fetching = new Map<string, Promise<readonly AgentKey[] | null>>();
  readonly #life = new AbortController();

  constructor(outside: Outside, log: Log) {
    this.#outside = outside;
    this.#log = log;
  }

  /**
   * Returns the cached keys of an agent. @param now milliseconds since 1970
   * @returns null when they must be fetched; `keys` is null when fetching them failed lately
   */
  known(agent: string, now: number): { readonly keys: readonly AgentKey[] | null; readonly isNew: boolean } | null {
    const cached = this.#cached.get(agent);
    if (cached === undefined) return null;
    const age = now - cached.at;
    const isNew = age >= 0 && age < SHORT_LIFETIME_MS;
    if (!isNew && (cached.keys === null || age < 0 || age >= LIFETIME_MS)) return null;
    return { keys: cached.keys, isNew };
  }

  /** Fetches an agent's keys, once for concurrent callers; null when they cannot be read. Never rejects. */
  fetch(agent: string): Promise<readonly AgentKey[] | null> {
    const fetching = this.#fetching.get(agent) ?? this.#fetch(agent).finally(() => this.#fetching.delete(agent));
    this.#fetching.set(agent, fetching);
    return fetching;
  }

  stop(): void {
    this.#life.abort();
  }

  async #fetch(agent: string): Promise<readonly AgentKey[] | null> {
    const url = keyDirectoryUrl(agent);
    const published = await fetchPublished(this.#outside, this.#life.signal, url, null);
    const keys = published.kind === 'text' ? parseKeyDirectory(published.text) : null;
    const problem =
      published.kind === 'failed' ? published.problem : keys === null ? 'It is not a directory of keys.' : null;
    if (problem !== null && !this.#life.signal.aborted) this.#log.warn({ url, problem }, 'keys of an agent not read');
    this.#cached.set(agent, { keys, at: Date.now() });
    return keys;
  }
}
