import { type AgentKey, keyDirectoryUrl, parseKeyDirectory } from '../../../crawlers/verification/vendor-files.ts';
import type { Log } from '../../../log.ts';
import { fetchPublished, type Outside } from './outside.ts';

/** A directory is asked for again after this, and sooner when a key is missing in it or it could not be read. */
const LIFETIME_MS = 60 * 60_000;
const SHORT_LIFETIME_MS = 60_000;

interface Kept {
  /** Null when they could not be read. */
  readonly keys: readonly AgentKey[] | null;
  readonly at: number;
}

/** The keys with which agents sign, in memory alone. There are as many agents as the registry has. */
export class AgentKeys {
  readonly #outside: Outside;
  readonly #log: Log;
  readonly #kept = new Map<string, Kept>();
  readonly #asking = new Map<string, Promise<readonly AgentKey[] | null>>();
  readonly #life = new AbortController();

  constructor(outside: Outside, log: Log) {
    this.#outside = outside;
    this.#log = log;
  }

  /**
   * What is known of an agent's keys without asking. @param now milliseconds since 1970
   * @returns null when it must be asked; `keys` is null when that was in vain a short while ago
   */
  known(agent: string, now: number): { readonly keys: readonly AgentKey[] | null; readonly isNew: boolean } | null {
    const kept = this.#kept.get(agent);
    if (kept === undefined) return null;
    const age = now - kept.at;
    const isNew = age >= 0 && age < SHORT_LIFETIME_MS;
    if (!isNew && (kept.keys === null || age < 0 || age >= LIFETIME_MS)) return null;
    return { keys: kept.keys, isNew };
  }

  /** Asks for an agent's keys; null when they cannot be read. Asks once for all who want to know. Never rejects. */
  ask(agent: string): Promise<readonly AgentKey[] | null> {
    let asking = this.#asking.get(agent);
    if (asking === undefined) {
      asking = this.#fetch(agent).finally(() => this.#asking.delete(agent));
      this.#asking.set(agent, asking);
    }
    return asking;
  }

  stop(): void {
    this.#life.abort();
  }

  async #fetch(agent: string): Promise<readonly AgentKey[] | null> {
    const url = keyDirectoryUrl(agent);
    const published = await fetchPublished(this.#outside, this.#life.signal, url, null);
    const keys = published.kind === 'text' ? parseKeyDirectory(published.text) : null;
    const problem =
      published.kind === 'failed' ? published.problem : keys === null ? 'It is no directory of keys.' : null;
    if (problem !== null && !this.#life.signal.aborted) this.#log.warn({ url, problem }, 'keys of an agent not read');
    this.#kept.set(agent, { keys, at: Date.now() });
    return keys;
  }
}
