import type { Log } from '../log.ts';
import type { Heartbeat } from '../store/heartbeat.ts';
import { StoreDamaged } from '../store/unwritable.ts';

/** Lifetime of a cached result, so that frequent checks cause no load on the disk. */
const KEPT_MS = 5_000;

const UNREADABLE = 'The store cannot be read.';
const UNWRITABLE = 'The store cannot be written.';
const DAMAGED = 'The store is damaged: whoever runs this service must restore a backup.';
const STOPPING = 'The service is stopping.';

/** Whether the service can do all that it is there for: by reading and writing a row, when somebody asks. */
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
   * Why the service is not ready, a sentence for each part that is not; none when it is.
   * @param now milliseconds of a clock that is never set
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
