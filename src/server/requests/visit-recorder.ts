import { setImmediate } from 'node:timers/promises';
import { Histogram } from 'prom-client';
import type { Log } from '../../values/log.ts';
import { pause } from '../../values/pause.ts';
import type { Verification } from '../store/database.ts';
import { StoreUnwritable } from '../store/unwritable.ts';
import type { Visit } from '../store/visits/visit-statements.ts';
import type { VisitWriter } from '../store/visits/visit-writer.ts';
import { VisitJudgements } from './visit-judgements.ts';

export interface VisitRecorderLimits {
  /** Maximum number of visits of one transaction. */
  readonly maxGroup: number;
  /** Maximum number of visits that wait to be written. Further visits are lost. */
  readonly maxWaiting: number;
  /** Maximum time that a response waits for its visit, in milliseconds. */
  readonly maxDelayMs: number;
  /** Time for which visits wait for an unavailable store, in milliseconds. */
  readonly maxAwayMs: number;
}

const LIMITS: VisitRecorderLimits = { maxGroup: 500, maxWaiting: 10_000, maxDelayMs: 3_000, maxAwayMs: 60_000 };
/** Interval of attempts to write to an unavailable store, in milliseconds. */
const RETRY_MS = 250;
/** Buckets from a disk in memory to one that responses no longer wait for. */
const WRITE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10];

/** A visit that is not on the disk yet. */
interface PendingVisit {
  readonly visit: Visit;
  /** Its verification, if that ends later. */
  readonly later: Promise<Verification> | null;
  /** Lets the response be sent; null once it was called. */
  recorded: (() => void) | null;
  /** Time of `performance.now()`. */
  readonly since: number;
}

/**
 * Records visits before the responses are sent, many in one transaction: visits that arrive while a group is written form
 * the next group. An unavailable store delays nothing: responses are sent, and their visits wait for the store for up to a
 * minute. Visits that cannot be written count as lost.
 */
export class VisitRecorder {
  readonly #writer: VisitWriter;
  readonly #log: Log;
  readonly #limits: VisitRecorderLimits;
  readonly #judgements: VisitJudgements;
  /** In order of arrival. The first of them may be being written. */
  readonly #pending: PendingVisit[] = [];
  #isWriting = false;
  readonly writes = new Histogram({
    name: 'citable_visit_write_duration_seconds',
    help: 'Duration of writing a group of visits, until it is on the disk.',
    buckets: WRITE_SECONDS,
    registers: [],
  });
  #recorded = 0;
  #lost = 0;
  /** Visits lost since the last log line because too many wait. */
  #refused = 0;
  /** Time since which the store cannot be written; null while it can. */
  #awaySince: number | null = null;
  readonly #stopped = new AbortController();

  constructor(writer: VisitWriter, log: Log, limits: Partial<VisitRecorderLimits> = {}) {
    this.#writer = writer;
    this.#log = log;
    this.#judgements = new VisitJudgements(writer, log);
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Number of visits on the disk since the start. */
  get recorded(): number {
    return this.#recorded;
  }

  /** Number of visits that wait to be written. */
  get waiting(): number {
    return this.#pending.length;
  }

  /** Number of visits lost since the start. */
  get lost(): number {
    return this.#lost;
  }

  /**
   * Writes the finished verifications. Verifications that end later are lost: these visits stay unverified. Stops waiting
   * for an unavailable store.
   */
  stop(): Promise<void> {
    this.#stopped.abort();
    return this.#judgements.stop();
  }

  /**
   * Records a visit.
   *
   * @param recorded called when the visit is on the disk, or when waiting for it has timed out. Must not throw
   * @param later the verification of a visit that is unverified so far, stored after the visit. Never rejects
   */
  record(visit: Visit, recorded: () => void, later: Promise<Verification> | null = null): void {
    if (this.#pending.length >= this.#limits.maxWaiting) {
      this.#lost += 1;
      this.#refused += 1;
      recorded();
      return;
    }
    const pending = { visit, later, recorded, since: performance.now() };
    this.#pending.push(pending);
    if (this.#awaySince !== null) release([pending]);
    if (!this.#isWriting) void this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    const { maxGroup, maxDelayMs } = this.#limits;
    const releasing = setInterval(() => this.#releaseLate(), Math.min(maxDelayMs, RETRY_MS)).unref();
    // Requests that have arrived already join the first group.
    await setImmediate();
    let written: readonly PendingVisit[] = [];
    while (this.#pending.length > 0) {
      const group = this.#pending.slice(0, maxGroup);
      const writing = this.#write(group);
      // Responses are sent while the next group is written.
      release(written);
      await writing;
      this.#pending.splice(0, group.length);
      written = group;
    }
    this.#isWriting = false;
    clearInterval(releasing);
    release(written);
  }

  /** Writes a group, or counts it as lost. */
  async #write(group: readonly PendingVisit[]): Promise<void> {
    const visits = group.map(({ visit }) => visit);
    const start = performance.now();
    for (;;) {
      try {
        const ids = await this.#writer.insert(visits);
        this.#awaySince = null;
        this.writes.observe((performance.now() - start) / 1000);
        this.#recorded += visits.length;
        for (const [place, { visit, later }] of group.entries()) this.#judgeLater(ids[place] ?? null, visit, later);
        break;
      } catch (err) {
        if (this.#isWorthRetrying(err)) {
          await pause(RETRY_MS, this.#stopped.signal);
          continue;
        }
        this.#lost += visits.length;
        this.#log.oncePerMinute('visits lost', { err, visits: visits.length, lost: this.#lost }, 'error');
        break;
      }
    }
    if (this.#refused === 0) return;
    const refused = { visits: this.#refused, lost: this.#lost };
    this.#log.oncePerMinute('visits lost: too many wait to be written', refused, 'error');
    this.#refused = 0;
  }

  /** Returns whether a store may soon be available again. No response waits for it. */
  #isWorthRetrying(err: unknown): boolean {
    if (!(err instanceof StoreUnwritable) || this.#stopped.signal.aborted) return false;
    if (this.#awaySince === null) {
      this.#awaySince = performance.now();
      release(this.#pending);
      this.#log.warn({ err }, 'visits wait for the store: responses are sent before them');
    }
    return performance.now() - this.#awaySince < this.#limits.maxAwayMs;
  }

  /** Lets responses be sent that have waited too long. */
  #releaseLate(): void {
    const before = performance.now() - this.#limits.maxDelayMs;
    const late = this.#pending.filter(({ recorded, since }) => recorded !== null && since <= before);
    if (late.length === 0) return;
    release(late);
    this.#log.oncePerMinute('visits are written late: responses are sent before them', { visits: late.length });
  }

  /** @param id null for a visit that is in the totals only: it stays unverified there */
  #judgeLater(id: number | null, visit: Visit, later: Promise<Verification> | null): void {
    if (id === null || later === null) return;
    void later.then((verification) => {
      if (verification !== 'unverified') this.#judgements.add({ id, visit: { ...visit, verification } });
    });
  }
}

/** Lets responses be sent. */
function release(pending: readonly PendingVisit[]): void {
  for (const one of pending) {
    one.recorded?.();
    one.recorded = null;
  }
}
