import type { AuditEngine } from '../../engine/engine-protocol.ts';
import type { OnProgress } from '../../site/gather/gather.ts';
import { parseAuditId } from '../../values/audit-id.ts';
import { isDomainName } from '../../values/domain-name.ts';
import type { Log } from '../../values/log.ts';
import { DEFAULT_PAGES } from '../../values/page-count.ts';
import { ServiceError, storeUnwritableError } from '../app/service-error.ts';
import type { JobQueue } from '../store/jobs/job-queue.ts';
import { StoreUnwritable } from '../store/unwritable.ts';
import { type FinishedAudit, finishedFromRow } from './audit.ts';
import {
  type AuditAttemptContext,
  endAttempt,
  giveUp,
  isStartedTooOften,
  outcomeOfFault,
  type TakenAudit,
} from './audit-attempt.ts';
import type { AuditWatch } from './audit-watch.ts';
import type { StorageBudget } from './storage-budget.ts';
import type { AuditStore } from './store/audit-store.ts';
import type { StartedAudit } from './store/live-audit-store.ts';

/** Interval at which the queue is polled: nothing announces audits that are due again, or queued by other processes. */
const POLL_MS = 2_000;
/** Audits that read more pages than those of the score and run at once, beside the others. */
const CRAWL_SLOTS = 1;
/** Time for which a client still counts as one that shares the slots after its last audit has ended. */
const RECENT_MS = 10_000;

export interface AuditRunnerContext extends AuditAttemptContext {
  readonly engine: AuditEngine;
  readonly audits: Pick<AuditStore, 'newestDone'>;
  readonly jobs: JobQueue;
  readonly watch: AuditWatch;
  readonly storage: StorageBudget;
  /** Returns the number of callers that share an audit, as far as this process knows. */
  readonly callersOf: (id: string) => number;
}

export interface AuditRunnerLimits {
  readonly maxRunning: number;
  readonly maxPerHost: number;
}

interface Running {
  readonly client: string;
  /** Whether it reads more pages than those of the score. */
  readonly isCrawl: boolean;
  readonly run: Promise<void>;
}

/**
 * Runs waiting audits, a bounded number at once. An audit that reads more pages than those of the score takes minutes, most of them
 * waiting for its turn to send a request: one runs beside the others, so that they never wait for it.
 */
export class AuditRunner {
  readonly #context: AuditRunnerContext;
  readonly #limits: AuditRunnerLimits;
  readonly #running = new Map<string, Running>();
  /** When an audit of each client last ended here, by a monotonic clock. */
  readonly #ended = new Map<string, number>();
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  /** At most one fill runs at a time; a request for another meanwhile is remembered. */
  #filling: Promise<void> | null = null;
  #mustFillAgain = false;
  /** True when a row may be marked as running that no process runs. */
  #mustRecover = false;
  #isStoreAway = false;
  #stopping = false;

  constructor(context: AuditRunnerContext, limits: AuditRunnerLimits) {
    this.#context = context;
    this.#limits = limits;
    context.jobs.onQueued(() => this.fillSlots());
  }

  /** Number of running audits. */
  get running(): number {
    return this.#running.size;
  }

  /** Takes over what earlier processes left, and runs waiting audits from now on. Resolves when the slots are filled. */
  async start(): Promise<void> {
    this.#mustRecover = true;
    this.#timer = setInterval(() => this.fillSlots(), POLL_MS).unref();
    this.fillSlots();
    await this.#filling;
  }

  /** Starts waiting audits while there are free slots. To be called when there may be some. */
  fillSlots(): void {
    this.#mustFillAgain = true;
    if (this.#stopping) return;
    this.#filling ??= this.#fillWhileRequested().finally(() => {
      this.#filling = null;
      if (this.#mustFillAgain) this.fillSlots();
    });
  }

