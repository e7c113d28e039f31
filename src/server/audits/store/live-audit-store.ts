import type { Kysely, Transaction } from 'kysely';
import { DEFAULT_PAGES } from '../../../values/page-count.ts';
import { type Database, isPostgres, readDatabaseTime } from '../../store/database.ts';
import { cancelBatches, type EndedWork, endWork, isWanted } from '../../store/end-work.ts';
import { type JobQueue, PRIORITY, type TakeBounds, type TakenJob } from '../../store/jobs/job-queue.ts';
import { freshTransaction, KEY_IN_USE, lockKey, runAlone } from '../../store/key-authority.ts';
import { requireRoom, type StorageLimits, UNLIMITED } from '../../store/key-storage.ts';
import { requireQuota } from '../../store/quota.ts';
import { acceptBatch, UNFINISHED } from './accept-batch.ts';
import { type FinishedAudit, finishedColumns, queuedColumns, type RequestedAudit } from './audit-store.ts';
import type { BatchRow, NewBatchEntry } from './batch-store.ts';
import { type AcceptedAudit, findPlaces, OF_CALLERS, type QueuePlace, toAccepted } from './queue-places.ts';

/** A live audit that runs, for the process that took it. */
export interface StartedAudit extends RequestedAudit, TakenJob {
  readonly budget: string;
  readonly pages: number;
  readonly comparedWith: string | null;
  readonly isRendered: boolean;
  readonly startedAt: string;
}

/** Bounds on the unfinished audits that callers wait for. */
export interface CallerBounds {
  /** For all clients together. */
  readonly most: number;
  /** For one client, given the number of audits of other clients. */
  readonly mostOfClient: (others: number) => number;
}

/** Reason for refusing an audit: the queue is full, or its client has used its share of it. */
export type QueueRefusal = 'full' | 'share_used';

/** Numbers of waiting live audits. */
export interface WaitingCounts {
  /** Audits that callers wait for. */
  readonly callers: number;
  /** Daily audits and those of batches. */
  readonly others: number;
}

/** A batch whose last audit has ended. */
export interface EndedBatch {
  readonly id: string;
  readonly keyId: string;
}

const STARTED_COLUMNS = [
  'audits.id',
  'domain',
  'host',
  'priority',
  'client',
  'requested_at',
  'started_at',
  'key_id',
  'budget',
  'pages',
  'compared_with as comparedWith',
  'render',
  'attempts',
] as const;

/**
 * Live audits from their acceptance to their end. A domain has at most one unfinished audit for a number of pages and a way to read
 * them. The transaction that changes an audit also changes its batches and the queue. Every write is on the disk when its promise
 * resolves.
 */
export class LiveAuditStore {
  readonly #db: Kysely<Database>;
  readonly #jobs: JobQueue;
  readonly #limits: StorageLimits;

  constructor(db: Kysely<Database>, jobs: JobQueue, limits = UNLIMITED) {
    this.#db = db;
    this.#jobs = jobs;
    this.#limits = limits;
  }

