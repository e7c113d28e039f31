import type { Report } from '../../audit/report/report.ts';
import { Count, Distribution, Family } from '../../metrics.ts';
import type { GatherStage } from '../../site/gather/gather.ts';

/** Buckets from an audit of a local site to one that uses up its time. */
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];

/** A stage of a live audit: its wait in the queue, what it fetches, and storing it. */
export type AuditStage = 'queue' | GatherStage | 'storing';

/** Outcomes and durations of live audits since the start. */
export class AuditMetrics {
  /** Stored audits by outcome and failure; `none` for those that were done. */
  readonly finished = new Family(['outcome', 'failure'], () => new Count());
  readonly stages = new Family(['stage'], () => new Distribution(SECONDS));
  /** Audits that could not be stored. */
  readonly lost = new Count();
  /** Audits that were not accepted, because the queue was full. */
  readonly refused = new Count();

  constructor() {
    this.finished.of('done', 'none');
    this.finished.of('failed', 'internal');
  }

  /** Counts a stored live audit. */
  count({ outcome, failure }: Report): void {
    this.finished.of(outcome, failure?.kind ?? 'none').add();
  }

  /** Begins to time a live audit. @param queuedMs how long it waited */
  start(queuedMs: number): StageTimer {
    this.#observe('queue', queuedMs);
    return new StageTimer((stage, ms) => this.#observe(stage, ms));
  }

  #observe(stage: AuditStage, ms: number): void {
    // The system clock may have been set back meanwhile.
    this.stages.of(stage).observe(Math.max(0, ms) / 1000);
  }
}

/** Times the stages of one audit. The last stage of an aborted audit is not reported. */
export class StageTimer {
  readonly #onEnd: (stage: AuditStage, ms: number) => void;
  #now: { readonly stage: AuditStage; readonly since: number } | null = null;

  constructor(onEnd: (stage: AuditStage, ms: number) => void) {
    this.#onEnd = onEnd;
  }

  /** Ends the stage before. Does nothing when the audit is in that stage already. */
  enter(stage: AuditStage): void {
    if (this.#now?.stage === stage) return;
    this.end();
    this.#now = { stage, since: performance.now() };
  }

  end(): void {
    if (this.#now !== null) this.#onEnd(this.#now.stage, performance.now() - this.#now.since);
    this.#now = null;
  }
}
