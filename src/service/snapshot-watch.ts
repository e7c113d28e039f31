import type { Log } from '../log.ts';
import type { SnapshotStore } from '../store/snapshots/snapshot-store.ts';

/** Least time between two checks of the store, which are made on request: each is billed by a bucket. */
const KEPT_MS = 30_000;

const UNUSABLE = 'Snapshots cannot be stored or read.';

/**
 * Checks whether the snapshot store is available. The service stays ready without it: audits end without snapshots, and
 * otherwise an unreachable bucket would take every process out of service at once.
 */
export class SnapshotWatch {
  readonly #store: SnapshotStore | null;
  readonly #log: Log;
  #lookedAt: number | null = null;
  #isUsable = true;

  constructor(store: SnapshotStore | null, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /**
   * Returns the features that were unavailable at the last check, a sentence each. A request never waits for a bucket.
   *
   * @param now milliseconds of a monotonic clock
   */
  lacks(now: number): readonly string[] {
    if (this.#lookedAt === null || now - this.#lookedAt >= KEPT_MS) void this.look(now);
    return this.#isUsable ? [] : [UNUSABLE];
  }

  /** Looks at the store, and says in the log when it is not there, or there again. Never rejects. */
  async look(now: number): Promise<void> {
    this.#lookedAt = now;
    if (this.#store === null) return;
    const problem = await this.#store.check().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (problem !== null && this.#isUsable) this.#log.error({ problem }, 'snapshot store not usable');
    if (problem === null && !this.#isUsable) this.#log.info('snapshot store usable again');
    this.#isUsable = problem === null;
  }
}
