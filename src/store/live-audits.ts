import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { type FinishedAudit, finishedColumns } from './audits.ts';
import {
  type BatchDomainRow,
  type BatchRow,
  BatchStore,
  countUnfinished,
  insertBatch,
  insertEntries,
  ROWS_AT_ONCE,
} from './batches.ts';
import type { AuditsTable, Database } from './database.ts';
import { type Job, type JobQueue, PRIORITY, type TakeBounds, type TakenJob } from './jobs/job-queue.ts';

/** A live audit that somebody asks for. */
export interface RequestedAudit extends Job {
  readonly requestedAt: string;
  readonly keyId: string | null;
}

/** A live audit that runs, for the process that took it. */
export interface StartedAudit extends RequestedAudit, TakenJob {
  readonly startedAt: string;
}

/** A live audit as it was accepted: the one that was asked for, or the one of that domain which was there. */
export interface AcceptedAudit {
  readonly id: string;
  readonly status: 'queued' | 'running';
}

/** Bounds on the unfinished audits that callers wait for. */
export interface CallerBounds {
  /** For all clients together. */
  readonly most: number;
  /** For one client, given the number of audits of other clients. */
  readonly mostOfClient: (others: number) => number;
}

/** Why an audit is not accepted: the queue is full, or its client has used its share of it. */
export type QueueRefusal = 'full' | 'share_used';

/** Where a live audit stands that is not finished. */
export interface Standing extends AcceptedAudit {
  /**
   * Place in the queue, from 1. An estimate: slots are shared between clients, so later requests of others may go first. For
   * batches and daily audits, only those of the same client are counted.
   */
  readonly place: number | null;
}

/** How many live audits wait. */
export interface WaitingCounts {
  readonly callers: number;
  /** Those that nobody waits for. */
  readonly others: number;
}

/** A batch whose last audit has ended. */
export interface EndedBatch {
  readonly id: string;
  readonly keyId: string;
}

const STARTED_COLUMNS = [
  'id',
  'domain',
  'host',
  'priority',
  'client',
  'requested_at',
  'started_at',
  'key_id',
  'attempts',
] as const;

/** A literal, not a parameter: only then does SQLite use the partial index of these rows. */
const OF_CALLERS = sql.lit(PRIORITY.caller);

/**
 * The live audits from their acceptance to their end. A domain has one at most that is not finished. What a batch waits for
 * is settled in the transaction that ends it, and the queue hears of each in the transaction that changes it. Every write
 * is on the disk when its promise resolves.
 */
export class LiveAuditStore {
  readonly #db: Kysely<Database>;
  readonly #jobs: JobQueue;

  constructor(db: Kysely<Database>, jobs: JobQueue) {
    this.#db = db;
    this.#jobs = jobs;
  }

  /**
   * Queues an audit, or joins the unfinished one of its domain, which then gets the higher priority of the two. The
   * client of the audit stays the same, unless a caller joins an audit that nobody waited for.
   * @returns `full` or `share_used` when the bounds refuse it; audits that nobody waits for are unbounded
   */
  async accept(audit: RequestedAudit, bounds: CallerBounds): Promise<AcceptedAudit | QueueRefusal> {
    try {
      const accepted = await this.#db
        .transaction()
        .execute(
          async (transaction) =>
            (await this.#insert(transaction, audit, bounds)) ?? (await this.#join(transaction, audit, bounds)),
        );
      // It has ended between the two.
      return accepted ?? (await this.accept(audit, bounds));
    } catch (error) {
      if (error instanceof QueueRefused) return error.refusal;
      throw error;
    }
  }

  /** Null when there is an unfinished one of that domain. @throws QueueRefused */
  async #insert(
    transaction: Transaction<Database>,
    audit: RequestedAudit,
    bounds: CallerBounds,
  ): Promise<AcceptedAudit | null> {
    const { numInsertedOrUpdatedRows: inserted } = await transaction
      .insertInto('audits')
      .values(toColumns(audit))
      .onConflict((conflict) => conflict.column('domain').where('finished_at', 'is', null).doNothing())
      .executeTakeFirst();
    if (inserted !== 1n) return null;
    if (audit.priority >= PRIORITY.caller) await this.#holdBounds(transaction, audit.client, bounds);
    await this.#jobs.add(transaction, [audit]);
    return { id: audit.id, status: 'queued' };
  }

