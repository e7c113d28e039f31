import type { Verification } from '../../store/database.ts';

const ENTRIES = 10_000;
const LIFETIME_MS = 5 * 60_000;

/**
 * What was found out of an address, for the visits that come from it next: for at least one lifetime and at most two, and of
 * at most `2 * entries`. Nothing of it is ever written down.
 */
export class VerdictMemory {
  readonly #entries: number;
  #younger = new Map<string, Verification>();
  #elder = new Map<string, Verification>();
  #timer: NodeJS.Timeout | null = null;

  constructor(entries = ENTRIES) {
    this.#entries = entries;
  }

  get(name: string): Verification | undefined {
    return this.#younger.get(name) ?? this.#elder.get(name);
  }

  set(name: string, verdict: Verification): void {
    this.#timer ??= setInterval(() => this.#age(), LIFETIME_MS).unref();
    if (this.#younger.size >= this.#entries) this.#age();
    this.#younger.set(name, verdict);
  }

  /** To be called when what verdicts rest on has changed. */
  clear(): void {
    this.#younger.clear();
    this.#elder.clear();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #age(): void {
    this.#elder = this.#younger;
    this.#younger = new Map();
  }
}
