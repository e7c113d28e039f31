import { randomUUID } from 'node:crypto';
import { targetHost } from '../../audit/registrable-domain.ts';
import { type AuditId, parseAuditId } from '../../values/audit-id.ts';
import type { DomainName } from '../../values/domain-name.ts';
import { DEFAULT_PAGES } from '../../values/page-count.ts';
import { isoTime, plusDays, utcDay } from '../../values/utc-day.ts';
import { RETRY_AFTER_SECONDS, ServiceError, stoppingError } from '../app/service-error.ts';
import { PRIORITY } from '../store/jobs/job-queue.ts';
import { KeyEnded } from '../store/key-authority.ts';
import { QuotaUsed } from '../store/quota.ts';
import { type FinishedAudit, finishedFromRow } from './audit.ts';
import {
  AuditRunner,
  type AuditRunnerContext,
  type AuditRunnerLimits,
  logNotStored,
  notStoredError,
} from './audit-runner.ts';
import { type AuditProgress, AuditWatch } from './audit-watch.ts';
import type { AuditStore, RequestedAudit } from './store/audit-store.ts';
import type { BatchRow, NewBatchEntry } from './store/batch-store.ts';
import type { CallerBounds, QueueRefusal, WaitingCounts } from './store/live-audit-store.ts';

/** Maximum number of audits whose callers are counted. The oldest are forgotten first. */
const MAX_COUNTED = 10_000;
/** Age up to which a finished audit is used instead of a new one. */
const FRESH_MS = 86_400_000;

export interface AuditQueueLimits extends AuditRunnerLimits {
  readonly maxQueued: number;
}

export interface AuditQueueContext extends Omit<AuditRunnerContext, 'watch' | 'countCallers'> {
  readonly audits: AuditStore;
  /** True when this process runs audits; false when only others do. */
  readonly isRunner: boolean;
}

export interface AuditRequest {
  /** The key of the request; null for a request without one, and for daily audits. */
  readonly keyId: string | null;
  /** The client whose share of the queue and slots the audit uses; '' for daily audits. Default: the key. */
  readonly client?: string;
  /** The key whose storage the audit uses. Default: the key of the request. */
  readonly budget?: string;
  /** One of {@link PRIORITY}. Default: that of audits that callers wait for. */
  readonly priority?: number;
  /** Maximum number of pages to read. Default: those of the score. */
  readonly pages?: number;
  /** The audit whose pages are read again. Default: the newest one of the domain. */
  readonly comparedWith?: string;
  /** Whether to load the pages in a browser, too. Default: false. */
  readonly isRendered?: boolean;
}

export interface FreshAuditRequest extends Omit<AuditRequest, 'priority' | 'pages' | 'comparedWith' | 'isRendered'> {
  /** Whether the caller may read stored reports: else an audit runs in any case. Default: true. */
  readonly readsStored?: boolean;
  /** Called before an audit runs. Its errors are passed on. */
  readonly permit?: () => Promise<void>;
}

const REFUSALS: Readonly<Record<QueueRefusal, string>> = {
  full: 'Too many audits are waiting; try again later.',
  share_used: 'Too many of your audits are waiting; try again when some of them are done.',
};

/** An accepted audit. It survives this process. */
export interface Ticket {
  readonly id: AuditId;
  readonly status: 'queued' | 'running';
}

export interface Occupancy {
  readonly running: number;
  readonly maxRunning: number;
  readonly maxQueued: number;
  /** Null when the store cannot be read. */
  readonly waiting: WaitingCounts | null;
}

/**
 * Accepts requests for live audits. They wait in the store, at most one for each domain, number of pages, and way to read them. Audits that
 * callers wait for are bounded, in total and for each client.
 */
export class AuditQueue {
  readonly #context: AuditQueueContext;
  readonly #limits: AuditQueueLimits;
  readonly #watch: AuditWatch;
  /** Runs audits in this process; null where only other processes do. */
  readonly #runner: AuditRunner | null;
  /** Number of callers by audit, in this process. */
  readonly #callers = new Map<string, number>();
  #stopping = false;