  /** Null when there is no unfinished one of that domain any more. @throws QueueRefused */
  async #join(
    transaction: Transaction<Database>,
    { domain, priority, client }: RequestedAudit,
    bounds: CallerBounds,
  ): Promise<AcceptedAudit | null> {
    const present = await transaction
      .selectFrom('audits')
      .select(['id', 'status', 'priority'])
      .where('domain', '=', domain)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (present === undefined) return null;
    if (present.priority < priority) {
      const isCallers = priority >= PRIORITY.caller;
      await transaction
        .updateTable('audits')
        .set({ priority, not_before: '', ...(isCallers ? { client } : {}) })
        .where('id', '=', present.id)
        .execute();
      if (isCallers && present.status === 'queued') await this.#holdBounds(transaction, client, bounds);
      await this.#jobs.raise(transaction);
    }
    return toAccepted(present);
  }

  /** Checks the bounds after the new audit was added. @throws QueueRefused */
  async #holdBounds(
    transaction: Transaction<Database>,
    client: string,
    { most, mostOfClient }: CallerBounds,
  ): Promise<void> {
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

  /**
   * Stores a batch with all its entries and queues an audit for each valid domain. A domain with an unfinished audit shares
   * that audit, whose place in the queue stays the same. Uses many transactions, so that others run in between. The batch becomes visible once
   * it is complete; its first audits may start before. If storing fails half-way, the batch is deleted.
   * @param most most unfinished batches of the key, this one included
   * @returns false when the key already has that many
   */
  async acceptBatch(
    batch: BatchRow,
    entries: readonly Omit<BatchDomainRow, 'auditId'>[],
    audits: readonly RequestedAudit[],
    most: number,
  ): Promise<boolean> {
    if (!(await this.#announceBatch(batch, audits.length, most))) return false;
    try {
      const auditOf = new Map(audits.map((audit) => [audit.domain, audit]));
      for (const some of chunksOf(entries)) {
        const wanted = some.flatMap(({ domain }) => (domain === null ? [] : (auditOf.get(domain) ?? [])));
        await this.#db.transaction().execute((transaction) => this.#storeEntries(transaction, batch.id, some, wanted));
      }
      const whole = this.#db.updateTable('batches').set({ incoming: 0 }).where('id', '=', batch.id);
      const { numUpdatedRows } = await whole.executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Error('The batch was wrongly presumed abandoned by its process.');
      return true;
    } catch (error) {
      // If this fails as well, it is deleted later, with the incomplete batches of other processes.
      await new BatchStore(this.#db).delete(batch.id).catch(() => undefined);
      throw error;
    }
  }

  /** Stores a batch without its entries. A write locks the key's row, so that two batches cannot both be the last allowed one. */
  #announceBatch(batch: BatchRow, unsettled: number, most: number): Promise<boolean> {
    // Whatever the server's default: it must see what was committed while it waited for the row.
    const announcing = this.#db.transaction().setIsolationLevel('read committed');
    return announcing.execute(async (transaction) => {
      await transaction
        .updateTable('api_keys')
        .set(({ ref }) => ({ name: ref('name') }))
        .where('id', '=', batch.keyId)
        .execute();
      if ((await countUnfinished(transaction, batch.keyId)) >= most) return false;
      await insertBatch(transaction, batch, unsettled);
      return true;
    });
  }

  async #storeEntries(
    transaction: Transaction<Database>,
    batchId: string,
    entries: readonly Omit<BatchDomainRow, 'auditId'>[],
    audits: readonly RequestedAudit[],
  ): Promise<void> {
    const accepted = new Map<string, string>();
    if (audits.length > 0) {
      // In a fixed order, so that two transactions that share domains cannot deadlock.
      const inOrder = audits.toSorted((a, b) => (a.domain < b.domain ? -1 : 1));
      const rows = await transaction
        .insertInto('audits')
        .values(inOrder.map(toColumns))
        // Changes nothing, but locks the row until the entry is stored, so that the audit cannot end before.
        .onConflict((conflict) =>
          conflict
            .column('domain')
            .where('finished_at', 'is', null)
            .doUpdateSet(({ ref }) => ({ priority: ref('audits.priority') })),
        )
        .returning(['id', 'domain'])
        .execute();
      for (const { id, domain } of rows) accepted.set(domain, id);
      const isNew = ({ id, domain }: RequestedAudit) => accepted.get(domain) === id;
      await this.#jobs.add(transaction, audits.filter(isNew));
    }
    const auditOf = (domain: string | null) => (domain === null ? null : (accepted.get(domain) ?? null));
    const linked = entries.map((entry) => ({ ...entry, auditId: auditOf(entry.domain) }));
    await insertEntries(transaction, batchId, linked);
  }

  /**
   * Ends an audit, and settles what batches wait for.
   * @param problem why it has no score, in one sentence; null when it has one
   * @returns the batches that ended with it; null when it is another attempt's by now, and nothing was changed
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
      await this.#jobs.remove(transaction, [id]);
      return ended;
    });
  }

  /** Takes the next audit and marks it as running. Returns null when none may run. */
  async take(bounds: TakeBounds): Promise<StartedAudit | null> {
    const taken = await this.#jobs.take(bounds);
    if (taken === null) return null;
    try {
      const row = await this.#db
        .selectFrom('audits')
        .select(STARTED_COLUMNS)
        .where('id', '=', taken.id)
        .where('attempts', '=', taken.attempts)
        .executeTakeFirstOrThrow();
      const { requested_at: requestedAt, started_at: startedAt, key_id: keyId, ...rest } = row;
      return { ...rest, requestedAt, startedAt: startedAt ?? requestedAt, keyId };
    } catch (error) {
      this.#jobs.release(taken.id);
      throw error;
    }
  }

  /** Puts back an audit that is broken off, as though it had not been started. Does nothing when it is another attempt's by now. */
  async putBack(audit: StartedAudit): Promise<void> {
    await this.#queueAgain(audit, null);
  }

  /**
   * Puts back an audit that failed, to be tried again; not one that a caller has joined meanwhile, nor one that is another
   * attempt's by now.
   * @returns whether it did
   */
  retry(audit: StartedAudit, notBefore: string): Promise<boolean> {
    return this.#queueAgain(audit, notBefore);
  }

  async #queueAgain(audit: StartedAudit, notBefore: string | null): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
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
        .$if(notBefore !== null, (query) => query.where('priority', '<', PRIORITY.caller))
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) return false;
      const batches = await transaction
        .selectFrom('batch_domains')
        .select('batch_id as id')
        .where('audit_id', '=', audit.id)
        // In one order, as where it is finished.
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
      await this.#jobs.putBack(transaction, audit.id);
      return true;
    });
  }

  /** Where audits stand that are not finished. */
  async standings(ids: readonly string[]): Promise<Standing[]> {
    const rows = await this.#db
      .selectFrom('audits')
      .select(['id', 'status', 'client', 'priority', 'requested_at'])
      .where('id', 'in', ids)
      .where('finished_at', 'is', null)
      .execute();
    const isQueued = rows.some(({ status }) => status === 'queued');
    const places = isQueued ? await this.#placesOfCallers() : new Map<string, number>();
    return Promise.all(
      rows.map(async (row) => {
        const place =
          row.status === 'queued'
            ? (places.get(row.id) ?? places.size + 1 + (await this.#countOthersBefore(row)))
            : null;
        return { ...toAccepted(row), place };
      }),
    );
  }

  /** Returns the places of the audits that callers wait for: the first audits of all clients, then their second ones. */
  async #placesOfCallers(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ id: string }>`
      select id from (
        select id, requested_at, row_number() over (partition by client order by requested_at, id) as turn from audits
        where finished_at is null and status = 'queued' and priority >= ${OF_CALLERS}
      ) as waiting
      order by turn, requested_at, id`.execute(this.#db);
    return new Map(rows.map(({ id }, before) => [id, before + 1]));
  }

  /** Counts audits of the same client with a greater priority, or with the same and older. Audits that callers wait for do not count. */
  async #countOthersBefore({
    client,
    priority,
    requested_at: requestedAt,
  }: Pick<Selectable<AuditsTable>, 'client' | 'priority' | 'requested_at'>): Promise<number> {
    const { count } = await this.#db
      .selectFrom('audits')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('finished_at', 'is', null)
      .where('status', '=', 'queued')
      .where('client', '=', client)
      // A range of the index: there may be very many audits with lower priority, which are not read.
      .where('priority', '>=', priority)
      .where('priority', '<', PRIORITY.caller)
      .where(({ eb, or }) => or([eb('priority', '>', priority), eb('requested_at', '<', requestedAt)]))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Those of some audits that are not finished, and whether they wait or run. */
  async unfinishedOf(ids: readonly string[]): Promise<ReadonlyMap<string, AcceptedAudit['status']>> {
    const rows = await this.#db
      .selectFrom('audits')
      .select(['id', 'status'])
      .where('id', 'in', ids)
      .where('finished_at', 'is', null)
      .execute();
    return new Map(rows.map((row) => [row.id, toAccepted(row).status]));
  }

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

/** Undoes the transaction of one audit too many. */
class QueueRefused extends Error {
  readonly refusal: QueueRefusal;

  constructor(refusal: QueueRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

function toColumns({ id, domain, requestedAt, keyId, host, priority, client }: RequestedAudit) {
  return {
    id,
    domain,
    kind: 'live',
    status: 'queued',
    requested_at: requestedAt,
    attempts: 0,
    has_snapshot: 0,
    key_id: keyId,
    host,
    priority,
    client,
  } as const;
}

function toAccepted({ id, status }: Pick<Selectable<AuditsTable>, 'id' | 'status'>): AcceptedAudit {
  return { id, status: status === 'running' ? 'running' : 'queued' };
}

function* chunksOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) yield rows.slice(start, start + ROWS_AT_ONCE);
}
