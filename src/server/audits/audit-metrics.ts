import { Counter, Histogram } from 'prom-client';
import type { Report } from '../../audit/report/report.ts';
import type { EngineStage } from '../../engine/engine-protocol.ts';

/** A stage of a live audit: its wait in the queue, what it fetches, and storing it. */
export type AuditStage = 'queue' | EngineStage | 'storing';

/** Outcomes and durations of live audits since the start. */
export class AuditMetrics {
  readonly finished = new Counter({
    name: 'citable_audits_total',
    help: 'Live audits that ended and were stored, by outcome and failure. Failure none: done; internal: a fault of the service.',
    labelNames: ['outcome', 'failure'],
    registers: [],
  });
  readonly stages = new Histogram({
    name: 'citable_audit_stage_duration_seconds',
    help: 'Duration of the stages of live audits: the wait in the queue, what is fetched, and storing.',
    labelNames: ['stage'],
    // From an audit of a local site to one that uses up its time.
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120],
    registers: [],
  });
  readonly lost = new Counter({
    name: 'citable_audits_lost_total',
    help: 'Live audits that could not be stored.',
    registers: [],
  });
  readonly refused = new Counter({
    name: 'citable_audit_queue_refused_total',
    help: 'Live audits that were refused because the queue was full.',
    registers: [],
  });

  constructor() {
    this.finished.inc({ outcome: 'done', failure: 'none' }, 0);
    for (const failure of ['internal', 'egress_proxy']) this.finished.inc({ outcome: 'failed', failure }, 0);
  }

  /** Counts a stored live audit. */
  count({ outcome, failure }: Report): void {
    this.finished.inc({ outcome, failure: failure?.kind ?? 'none' });
  }

  /** Begins to time a live audit. @param queuedMs how long it waited */
  start(queuedMs: number): StageTimer {
    this.#observe('queue', queuedMs);
    return new StageTimer((stage, ms) => this.#observe(stage, ms));
  }

  #observe(stage: AuditStage, ms: number): void {
    // The system clock may have been set back meanwhile.
    this.stages.observe({ stage }, Math.max(0, ms) / 1000);
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