  constructor(context: AuditQueueContext, limits: AuditQueueLimits) {
    this.#context = context;
    this.#limits = limits;
    this.#watch = new AuditWatch(context);
    const countCallers = (id: string) => this.#callers.get(id) ?? 0;
    this.#runner = context.isRunner ? new AuditRunner({ ...context, watch: this.#watch, countCallers }, limits) : null;
  }

  /**
   * Queues a live audit of a domain, or joins the one that is queued or running and reads as many pages in the same way. When this resolves,
   * the audit is on the disk and will be run, even if this process dies.
   *
   * @throws ServiceError `queue_full`, `quota_used`, `storage_full`, `stopping`, `store_unwritable`, `internal`; KeyEnded
   */
  async add(
    domain: DomainName,
    {
      keyId,
      client = keyId ?? '',
      budget = keyId ?? '',
      priority = PRIORITY.caller,
      pages = DEFAULT_PAGES,
      comparedWith,
      isRendered = false,
    }: AuditRequest,
  ): Promise<Ticket> {
    if (this.#stopping) throw stoppingError();
    const { live, metrics } = this.#context;
    const audit = requestedAudit(domain, {
      keyId,
      client,
      budget,
      priority,
      pages,
      comparedWith: comparedWith ?? null,
      isRendered,
      requestedAt: new Date().toISOString(),
    });
    const accepted = await this.#store(() => live.accept(audit, this.#bounds()), domain);
    if (accepted === 'full' || accepted === 'share_used') {
      metrics.refused.inc();
      throw new ServiceError('queue_full', REFUSALS[accepted], { retryAfter: RETRY_AFTER_SECONDS });
    }
    if (priority === PRIORITY.caller) this.#countCaller(accepted.id);
    this.#runner?.fillSlots();
    return { ...accepted, id: requireAuditId(accepted.id) };
  }

  /**
   * Audits a domain live as {@link add} does, and waits for the end.
   *
   * @throws ServiceError as {@link add}, and `audit_failed`
   */
  async run(domain: DomainName, request: AuditRequest): Promise<FinishedAudit> {
    const { id } = await this.add(domain, request);
    const end = await this.#watch.end(id);
    if (end.kind === 'stopped') throw stoppingError();
    if (end.kind === 'lost') throw end.error;
    const { failure } = end.audit.report;
    if (failure === null) return end.audit;
    const code = failure.kind === 'internal' ? 'internal' : 'audit_failed';
    throw new ServiceError(code, failure.message, { auditId: id });
  }

  /**
   * Returns the newest live audit of a domain that was done, if it finished within 24 hours and the caller may read it; else
   * runs one.
   *
   * @throws ServiceError as {@link run}
   */
  async findFresh(domain: DomainName, request: FreshAuditRequest): Promise<FinishedAudit> {
    const { readsStored = true } = request;
    const audit = readsStored ? finishedFromRow(await this.#context.audits.newestDone(domain)) : null;
    // The time of an audit may be in the future, if the clock was wrong then.
    if (audit !== null && Math.abs(Date.now() - Date.parse(audit.finishedAt)) < FRESH_MS) return audit;
    await request.permit?.();
    return this.run(domain, request);
  }

  /**
   * Stores a batch and queues its audits, all or nothing. Batches of one key alternate: all first entries go first.
   * @param most most unfinished batches that a key may have
   * @param pages maximum number of pages to read of each domain. Default: those of the score
   * @returns false when the key already has that many
   * @throws ServiceError as {@link add}, except `queue_full`; KeyEnded
   */
  async addBatch(
    batch: BatchRow,
    entries: readonly NewBatchEntry[],
    most: number,
    pages = DEFAULT_PAGES,
  ): Promise<boolean> {
    if (this.#stopping) throw stoppingError();
    const { keyId, requestedAt } = batch;
    const audits = entries.flatMap(({ domain, position }) =>
      domain === null
        ? []
        : [requestedAudit(domain, { keyId, client: keyId, requestedAt, priority: PRIORITY.batch - position, pages })],
    );
    const isAccepted = await this.#store(() => this.#context.live.acceptBatch(batch, entries, audits, most), batch.id);
    this.#runner?.fillSlots();
    return isAccepted;
  }

  /**
   * One client may have at most as many audits waiting as there are free places; alone, it can fill half of the queue. So
   * there is always room for another client. An audit that can run at once is never refused.
   */
  #bounds(): CallerBounds {
    const { slots, maxQueued } = this.#limits;
    const maxRunning = slots.max;
    const most = maxRunning + maxQueued;
    return { most, mostOfClient: (others) => Math.ceil((most - others + maxRunning) / 2) };
  }

  async #store<Result>(write: () => Promise<Result>, of: string): Promise<Result> {
    try {
      return await this.#context.storage.admit(write);
    } catch (err) {
      if (err instanceof KeyEnded || err instanceof ServiceError) throw err;
      if (err instanceof QuotaUsed) throw quotaError(err, Date.now());
      logNotStored(this.#context.log, err, { of });
      this.#context.metrics.lost.inc();
      throw notStoredError(err);
    }
  }

  #countCaller(id: string): void {
    this.#callers.set(id, (this.#callers.get(id) ?? 0) + 1);
    if (this.#callers.size <= MAX_COUNTED) return;
    const [oldest] = this.#callers.keys();
    if (oldest !== undefined) this.#callers.delete(oldest);
  }

  /**
   * Ends the crawl of an audit with what it has read, within seconds.
   *
   * @returns false where it has ended, or other clients want it too
   */
  async endCrawl(id: AuditId, keyId: string): Promise<boolean> {
    const isEnding = await this.#context.live.endCrawl(id, keyId);
    await this.#runner?.endCrawls();
    return isEnding;
  }

  /** Yields the progress of an audit, now and after every change, until its end or until `signal` aborts. */
  watch(id: AuditId, signal: AbortSignal): AsyncGenerator<AuditProgress, void> {
    return this.#watch.watch(id, signal);
  }

  /** Takes over what earlier processes left, if audits run here. */
  async start(): Promise<void> {
    await this.#runner?.start();
  }

  /**
   * Stops accepting audits, lets running audits finish for `graceMs`, and puts back the rest. Callers that wait for queued
   * audits are notified at once. Resolves when nothing runs here.
   */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    this.#watch.stop();
    await Promise.all([this.#runner?.stop(graceMs), this.#watch.drain(graceMs)]);
    this.#watch.close();
  }

  /** Returns the number of audits that run here and that wait anywhere, and their limits. */
  async occupancy(): Promise<Occupancy> {
    const waiting = await this.#context.live.countWaiting().catch(() => null);
    return {
      running: this.#runner?.running ?? 0,
      waiting,
      maxRunning: this.#limits.slots.max,
      maxQueued: this.#limits.maxQueued,
    };
  }
}

/** @param now milliseconds since 1970 */
function quotaError({ perDay, left, requested }: QuotaUsed, now: number): ServiceError {
  const message =
    left > 0
      ? `This key may request ${perDay} audits per UTC day, and ${left} more today; these are ${requested}.`
      : `This key has requested its ${perDay} audits of today. The next day begins at 00:00 UTC.`;
  const tomorrow = Date.parse(plusDays(utcDay(isoTime(now)), 1));
  return new ServiceError('quota_used', message, { retryAfter: Math.ceil((tomorrow - now) / 1000) });
}

function requestedAudit(domain: string, rest: Omit<RequestedAudit, 'id' | 'domain' | 'host'>): RequestedAudit {
  return { id: randomUUID(), domain, host: targetHost(domain), ...rest };
}

function requireAuditId(text: string): AuditId {
  const id = parseAuditId(text);
  if (id === null) throw new Error(`The audit ${text} has no UUID.`);
  return id;
}
