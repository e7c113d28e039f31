import type { Log } from '../values/log.ts';
import type { Heartbeat } from './store/heartbeat.ts';
import type { SnapshotStore } from './store/snapshots/snapshot-store.ts';
import { StoreDamaged } from './store/unwritable.ts';

/** Lifetime of a cached result, so that frequent checks cause no load on the disk. */
const CACHED_MS = 5_000;

const UNREADABLE = 'The store cannot be read.';
const UNWRITABLE = 'The store cannot be written.';
const DAMAGED = 'The database is damaged. The operator of this service must restore a backup.';
const STOPPING = 'The service is stopping.';

/** Checks whether all parts of the service work, by writing and reading a row when the status is requested. */
export class Readiness {
  readonly #heartbeat: Heartbeat;
  readonly #hasFoundCorruption: () => boolean;
  readonly #log: Log;
  #cached: { readonly at: number; readonly faults: Promise<readonly string[]> } | null = null;
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
    if (this.#cached === null || now - this.#cached.at >= CACHED_MS) this.#cached = { at: now, faults: this.#check() };
    return this.#cached.faults;
  }

  async #check(): Promise<readonly string[]> {
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

/** Minimum interval between two checks of the snapshot store: each is billed by a bucket. */
const SNAPSHOT_CHECK_MS = 30_000;

const SNAPSHOTS_UNUSABLE = 'Snapshots cannot be stored or read.';

/**
 * Checks whether the snapshot store is available. The service stays ready without it: audits end without snapshots, and
 * otherwise an unreachable bucket would take every process out of service at once.
 */
export class SnapshotHealth {
  readonly #store: SnapshotStore | null;
  readonly #log: Log;
  #checkedAt: number | null = null;
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
  unavailable(now: number): readonly string[] {
    if (this.#checkedAt === null || now - this.#checkedAt >= SNAPSHOT_CHECK_MS) void this.check(now);
    return this.#isUsable ? [] : [SNAPSHOTS_UNUSABLE];
  }

  /** Checks the store, and logs when it becomes unavailable or available. Never rejects. */
  async check(now: number): Promise<void> {
    this.#checkedAt = now;
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
