import { setImmediate } from 'node:timers/promises';
import { Histogram } from 'prom-client';
import type { Log } from '../../log.ts';
import { pause } from '../../pause.ts';
import type { Verification } from '../../store/database.ts';
import { StoreUnwritable } from '../../store/unwritable.ts';
import type { VisitWriter } from '../../store/visits/visit-writer.ts';
import type { Visit } from '../../store/visits/visits.ts';
import { VisitJudgements } from './visit-judgements.ts';

/** Rows of one transaction. */
const MAX_GROUP = 500;
/** Visits of a full group, which the writer may take while it writes another. */
const FULL_GROUP = 32;
/** Groups that the writer may have: with the second it goes on by itself, while the answers of the first are sent. */
const MAX_WRITING = 2;
/** Visits that wait to be written. A disk that is this far behind is not waited for. */
const MAX_WAITING = 10_000;
/** An answer is held back for no longer than this; its visit may still be written. */
const MAX_DELAY_MS = 3_000;
/** A store that is away is tried again for so long, and so often. */
const MAX_AWAY_MS = 60_000;
const RETRY_MS = 250;

export interface VisitRecorderLimits {
  readonly maxGroup?: number;
  readonly maxWaiting?: number;
  readonly maxDelayMs?: number;
  readonly maxAwayMs?: number;
}

/** Visits that are written in one transaction, and whose answers are sent together. */
interface Group {
  readonly visits: Visit[];
  /** Callers that wait for the group; none once it is late. */
  waiting: (() => void)[];
  /** Later verifications of some of its visits, by their index. */
  readonly later: Map<number, Promise<Verification>>;
  readonly deadline: NodeJS.Timeout;
}

/**
 * Records visits before the responses are sent, many at the cost of one: visits that arrive while a group is being written
 * form the next groups. An unavailable store delays nothing: responses are sent, and their visits wait for the store for up
 * to a minute. Visits that cannot be written, or wait in vain, count as lost.
 */
export class VisitRecorder {
  readonly #writer: VisitWriter;
  readonly #log: Log;
  readonly #limits: Required<VisitRecorderLimits>;
  readonly #judgements: VisitJudgements;
  /** Groups that the writer is to have, the oldest first. Only the last takes more visits. */
  readonly #groups: Group[] = [];
  /** Groups that the writer is writing. */
  readonly #writing = new Set<Group>();
  readonly writes = new Histogram({
    name: 'citable_visit_write_duration_seconds',
    help: 'Duration of writing a group of visits, until it is on the disk.',
    // From a disk in memory to one that responses no longer wait for.
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers: [],
  });
  #waiting = 0;
  #recorded = 0;
  #lost = 0;
  #refused = 0;
  /** Since when the store could not be written; null while it can. */
  #awaySince: number | null = null;
  readonly #stopped = new AbortController();

  constructor(
    writer: VisitWriter,
    log: Log,
    {
      maxGroup = MAX_GROUP,
      maxWaiting = MAX_WAITING,
      maxDelayMs = MAX_DELAY_MS,
      maxAwayMs = MAX_AWAY_MS,
    }: VisitRecorderLimits = {},
  ) {
    this.#writer = writer;
    this.#log = log;
    this.#judgements = new VisitJudgements(writer, log);
    this.#limits = { maxGroup, maxWaiting, maxDelayMs, maxAwayMs };
  }

  /** Returns the number of visits on the disk since the start. */
  get recorded(): number {
    return this.#recorded;
  }

  /** Returns the number of visits that wait to be written. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Returns the number of visits lost since the start. */
  get lost(): number {
    return this.#lost;
  }

  /**
   * Writes the finished verifications. Verifications that end later are lost: these visits stay unverified. No longer waits
   * for an unavailable store.
   */
  stop(): Promise<void> {
    this.#stopped.abort();
    return this.#judgements.stop();
  }

