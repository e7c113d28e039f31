import { Distribution } from '../figures.ts';
import type { Log } from '../log.ts';
import type { VisitWriter } from '../store/visit-writer.ts';
import type { Visit } from '../store/visits.ts';

/** Rows of one transaction. */
const MAX_GROUP = 500;
/** Visits that wait to be written. A disk that is this far behind is not waited for. */
const MAX_WAITING = 10_000;
/** An answer is held back for no longer than this; its visit may still be written. */
const MAX_DELAY_MS = 3_000;
/** From a disk in memory to one that answers no longer wait for. */
const WRITE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10];

export interface VisitRecorderLimits {
  readonly maxGroup?: number;
  readonly maxWaiting?: number;
  readonly maxDelayMs?: number;
}

/** Visits that are written in one transaction, and whose answers are sent together. */
interface Group {
  readonly visits: Visit[];
  /** Those who wait for it; nobody any more once it is late. */
  waiting: (() => void)[];
  readonly deadline: NodeJS.Timeout;
}

/**
 * Records visits before they are answered, many at the cost of one: what arrives while a group is being written is the
 * next group. A visit that cannot be written holds nothing up: it is counted as lost.
 */
export class VisitRecorder {
  readonly #writer: VisitWriter;
  readonly #log: Log;
  readonly #limits: Required<VisitRecorderLimits>;
  /** Groups to be written, the oldest first. Only the last takes more visits. */
  readonly #groups: Group[] = [];
  /** Seconds from a group to its end on the disk; what was lost is not in it. */
  readonly writes = new Distribution(WRITE_SECONDS);
  #waiting = 0;
  #recorded = 0;
  #lost = 0;
  #refused = 0;
  #isWriting = false;

  constructor(
    writer: VisitWriter,
    log: Log,
    { maxGroup = MAX_GROUP, maxWaiting = MAX_WAITING, maxDelayMs = MAX_DELAY_MS }: VisitRecorderLimits = {},
  ) {
    this.#writer = writer;
    this.#log = log;
    this.#limits = { maxGroup, maxWaiting, maxDelayMs };
  }

  /** How many visits are on the disk since the start. */
  get recorded(): number {
    return this.#recorded;
  }

  /** How many wait to be. */
  get waiting(): number {
    return this.#waiting;
  }

  /** How many visits could not be recorded since the start. */
  get lost(): number {
    return this.#lost;
  }

  /** @param recorded called when the visit is on the disk, or is not waited for any more. Must not throw */
  record(visit: Visit, recorded: () => void): void {
    if (this.#waiting >= this.#limits.maxWaiting) {
      this.#lost += 1;
      this.#refused += 1;
      recorded();
      return;
    }
    this.#waiting += 1;
    const last = this.#groups.at(-1);
    const group = last === undefined || last.visits.length >= this.#limits.maxGroup ? this.#open() : last;
    group.visits.push(visit);
    group.waiting.push(recorded);
  }

  #open(): Group {
    const deadline = setTimeout(() => {
      release(group);
      this.#log.warn('visits are written late: answers are sent before them');
    }, this.#limits.maxDelayMs).unref();
    const group: Group = { visits: [], waiting: [], deadline };
    this.#groups.push(group);
    if (!this.#isWriting) {
      this.#isWriting = true;
      // After the other requests that are in already.
      setImmediate(() => this.#write());
    }
    return group;
  }

  /** One group after the other; the next is under way before the answers of this one go. */
  async #write(): Promise<void> {
    const group = this.#groups.shift();
    if (group === undefined) {
      this.#isWriting = false;
      return;
    }
    await this.#insert(group.visits);
    this.#waiting -= group.visits.length;
    this.#write();
    clearTimeout(group.deadline);
    release(group);
    if (this.#refused > 0) {
      this.#log.error({ visits: this.#refused, lost: this.#lost }, 'visits lost: too many wait to be written');
      this.#refused = 0;
    }
  }

  async #insert(visits: readonly Visit[]): Promise<void> {
    const start = performance.now();
    try {
      await this.#writer.insert(visits);
      this.writes.observe((performance.now() - start) / 1000);
      this.#recorded += visits.length;
    } catch (err) {
      this.#lost += visits.length;
      this.#log.error({ err, visits: visits.length, lost: this.#lost }, 'visits lost');
    }
  }
}

/** Lets the answers go. */
function release(group: Group): void {
  const { waiting } = group;
  group.waiting = [];
  for (const recorded of waiting) recorded();
}