  /** Stops starting audits, lets running audits finish for `graceMs`, and puts the rest back. Resolves when none runs. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    const grace = setTimeout(() => this.#abort.abort(), graceMs);
    await this.#filling;
    await Promise.all([...this.#running.values()].map(({ run }) => run));
    clearTimeout(grace);
  }

  async #fillWhileRequested(): Promise<void> {
    while (this.#mustFillAgain && !this.#stopping) {
      this.#mustFillAgain = false;
      try {
        if (this.#mustRecover) {
          // Reset first, because an audit may be lost while the store recovers.
          this.#mustRecover = false;
          await this.#context.jobs.recover([...this.#running.keys()]);
        }
        await this.#fill();
        this.#isStoreAway = false;
      } catch (err) {
        // Retried at the next poll, and logged once. An audit may have been taken that does not run.
        this.#mustRecover = true;
        if (!this.#isStoreAway) this.#context.log.error({ err }, 'audits not taken');
        this.#isStoreAway = true;
      }
    }
  }

  async #fill(): Promise<void> {
    await this.#fillWith('none', this.#limits.maxRunning);
    await this.#fillWith('only', CRAWL_SLOTS);
  }

  async #fillWith(crawls: 'none' | 'only', slots: number): Promise<void> {
    const { maxPerHost: perHost } = this.#limits;
    while (!this.#stopping) {
      const running = [...this.#running.values()].filter(({ isCrawl }) => isCrawl === (crawls === 'only'));
      if (running.length >= slots) return;
      // They stay queued until the next poll that finds room.
      if (await this.#context.storage.isDiskLow()) return;
      const clients = running.map(({ client }) => client);
      const bounds = { slots, running: clients, recent: this.#recentClients(), perHost, crawls };
      const taken = await this.#context.live.take(bounds);
      if (taken === null) return;
      await this.#begin(taken);
    }
  }

  #recentClients(): string[] {
    const since = performance.now() - RECENT_MS;
    for (const [client, at] of this.#ended) if (at < since) this.#ended.delete(client);
    return [...this.#ended.keys()];
  }

  /** Never rejects, so that every audit that was taken begins. */
  async #begin(started: StartedAudit): Promise<void> {
    const { jobs, storage, watch } = this.#context;
    const audit = isStartedTooOften(started) ? null : toTaken(started);
    watch.poke();
    const refusal = audit === null ? null : await storage.whyNotStart(started.budget).catch(() => null);
    if (audit === null || refusal !== null) {
      const problem = refusal?.message ?? null;
      if (refusal !== null) watch.settle(started.id, { kind: 'lost', error: refusal });
      await giveUp(this.#context, started, problem).catch((err: unknown) => this.#lose(started, err));
      jobs.release(started.id);
      return;
    }
    const run = this.#run(audit).finally(() => {
      this.#running.delete(audit.id);
      this.#ended.set(audit.client, performance.now());
      jobs.release(audit.id);
      watch.poke();
      this.fillSlots();
    });
    this.#running.set(audit.id, { client: audit.client, isCrawl: audit.pages > DEFAULT_PAGES, run });
  }

  /** Never rejects. */
  async #run(audit: TakenAudit): Promise<void> {
    try {
      const finished = await this.#attempt(audit);
      if (finished !== null) this.#context.watch.settle(audit.id, { kind: 'finished', audit: finished });
    } catch (err) {
      this.#lose(audit, err);
    }
  }

  /** Runs the engine, and ends the attempt. A fault of ours ends it as `failed` with the kind `internal`. */
  async #attempt(audit: TakenAudit): Promise<FinishedAudit | null> {
    const { engine, audits, jobs, live, metrics, watch, callersOf } = this.#context;
    const { id, domain, pages, requestedAt, startedAt } = audit;
    const { signal } = this.#abort;
    if (signal.aborted) {
      // Taken while the process was stopping.
      await live.requeue(audit);
      return null;
    }
    // The pages that it judged are read again, so that the two can be compared.
    const newest = finishedFromRow(await audits.newestDone(domain));
    const stages = metrics.start(Date.parse(startedAt) - Date.parse(requestedAt));
    let requests = 0;
    const onProgress: OnProgress = (stage, sent) => {
      requests = sent;
      stages.enter(stage);
      jobs.reportProgress(id, { stage, requests });
      watch.poke();
    };
    const work = { pages, ...(newest && { earlierPages: newest.report.pages }) };
    const ended = await engine(domain, onProgress, signal, work).then(
      (outcome) => ({ outcome, fault: null }),
      (thrown: unknown) => outcomeOfFault(domain, thrown),
    );
    if (signal.aborted) {
      await live.requeue(audit);
      return null;
    }
    const attempt = { ...ended, requests, stages, callers: () => callersOf(id) };
    return endAttempt(this.#context, audit, attempt, signal);
  }

  /** Loses an audit whose end could not be stored: its row stays `running` until it is recovered. */
  #lose({ id, domain }: StartedAudit, err: unknown): void {
    const { watch, log, metrics } = this.#context;
    logNotStored(log, err, { audit: id, domain });
    metrics.lost.inc();
    this.#mustRecover = true;
    watch.settle(id, { kind: 'lost', error: notStoredError(err) });
  }
}

/** Logs that an audit could not be stored. */
export function logNotStored(log: Log, err: unknown, about: object): void {
  if (err instanceof StoreUnwritable) log.oncePerMinute('audit not stored', { ...about, problem: err.message });
  else log.error({ err, ...about }, 'audit not stored');
}

/** Returns the error for callers of an audit that could not be stored. */
export function notStoredError(cause: unknown): ServiceError {
  if (cause instanceof StoreUnwritable) return storeUnwritableError(cause);
  return new ServiceError('internal', 'The audit could not be stored.');
}

/** Returns null for a row that no version of this service stored. */
function toTaken(started: StartedAudit): TakenAudit | null {
  const { domain } = started;
  const id = parseAuditId(started.id);
  return id === null || !isDomainName(domain) ? null : { ...started, id, domain };
}