  /**
   * Queues an audit, or joins the unfinished one of its domain that reads as many pages in the same way, which then gets the higher priority
   * of the two. The client of the audit stays the same, unless a caller joins an audit that nobody waited for. While it waits, it may get an
   * audit whose pages it reads again, if it has none.
   * @returns `full` or `share_used` when the bounds refuse it; audits that nobody waits for are unbounded
   * @throws KeyEnded, QuotaUsed
   */
  async accept(audit: RequestedAudit, bounds: CallerBounds): Promise<AcceptedAudit | QueueRefusal> {
    try {
      const accepted = await freshTransaction(this.#db).execute(async (transaction) => {
        const perDay = audit.keyId === null ? null : (await lockKey(transaction, audit.keyId)).auditsPerDay;
        const inserted = await this.#insert(transaction, audit, bounds);
        if (inserted === null) return this.#join(transaction, audit, bounds);
        const { keyId, requestedAt } = audit;
        if (keyId !== null) await requireQuota(transaction, perDay, { keyId, requestedAt, count: 1, areStored: true });
        return inserted;
      });
      // The unfinished audit ended between the two statements.
      return accepted ?? (await this.accept(audit, bounds));
    } catch (error) {
      if (error instanceof QueueRefused) return error.refusal;
      throw error;
    }
  }

  /** Inserts an audit. @returns null when its domain has an unfinished one @throws QueueRefused */
  async #insert(
    transaction: Transaction<Database>,
    audit: RequestedAudit,
    bounds: CallerBounds,
  ): Promise<AcceptedAudit | null> {
    const { numInsertedOrUpdatedRows: inserted } = await transaction
      .insertInto('audits')
      .values(queuedColumns(audit))
      .onConflict((conflict) => conflict.columns(UNFINISHED).where('finished_at', 'is', null).doNothing())
      .executeTakeFirst();
    if (inserted !== 1n) return null;
    await requireRoom(transaction, audit.budget ?? audit.keyId ?? '', this.#limits);
    if (audit.priority >= PRIORITY.caller) await this.#checkBounds(transaction, audit.client, bounds);
    await this.#jobs.announce(transaction);
    return { id: audit.id, status: 'queued' };
  }

  /** Joins the unfinished audit of a domain. @returns null when it has none any more @throws QueueRefused */
  async #join(
    transaction: Transaction<Database>,
    { domain, priority, client, keyId, pages = DEFAULT_PAGES, isRendered = false, comparedWith = null }: RequestedAudit,
    bounds: CallerBounds,
  ): Promise<AcceptedAudit | null> {
    const present = await transaction
      .selectFrom('audits')
      .select(['id', 'status', 'priority', 'key_id'])
      .where('domain', '=', domain)
      .where('pages', '=', pages)
      .where('render', '=', isRendered ? 1 : 0)
      .where('finished_at', 'is', null)
      // It may be cancelled or end at this moment.
      .$if(isPostgres(transaction), (query) => query.forUpdate())
      .executeTakeFirst();
    if (present === undefined) return null;
    if (present.key_id !== keyId) {
      await transaction.updateTable('audits').set({ joined: 1 }).where('id', '=', present.id).execute();
    }
    if (comparedWith !== null && present.status === 'queued') {
      await transaction
        .updateTable('audits')
        .set((eb) => ({ compared_with: eb.fn.coalesce('compared_with', eb.val(comparedWith)) }))
        .where('id', '=', present.id)
        .execute();
    }
    if (present.priority < priority) {
      const isCallers = priority >= PRIORITY.caller;
      await transaction
        .updateTable('audits')
        .set({ priority, not_before: '', ...(isCallers ? { client } : {}) })
        .where('id', '=', present.id)
        .execute();
      if (isCallers && present.status === 'queued') await this.#checkBounds(transaction, client, bounds);
      await this.#jobs.announce(transaction);
    }
    return toAccepted(present);
  }

  /** Checks the bounds after the new audit was added. @throws QueueRefused */
  async #checkBounds(
    transaction: Transaction<Database>,
    client: string,
    { most, mostOfClient }: CallerBounds,
  ): Promise<void> {
    await runAlone(transaction, 'audits of callers');
    const rows = await transaction
      .selectFrom('audits')
      .select(({ fn }) => ['client', fn.countAll<number>().as('count')])
      .where('finished_at', 'is', null)
      .where('status', 'in', this.#jobs.bounded)
      .where('priority', '>=', OF_CALLERS)
      .groupBy('client')
      .execute();
    const all = rows.reduce((sum, { count }) => sum + count, 0);
    const own = rows.find((row) => row.client === client)?.count ?? 0;
    if (all > most) throw new QueueRefused('full');
    if (own > mostOfClient(all - own)) throw new QueueRefused('share_used');
  }

  /** Stores a batch and queues its audits: see {@link acceptBatch}. */
  acceptBatch(
    batch: BatchRow,
    entries: readonly NewBatchEntry[],
    audits: readonly RequestedAudit[],
    most: number,
  ): Promise<boolean> {
    return acceptBatch(this.#db, this.#jobs, { batch, entries, audits, most, limits: this.#limits });
  }

  /** Returns the time of the database, ISO 8601 UTC: see {@link readDatabaseTime}. */
  now(): Promise<string> {
    return readDatabaseTime(this.#db);
  }

  /**
   * Ends an audit, and its entries of batches.
   * @param problem reason for having no score, in one sentence; null when it has one
   * @returns the batches that ended with it; null when another attempt has taken over, and nothing was changed
   */
  async finish(
    { id, attempts, startedAt }: Pick<StartedAudit, 'id' | 'attempts' | 'startedAt'>,
    audit: FinishedAudit,
    problem: string | null,
  ): Promise<EndedBatch[] | null> {
    const columns = await finishedColumns(audit);
    return this.#db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('audits')
        .set({ ...columns, client: '' })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .where('attempts', '=', attempts)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return null;
      const entries = await transaction
        .updateTable('batch_domains')
        .set({ status: audit.status, error: problem })
        .where('audit_id', '=', id)
        .where('status', '=', 'queued')
        .returning('batch_id')
        .execute();
      const ended: EndedBatch[] = [];
      // Takes the batches in the same order as when they are stored, so that transactions cannot deadlock.
      for (const batch of entries.map((entry) => entry.batch_id).sort()) {
        const { key_id: keyId, finished_at: finishedAt } = await transaction
          .updateTable('batches')
          .set((eb) => ({
            unsettled: eb('unsettled', '-', 1),
            started_at: eb.fn.coalesce('started_at', eb.val(startedAt)),
            finished_at: eb.case().when('unsettled', '=', 1).then(audit.finishedAt).else(null).end(),
          }))
          .where('id', '=', batch)
          .returning(['key_id', 'finished_at'])
          .executeTakeFirstOrThrow();
        if (finishedAt !== null) ended.push({ id: batch, keyId });
      }
      await this.#jobs.remove(transaction, id);
      return ended;
    });
  }

  /**
   * Takes the next audit and marks it as running. Returns null when none may run. Where its key may no longer act, the work of the key ends
   * instead, and the next one is taken.
   */
  async take(bounds: TakeBounds): Promise<StartedAudit | null> {
    const taken = await this.#jobs.take(bounds);
    if (taken === null) return null;
    try {
      const row = await this.#db
        .selectFrom('audits')
        .leftJoin('api_keys', 'api_keys.id', 'audits.key_id')
        .select(STARTED_COLUMNS)
        .select((eb) => eb.case().when(KEY_IN_USE).then(1).else(0).end().as('mayRun'))
        .where('audits.id', '=', taken.id)
        .where('attempts', '=', taken.attempts)
        .executeTakeFirstOrThrow();
      const { requested_at: requestedAt, started_at: startedAt, key_id: keyId, mayRun, render, ...rest } = row;
      const times = { requestedAt, startedAt: startedAt ?? requestedAt };
      const started = { ...rest, ...times, keyId, isRendered: render === 1 };
      if (keyId === null || mayRun === 1) return started;
      await freshTransaction(this.#db).execute(async (transaction) => {
        await this.#requeueIn(transaction, started, null);
        await endWork(transaction, keyId, new Date().toISOString());
      });
      this.#jobs.release(taken.id);
    } catch (error) {
      this.#jobs.release(taken.id);
      throw error;
    }
    return this.take(bounds);
  }

  /** Cancels a batch, unless it has ended: see {@link cancelBatches}. @param by the key that cancels it; null for the command @throws KeyEnded */
  cancelBatch(id: string, at: string, by: string | null = null): Promise<EndedWork> {
    return freshTransaction(this.#db).execute(async (transaction) => {
      if (by !== null) await lockKey(transaction, by);
      return cancelBatches(transaction, { id }, at);
    });
  }

  /**
   * Asks for the end of the crawl of an unfinished audit that only one key wants.
   *
   * @returns false where it has ended, or others want it too
   */
  endCrawl(id: string, keyId: string): Promise<boolean> {
    return freshTransaction(this.#db).execute(async (transaction) => {
      await lockKey(transaction, keyId);
      const { numUpdatedRows } = await transaction
        .updateTable('audits')
        .set({ ends_early: 1 })
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .where('key_id', '=', keyId)
        .where('joined', '=', 0)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    });
  }

  /** Returns those of some audits whose crawl is to end. */
  async endedCrawls(ids: readonly string[]): Promise<readonly string[]> {
    const ended = this.#db.selectFrom('audits').select('id').where('id', 'in', ids).where('ends_early', '=', 1);
    return (await ended.execute()).map(({ id }) => id);
  }

  /** Queues an interrupted audit again, as though it had not been started. Does nothing when another attempt has taken over. */
  async requeue(audit: StartedAudit): Promise<void> {
    await this.#requeue(audit, null);
  }

  /**
   * Queues a failed audit again, unless a caller has joined it meanwhile, nobody wants it any more or another attempt has taken over.
   * @returns whether it was queued
   */
  retry(audit: StartedAudit, notBefore: string): Promise<boolean> {
    return this.#requeue(audit, notBefore);
  }

  #requeue(audit: StartedAudit, notBefore: string | null): Promise<boolean> {
    return this.#db.transaction().execute((transaction) => this.#requeueIn(transaction, audit, notBefore));
  }

  async #requeueIn(
    transaction: Transaction<Database>,
    audit: StartedAudit,
    notBefore: string | null,
  ): Promise<boolean> {
    const row = await transaction
      .updateTable('audits')
      .set((eb) => ({
        status: 'queued',
        started_at: null,
        not_before: notBefore ?? '',
        attempts: notBefore === null ? eb('attempts', '-', 1) : eb.ref('attempts'),
      }))
      .where('id', '=', audit.id)
      .where('status', '=', 'running')
      .where('attempts', '=', audit.attempts)
      .$if(notBefore !== null, (query) => query.where('priority', '<', PRIORITY.caller).where(isWanted))
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return false;
    const batches = await transaction
      .selectFrom('batch_domains')
      .select('batch_id as id')
      .where('audit_id', '=', audit.id)
      // In the same order as when audits finish.
      .orderBy('batch_id')
      .execute();
    for (const { id } of batches) {
      await transaction
        .updateTable('batches')
        .set({ started_at: audit.startedAt })
        .where('id', '=', id)
        .where('started_at', 'is', null)
        .execute();
    }
    await this.#jobs.requeue(transaction, audit.id);
    return true;
  }

  /** Returns the states of those of some audits that are not finished, and their places in the queue. */
  findPlaces(ids: readonly string[]): Promise<QueuePlace[]> {
    return findPlaces(this.#db, ids);
  }

  /** Returns the states of those of some audits that are not finished. */
  async findUnfinished(ids: readonly string[]): Promise<ReadonlyMap<string, AcceptedAudit['status']>> {
    const rows = await this.#db
      .selectFrom('audits')
      .select(['id', 'status'])
      .where('id', 'in', ids)
      .where('finished_at', 'is', null)
      .execute();
    return new Map(rows.map((row) => [row.id, toAccepted(row).status]));
  }

  /** Counts the waiting audits. */
  async countWaiting(): Promise<WaitingCounts> {
    const waiting = this.#db
      .selectFrom('audits')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('finished_at', 'is', null)
      .where('status', '=', 'queued');
    const callers = waiting.where('priority', '>=', OF_CALLERS);
    const others = waiting.where('priority', '<', PRIORITY.caller);
    const [called, uncalled] = await Promise.all([callers.executeTakeFirstOrThrow(), others.executeTakeFirstOrThrow()]);
    return { callers: called.count, others: uncalled.count };
  }
}

/** Rolls back the transaction of an audit that is refused. */
class QueueRefused extends Error {
  readonly refusal: QueueRefusal;

  constructor(refusal: QueueRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
