import type { Verification } from '../../../store/database.ts';

const ENTRIES = 10_000;
const LIFETIME_MS = 5 * 60_000;

/**
 * What was found out of addresses that crawlers came from, for the visits that come from them next: for at least one lifetime
 * and at most two, and of at most `2 * entries`. Nothing of it is ever written down.
 */
export class VerdictCache {
  readonly #entries: number;
  #younger = new Verdicts();
  #elder = new Verdicts();
  #timer: NodeJS.Timeout | null = null;

  constructor(entries = ENTRIES) {
    this.#entries = entries;
  }

  get(crawler: string, address: string): Verification | undefined {
    return this.#younger.get(crawler, address) ?? this.#elder.get(crawler, address);
  }

  set(crawler: string, address: string, verdict: Verification): void {
    this.#timer ??= setInterval(() => this.#age(), LIFETIME_MS).unref();
    if (this.#younger.size >= this.#entries) this.#age();
    this.#younger.set(crawler, address, verdict);
  }

  /** To be called when what verdicts rest on has changed. */
  clear(): void {
    this.#younger = new Verdicts();
    this.#elder = new Verdicts();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #age(): void {
    this.#elder = this.#younger;
    this.#younger = new Verdicts();
  }
}

/** By crawler, then by address: a name made of both would have to be made for each visit. */
class Verdicts {
  readonly #of = new Map<string, Map<string, Verification>>();
  size = 0;

  get(crawler: string, address: string): Verification | undefined {
    return this.#of.get(crawler)?.get(address);
  }

  set(crawler: string, address: string, verdict: Verification): void {
    let verdicts = this.#of.get(crawler);
    if (verdicts === undefined) {
      verdicts = new Map();
      this.#of.set(crawler, verdicts);
    }
    this.size -= verdicts.size;
    verdicts.set(address, verdict);
    this.size += verdicts.size;
  }
}
