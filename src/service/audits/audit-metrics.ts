import type { Report } from '../../audit/report/report.ts';
import { Count, Distribution, Family } from '../../metrics.ts';
import type { GatherStage } from '../../site/gather/gather.ts';

/** From an audit of one's own machine to one that uses up its time. */
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];

/** What is measured of a live audit: its wait in the queue, what it reads (and judges at last), and its way into the store. */
export type AuditStage = 'queue' | GatherStage | 'storing';

/** What live audits came to, and how long they took, since the start. */
export class AuditMetrics {
  /** By what failed; `none` of those that were done. */
  readonly finished = new Family(['outcome', 'failure'], () => new Count());
  readonly stages = new Family(['stage'], () => new Distribution(SECONDS));
  /** Those that could not be stored, so that nobody has them. */
  readonly lost = new Count();
  /** Those that were not accepted, because the queue was full. */
  readonly refused = new Count();

  constructor() {
    this.finished.of('done', 'none');
    this.finished.of('failed', 'internal');
  }

  /** Takes down what a live audit came to that was stored. */
  count({ outcome, failure }: Report): void {
    this.finished.of(outcome, failure?.kind ?? 'none').add();
  }

  /** Begins to measure a live audit. @param queuedMs how long it waited */
  takeUp(queuedMs: number): StageWatch {
    this.#observe('queue', queuedMs);
    return new StageWatch((stage, ms) => this.#observe(stage, ms));
  }

  #observe(stage: AuditStage, ms: number): void {
    // The clock of the day may have been set back meanwhile.
    this.stages.of(stage).observe(Math.max(0, ms) / 1000);
  }
}

/** Says how long one audit was in each stage. One that is broken off is not said to have ended its last. */
class StageWatch {
  readonly #onEnd: (stage: AuditStage, ms: number) => void;
  #now: { readonly stage: AuditStage; readonly since: number } | null = null;

  constructor(onEnd: (stage: AuditStage, ms: number) => void) {
    this.#onEnd = onEnd;
  }

  /** Ends the stage before; nothing when the audit is in it already. */
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