  /**
   * @param recorded called when the visit is on the disk, or when waiting for it has timed out. Must not throw
   * @param later the verification of a visit that is unverified so far, stored after the visit. Never rejects
   */
  record(visit: Visit, recorded: () => void, later: Promise<Verification> | null = null): void {
    if (this.#waiting >= this.#limits.maxWaiting) {
      this.#lost += 1;
      this.#refused += 1;
      recorded();
      return;
    }
    this.#waiting += 1;
    const last = this.#groups.at(-1);
    const group = last === undefined || last.visits.length >= this.#limits.maxGroup ? this.#open() : last;
    if (later !== null) group.later.set(group.visits.length, later);
    group.visits.push(visit);
    if (this.#awaySince === null) group.waiting.push(recorded);
    else recorded();
    if (group.visits.length >= FULL_GROUP) this.#writeNext();
  }

  #open(): Group {
    const deadline = setTimeout(() => {
      if (group.waiting.length === 0) return;
      release(group);
      this.#log.warn('visits are written late: answers are sent before them');
    }, this.#limits.maxDelayMs).unref();
    const group: Group = { visits: [], waiting: [], later: new Map(), deadline };
    this.#groups.push(group);
    // After the other requests that are in already.
    if (this.#writing.size === 0) void setImmediate().then(() => this.#writeNext());
    return group;
  }

  /** Gives the writer the oldest group, unless that may still grow while another is written. */
  #writeNext(): void {
    const [group] = this.#groups;
    const { size: writing } = this.#writing;
    if (group === undefined || writing >= MAX_WRITING) return;
    if (writing > 0 && group.visits.length < FULL_GROUP) return;
    this.#groups.shift();
    this.#write(group);
  }

  /** The next is under way before the answers of this one go, with the other requests that are in already. */
  async #write(group: Group): Promise<void> {
    this.#writing.add(group);
    await this.#insert(group);
    await setImmediate();
    this.#writing.delete(group);
    this.#waiting -= group.visits.length;
    this.#writeNext();
    clearTimeout(group.deadline);
    release(group);
    if (this.#refused > 0) {
      this.#log.error({ visits: this.#refused, lost: this.#lost }, 'visits lost: too many wait to be written');
      this.#refused = 0;
    }
  }

  async #insert(group: Group): Promise<void> {
    const { visits, later } = group;
    const start = performance.now();
    for (;;) {
      try {
        const ids = await this.#writer.insert(visits);
        this.#awaySince = null;
        this.writes.observe((performance.now() - start) / 1000);
        this.#recorded += visits.length;
        for (const [place, found] of later) this.#judgeLater(ids[place] ?? null, visits[place], found);
        return;
      } catch (err) {
        if (this.#isWorthAnotherTry(err)) {
          await pause(RETRY_MS, this.#stopped.signal);
          continue;
        }
        this.#lost += visits.length;
        this.#log.error({ err, visits: visits.length, lost: this.#lost }, 'visits lost');
        return;
      }
    }
  }

  /** A store that is away may be back soon; whoever waits for it is answered at once. */
  #isWorthAnotherTry(err: unknown): boolean {
    if (!(err instanceof StoreUnwritable) || this.#stopped.signal.aborted) return false;
    if (this.#awaySince === null) {
      this.#awaySince = performance.now();
      for (const waiting of [...this.#writing, ...this.#groups]) {
        clearTimeout(waiting.deadline);
        release(waiting);
      }
      this.#log.warn({ err }, 'visits wait for the store: answers are sent before them');
    }
    return performance.now() - this.#awaySince < this.#limits.maxAwayMs;
  }

  /** @param id null of a visit that is in the totals only: it stays unverified there */
  #judgeLater(id: number | null, visit: Visit | undefined, found: Promise<Verification>): void {
    if (id === null || visit === undefined) return;
    void found.then((verification) => {
      if (verification !== 'unverified') this.#judgements.add({ id, visit: { ...visit, verification } });
    });
  }
}

/** Lets the answers go. */
function release(group: Group): void {
  const { waiting } = group;
  group.waiting = [];
  for (const recorded of waiting) recorded();
}
