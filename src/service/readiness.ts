import type { Log } from '../log.ts';
import type { Heartbeat } from '../store/heartbeat.ts';

/** What was found is told again for so long: who asks often keeps no disk busy. */
const KEPT_MS = 5_000;

const UNREADABLE = 'The store cannot be read.';
const UNWRITABLE = 'The store cannot be written.';
const STOPPING = 'The service is stopping.';

/** Whether the service can do all that it is there for: by reading and writing a row, when somebody asks. */
export class Readiness {
  readonly #heartbeat: Heartbeat;
  readonly #log: Log;
  #looked: { readonly at: number; readonly faults: Promise<readonly string[]> } | null = null;
  #wasReady = true;
  #stopping = false;

  constructor(heartbeat: Heartbeat, log: Log) {
    this.#heartbeat = heartbeat;
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
    const faults: string[] = [];
    const attempt = async (act: () => Promise<void>, fault: string) => {
      try {
        await act();
      } catch (err) {
        faults.push(fault);
        if (this.#wasReady) this.#log.error({ err }, 'not ready');
      }
    };
    await attempt(() => this.#heartbeat.read(), UNREADABLE);
    await attempt(() => this.#heartbeat.beat(new Date().toISOString()), UNWRITABLE);
    if (!this.#wasReady && faults.length === 0) this.#log.info('ready again');
    this.#wasReady = faults.length === 0;
    return faults;
  }
}
