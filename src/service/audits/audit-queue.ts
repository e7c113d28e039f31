import { randomUUID } from 'node:crypto';
import { targetHost } from '../../audit/registrable-domain.ts';
import type { DomainName } from '../../domain-name.ts';
import type { AuditStore } from '../../store/audits.ts';
import type { BatchRow } from '../../store/batches.ts';
import { PRIORITY } from '../../store/jobs/job-queue.ts';
import type { CallerBounds, QueueRefusal, RequestedAudit, WaitingCounts } from '../../store/live-audits.ts';
import { RETRY_AFTER_SECONDS, ServiceError, stoppingError } from '../errors.ts';
import { type AuditId, parseAuditId } from './audit.ts';
import type { AuditStanding } from './audit-progress.ts';
import { AuditRunner, type AuditRunnerContext, type AuditRunnerLimits, notStoredError } from './audit-runner.ts';
import { AuditWatch, type Settled } from './audit-watch.ts';
import type { NewEntry } from './batch.ts';
import type { LiveAuditContext } from './live-audit.ts';

/** Audits whose callers are counted. None is forgotten at its end: the oldest give way. */
const MAX_COUNTED = 10_000;

export interface AuditQueueLimits extends AuditRunnerLimits {
  readonly maxQueued: number;
}

export interface AuditQueueContext extends LiveAuditContext, Pick<AuditRunnerContext, 'jobs' | 'isBusy'> {
  readonly audits: AuditStore;
}

/** The origin of a requested audit. */
export interface Asked {
  readonly keyId: string | null;
  /** The client whose share of the queue and slots it uses; '' for daily audits. */
  readonly client: string;
  /** Of {@link PRIORITY}. */
  readonly priority: number;
}

const REFUSALS: Readonly<Record<QueueRefusal, string>> = {
  full: 'Too many audits are waiting; try again later.',
  share_used: 'Too many of your audits are waiting; try again when some of them are done.',
};

/** An audit as it was accepted: from then on it survives the process. */
export interface Ticket {
  readonly id: AuditId;
  readonly status: 'queued' | 'running';
}

export interface Occupancy extends AuditQueueLimits {
  readonly running: number;
  readonly waiting: WaitingCounts | null;
}

/**
 * Accepts requests for live audits. They wait in the store, at most one for each domain. Audits that callers wait for are
 * bounded, in total and for each client.
 */
export class AuditQueue {
  readonly #context: AuditQueueContext;
  readonly #limits: AuditQueueLimits;
  readonly #watch: AuditWatch;
  /** What runs audits in this process; null where only others do. */
  readonly #runner: AuditRunner | null;
  /** How many callers asked this process for an audit. */
  readonly #callers = new Map<string, number>();
  #stopping = false;

  /** @param isRunner whether this process runs what waits */
  constructor(context: AuditQueueContext, limits: AuditQueueLimits, isRunner: boolean) {
    this.#context = context;
    this.#limits = limits;
    this.#watch = new AuditWatch(context);
    const callersOf = (id: string) => this.#callers.get(id) ?? 0;
    this.#runner = isRunner ? new AuditRunner({ ...context, watch: this.#watch, callersOf }, limits) : null;
  }

  /**
   * Joins the audit of the domain that is queued or running, or queues one. When this resolves, it is on the disk.
   *
   * @throws ServiceError `queue_full`, `stopping`, `store_unwritable`, `internal`
   */
  async add(domain: DomainName, { keyId, client, priority }: Asked): Promise<Ticket> {
    if (this.#stopping) throw stoppingError();
    const { live, figures } = this.#context;
    const audit = requested(domain, { keyId, client, priority, requestedAt: new Date().toISOString() });
    const accepted = await this.#store(() => live.accept(audit, this.#bounds()), domain);
    if (accepted === 'full' || accepted === 'share_used') {
      figures.refused.add();
      throw new ServiceError('queue_full', REFUSALS[accepted], { retryAfter: RETRY_AFTER_SECONDS });
    }
    if (priority === PRIORITY.caller) this.#countCaller(accepted.id);
    this.#runner?.look();
    return { ...accepted, id: idOf(accepted.id) };
  }

  /**
   * One client may have at most as many audits waiting as there are free places; alone, it can fill half of the queue. So
   * there is always room for another client. An audit that can run at once is never refused.
   */
  #bounds(): CallerBounds {
    const { maxRunning, maxQueued } = this.#limits;
    const most = maxRunning + maxQueued;
    return { most, mostOfClient: (others) => Math.ceil((most - others + maxRunning) / 2) };
  }

  /**
   * Stores a batch and queues its audits, all or nothing. Batches of one key alternate: all first entries go first.
   * @param most most unfinished batches that a key may have
   * @returns false when the key already has that many
   */
  async addBatch(batch: BatchRow, entries: readonly NewEntry[], most: number): Promise<boolean> {
    if (this.#stopping) throw stoppingError();
    const { keyId, requestedAt } = batch;
    const audits = entries.flatMap(({ domain, position }) =>
      domain === null
        ? []
        : [requested(domain, { keyId, client: keyId, requestedAt, priority: PRIORITY.batch - position })],
    );
    const isAccepted = await this.#store(() => this.#context.live.acceptBatch(batch, entries, audits, most), batch.id);
    this.#runner?.look();
    return isAccepted;
  }

  async #store<Result>(write: () => Promise<Result>, what: string): Promise<Result> {
    try {
      return await write();
    } catch (err) {
      this.#context.log.error({ err, of: what }, 'audit not stored');
      this.#context.figures.lost.add();
      throw notStoredError(err);
    }
  }

  #countCaller(id: string): void {
    this.#callers.set(id, (this.#callers.get(id) ?? 0) + 1);
    if (this.#callers.size <= MAX_COUNTED) return;
    const [oldest] = this.#callers.keys();
    if (oldest !== undefined) this.#callers.delete(oldest);
  }

  /** How an audit ends. Never rejects. */
  end(id: AuditId): Promise<Settled> {
    return this.#watch.end(id);
  }

  /** Where an audit stands, now and after every change, until its end or until `signal` aborts. */
  watch(id: AuditId, signal: AbortSignal): AsyncGenerator<AuditStanding, void> {
    return this.#watch.watch(id, signal);
  }

  /** Takes up what earlier processes left, if audits are run here. */
  async start(): Promise<void> {
    await this.#runner?.start();
  }

  /**
   * Accepts nothing more, lets what runs finish for `graceMs`, and puts back what runs here longer. Who waits for what is
   * queued is told at once. Resolves when nothing runs here.
   */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    this.#watch.stop();
    await Promise.all([this.#runner?.stop(graceMs), this.#watch.drain(graceMs)]);
    this.#watch.close();
  }

  /** How many run here, and how many may; how many wait anywhere is not known while the store is away. */
  async occupancy(): Promise<Occupancy> {
    const waiting = await this.#context.live.countWaiting().catch(() => null);
    return { running: this.#runner?.running ?? 0, waiting, ...this.#limits };
  }
}

function requested(
  domain: string,
  rest: Pick<RequestedAudit, 'keyId' | 'client' | 'priority' | 'requestedAt'>,
): RequestedAudit {
  return { id: randomUUID(), domain, host: targetHost(domain), ...rest };
}

function idOf(text: string): AuditId {
  const id = parseAuditId(text);
  if (id === null) throw new Error(`The audit ${text} has no UUID.`);
  return id;
}
