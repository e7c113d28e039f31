import type { Log } from '../log.ts';
import type { SnapshotStore } from '../store/snapshot-store.ts';

/** The store is looked at when somebody asks, no oftener than this: a bucket charges for it. */
const KEPT_MS = 30_000;

const UNUSABLE = 'Snapshots cannot be stored or read.';

/**
 * Whether the snapshot store is there. It is no reason not to be ready: audits end without snapshots, and a bucket that
 * cannot be reached would take every process out of service at once.
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
