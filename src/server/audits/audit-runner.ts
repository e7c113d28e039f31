import type { AuditEngine, OnAuditProgress } from '../../engine/engine-protocol.ts';
import type { LogEvidence } from '../../site/log-evidence.ts';
import { parseAuditId } from '../../values/audit-id.ts';
import { type DomainName, isDomainName } from '../../values/domain-name.ts';
import type { Log } from '../../values/log.ts';
import { ServiceError, storeUnwritableError } from '../app/service-error.ts';
import { chooseLane, type JobQueue, type Lane } from '../store/jobs/job-queue.ts';
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
import type { AuditSlots } from './audit-slots.ts';
import type { AuditWatch } from './audit-watch.ts';
import type { StorageBudget } from './storage-budget.ts';
import type { AuditStore } from './store/audit-store.ts';
import type { StartedAudit } from './store/live-audit-store.ts';

/** Interval at which the queue is polled: nothing announces audits that are due again, or queued by other processes. */
const POLL_MS = 2_000;
/** Audits that read more pages than those of the score, and those that load them in a browser, run beside the others: this many of each. */
const LONG_SLOTS = 1;
/** Time for which a client still counts as one that shares the slots after its last audit has ended. */
const RECENT_MS = 10_000;

export interface AuditRunnerContext extends AuditAttemptContext {
  readonly engine: AuditEngine;
  readonly audits: Pick<AuditStore, 'find' | 'newestDone'>;
  readonly jobs: JobQueue;
  readonly watch: AuditWatch;
  readonly storage: StorageBudget;
  /** Returns what the access logs of a domain say, for the key that owns it; null where there are none. */
  readonly logEvidence: (domain: DomainName, keyId: string) => Promise<LogEvidence | null>;
  /** Returns the number of callers that share an audit, as far as this process knows. */
  readonly countCallers: (id: string) => number;
}

export interface AuditRunnerLimits {
  readonly slots: AuditSlots;
  readonly maxPerHost: number;
}

interface Running {
  readonly client: string;
  readonly lane: Lane;
  /** Ends the crawl when it aborts. */
  readonly endCrawl: AbortController;
  readonly run: Promise<void>;
}

/**
 * Runs waiting audits, a bounded number at once. An audit that reads more pages than those of the score takes minutes, most of them
 * waiting for its turn to send a request; one that loads its pages in a browser takes some, too. One of each runs beside the others, so
 * that they never wait for it.
 */
export class AuditRunner {
  readonly #context: AuditRunnerContext;
  readonly #limits: AuditRunnerLimits;
  readonly #running = new Map<string, Running>();
  /** When an audit of each client last ended here, by a monotonic clock. */
  readonly #ended = new Map<string, number>();
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #endSlots: (() => void) | null = null;
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
    this.#timer = setInterval(() => {
      this.fillSlots();
      void this.endCrawls();
    }, POLL_MS).unref();
    this.#endSlots = this.#limits.slots.watch(
      () => this.#running.size,
      () => this.fillSlots(),
    );
    this.fillSlots();
    await this.#filling;
  }

  /** Ends the crawls that run here and are to end with what they have read. Never rejects: the next poll tries again. */
  async endCrawls(): Promise<void> {
    const crawls = [...this.#running].filter(([, { lane }]) => lane === 'crawl');
    if (crawls.length === 0) return;
    const ended = await this.#context.live.endedCrawls(crawls.map(([id]) => id)).catch(() => []);
    for (const id of ended) this.#running.get(id)?.endCrawl.abort();
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
    this.#endSlots?.();
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
    await this.#fillWith('short', this.#limits.slots.count);
    await this.#fillWith('crawl', LONG_SLOTS);
    await this.#fillWith('rendering', LONG_SLOTS);
  }

  async #fillWith(lane: Lane, slots: number): Promise<void> {
    const { maxPerHost: perHost } = this.#limits;
    while (!this.#stopping) {
      const running = [...this.#running.values()].filter((audit) => audit.lane === lane);
      if (running.length >= slots) return;
      // They stay queued until the next poll that finds room.
      if (await this.#context.storage.isDiskLow()) return;
      const clients = running.map(({ client }) => client);
      const bounds = { slots, running: clients, recent: this.#recentClients(), perHost, lane };
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
    const endCrawl = new AbortController();
    const run = this.#run(audit, endCrawl.signal).finally(() => {
      this.#running.delete(audit.id);
      this.#ended.set(audit.client, performance.now());
      jobs.release(audit.id);
      watch.poke();
      this.fillSlots();
    });
    this.#running.set(audit.id, {
      client: audit.client,
      lane: chooseLane(audit.pages, audit.isRendered),
      endCrawl,
      run,
    });
    void this.endCrawls();
  }

  /** Never rejects. */
  async #run(audit: TakenAudit, endCrawl: AbortSignal): Promise<void> {
    try {
      const finished = await this.#attempt(audit, endCrawl);
      if (finished !== null) this.#context.watch.settle(audit.id, { kind: 'finished', audit: finished });
    } catch (err) {
      this.#lose(audit, err);
    }
  }

  /** Runs the engine, and ends the attempt. A fault of ours ends it as `failed` with the kind `internal`. */
  async #attempt(audit: TakenAudit, endCrawl: AbortSignal): Promise<FinishedAudit | null> {
    const { engine, audits, jobs, live, metrics, watch, countCallers } = this.#context;
    const { id, domain, pages, comparedWith, isRendered: render, requestedAt, startedAt } = audit;
    const { signal } = this.#abort;
    if (signal.aborted) {
      // Taken while the process was stopping.
      await live.requeue(audit);
      return null;
    }
    // The pages that this one judged are read again, so that the two can be compared.
    const chosen = comparedWith === null ? null : await audits.find(comparedWith);
    const earlier = finishedFromRow(chosen ?? (await audits.newestDone(domain)));
    const stages = metrics.start(Date.parse(startedAt) - Date.parse(requestedAt));
    let requests = 0;
    const onProgress: OnAuditProgress = (stage, sent, crawl) => {
      requests = sent;
      stages.enter(stage);
      jobs.reportProgress(id, { stage, requests, ...(crawl && { crawl }) });
      watch.poke();
    };
    const logs = await this.#readLogs(audit);
    const work = {
      pages,
      render,
      endCrawl,
      ...(earlier && { earlierPages: earlier.report.pages }),
      ...(logs && { logs }),
    };
    const ended = await engine(domain, onProgress, signal, work).then(
      (outcome) => ({ outcome, fault: null }),
      (thrown: unknown) => outcomeOfFault(domain, thrown),
    );
    if (signal.aborted) {
      await live.requeue(audit);
      return null;
    }
    const attempt = { ...ended, requests, stages, callers: () => countCallers(id) };
    return endAttempt(this.#context, audit, attempt, signal);
  }

  /** Returns what the owner's logs say; null where the audit is of another key, and where they cannot be read. */
  async #readLogs({ id, domain, keyId }: TakenAudit): Promise<LogEvidence | null> {
    const { logEvidence, log } = this.#context;
    if (keyId === null) return null;
    return logEvidence(domain, keyId).catch((err: unknown) => {
      log.error({ err, audit: id }, 'logs not read');
      return null;
    });
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
