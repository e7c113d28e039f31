import type { Verification } from '../../store/database.ts';

const ENTRIES = 10_000;
const LIFETIME_MS = 5 * 60_000;

/**
 * Caches verdicts on the addresses of crawlers, for their next visits: each for at least one lifetime and at most two, and at
 * most `2 * entries` of them. In memory only.
 */
export class VerdictCache {
  readonly #entries: number;
  #newer = new Map<string, Verification>();
  #older = new Map<string, Verification>();
  #timer: NodeJS.Timeout | null = null;

  constructor(entries = ENTRIES) {
    this.#entries = entries;
  }

  get(crawler: string, address: string): Verification | undefined {
    const key = `${crawler} ${address}`;
    return this.#newer.get(key) ?? this.#older.get(key);
  }

  set(crawler: string, address: string, verdict: Verification): void {
    this.#timer ??= setInterval(() => this.#age(), LIFETIME_MS).unref();
    if (this.#newer.size >= this.#entries) this.#age();
    this.#newer.set(`${crawler} ${address}`, verdict);
  }

  /** Drops all verdicts. To be called when other addresses are published. */
  clear(): void {
    this.#newer.clear();
    this.#older.clear();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #age(): void {
    this.#older = this.#newer;
    this.#newer = new Map();
  }
}
