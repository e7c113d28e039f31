import type { Log } from '../log.ts';
import type { Heartbeat } from '../store/heartbeat.ts';
import { StoreDamaged } from '../store/unwritable.ts';

/** Lifetime of a cached result, so that frequent checks cause no load on the disk. */
const KEPT_MS = 5_000;

const UNREADABLE = 'The store cannot be read.';
const UNWRITABLE = 'The store cannot be written.';
const DAMAGED = 'The store is damaged: whoever runs this service must restore a backup.';
const STOPPING = 'The service is stopping.';

/** Checks whether all parts of the service work, by writing and reading a row when the status is requested. */
export class Readiness {
  readonly #heartbeat: Heartbeat;
  readonly #hasFoundCorruption: () => boolean;
  readonly #log: Log;
  #looked: { readonly at: number; readonly faults: Promise<readonly string[]> } | null = null;
  #wasReady = true;
  #stopping = false;

  /** @param hasFoundCorruption whether any statement has found the store's data corrupt since the start */
  constructor(heartbeat: Heartbeat, hasFoundCorruption: () => boolean, log: Log) {
    this.#heartbeat = heartbeat;
    this.#hasFoundCorruption = hasFoundCorruption;
    this.#log = log;
  }

  /** From now on the service is not ready. */
  stop(): void {
    this.#stopping = true;
  }

  /**
   * Returns the reasons why the service is not ready, a sentence each; none when it is ready.
   *
   * @param now milliseconds of a monotonic clock
   */
  async faults(now: number): Promise<readonly string[]> {
    if (this.#stopping) return [STOPPING];
    if (this.#looked === null || now - this.#looked.at >= KEPT_MS) this.#looked = { at: now, faults: this.#look() };
    return this.#looked.faults;
  }

  async #look(): Promise<readonly string[]> {
    const faults = new Set<string>();
    const attempt = async (act: () => Promise<void>, fault: string) => {
      try {
        await act();
      } catch (err) {
        faults.add(err instanceof StoreDamaged ? DAMAGED : fault);
        if (this.#wasReady) this.#log.error({ err }, 'not ready');
      }
    };
    await attempt(() => this.#heartbeat.read(), UNREADABLE);
    await attempt(() => this.#heartbeat.beat(new Date().toISOString()), UNWRITABLE);
    if (this.#hasFoundCorruption() && !faults.has(DAMAGED)) {
      faults.add(DAMAGED);
      if (this.#wasReady) this.#log.error({ reason: DAMAGED }, 'not ready');
    }
    if (!this.#wasReady && faults.size === 0) this.#log.info('ready again');
    this.#wasReady = faults.size === 0;
    return [...faults];
  }
}
