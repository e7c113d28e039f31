import type { Kysely, Selectable, Transaction } from 'kysely';
import type { BatchDomainsTable, BatchesTable, Database } from './database.ts';

export interface BatchRow {
  readonly id: string;
  readonly keyId: string;
  /** ISO 8601 UTC, as all times here. */
  readonly requestedAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly domains: number;
  readonly duplicates: number;
}

/** Entries that are stored or deleted by one transaction. */
export const ROWS_AT_ONCE = 250;

export type BatchDomainStatus = BatchDomainsTable['status'];

/** How far a batch is. */
export interface BatchProgress {
  /** How many entries there are by status; none that there are none of. */
  readonly settled: ReadonlyMap<BatchDomainStatus, number>;
  /** How many of those without a result are being audited. */
  readonly running: number;
  /** When the first of these was begun. */
  readonly began: string | null;
}

/** One entry of a batch. */
export interface BatchDomainRow {
  readonly position: number;
  readonly input: string;
  readonly domain: string | null;
  readonly status: BatchDomainStatus;
  readonly auditId: string | null;
  readonly error: string | null;
}

/** Reads batches and their entries. `LiveAuditStore` writes and finishes them. */
export class BatchStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(id: string): Promise<BatchRow | null> {
    const row = await this.#db
      .selectFrom('batches')
      .selectAll()
      .where('id', '=', id)
      .where('incoming', '=', 0)
      .executeTakeFirst();
    return row === undefined ? null : fromColumns(row);
  }

  /** Counts a key's unfinished batches, including those that are still being stored. */
  countUnfinished(keyId: string): Promise<number> {
    return countUnfinished(this.#db, keyId);
  }

  /** How far a batch is. */
  async progressOf(id: string): Promise<BatchProgress> {
    const rows = await this.#db
      .selectFrom('batch_domains')
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .where('batch_id', '=', id)
      .groupBy('status')
      .execute();
    const { running, began } = await this.#db
      .selectFrom('audits')
      .innerJoin('batch_domains', 'batch_domains.audit_id', 'audits.id')
      .select(({ fn }) => [fn.countAll<number>().as('running'), fn.min('audits.started_at').as('began')])
      .where('audits.finished_at', 'is', null)
      .where('audits.status', '=', 'running')
      .where('batch_domains.batch_id', '=', id)
      .executeTakeFirstOrThrow();
    return { settled: new Map(rows.map(({ status, count }) => [status, count])), running, began };
  }

  /** The entries that stand behind a position, in order. */
  async entriesAfter(id: string, position: number, limit: number): Promise<BatchDomainRow[]> {
    const rows = await this.#db
      .selectFrom('batch_domains')
      .selectAll()
      .where('batch_id', '=', id)
      .where('position', '>', position)
      .orderBy('position')
      .limit(limit)
      .execute();
    return rows.map(entryFromColumns);
  }

  /** Deletes one batch that was finished before a time. Returns whether there was one. */
  async deleteOneFinishedBefore(time: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('batches')
      .select('id')
      .where('finished_at', '<', time)
      .orderBy('finished_at')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return false;
    await this.delete(row.id);
    return true;
  }

  /**
   * Deletes incomplete batches: their process died before it accepted them. Audits that they had queued stay, and are
   * shared with a caller who sends the list again.
   * @param before only batches requested before this time: later ones may still be in progress
   */
  async deleteIncomplete(before: string): Promise<void> {
    const rows = await this.#db
      .selectFrom('batches')
      .select('id')
      .where('incoming', '=', 1)
      .where('requested_at', '<', before)
      .execute();
    for (const { id } of rows) await this.delete(id);
  }

  /** Deletes a batch, a bounded number of entries per transaction, so that others run in between. */
  async delete(id: string): Promise<void> {
    for (let isLeft = true; isLeft; ) {
      const { numDeletedRows } = await this.#db
        .deleteFrom('batch_domains')
        .where('batch_id', '=', id)
        .where('position', 'in', (some) =>
          some.selectFrom('batch_domains').select('position').where('batch_id', '=', id).limit(ROWS_AT_ONCE),
        )
        .executeTakeFirst();
      isLeft = numDeletedRows > 0n;
    }
    await this.#db.deleteFrom('batches').where('id', '=', id).execute();
  }
}

/** Counts the unfinished batches of a key. */
export async function countUnfinished(db: Kysely<Database>, keyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('batches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('key_id', '=', keyId)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores a batch before its entries. @param unsettled number of entries without a result */
export async function insertBatch(
  transaction: Transaction<Database>,
  batch: BatchRow,
  unsettled: number,
): Promise<void> {
  await transaction
    .insertInto('batches')
    .values({
      id: batch.id,
      key_id: batch.keyId,
      requested_at: batch.requestedAt,
      started_at: batch.startedAt,
      finished_at: batch.finishedAt,
      domains: batch.domains,
      duplicates: batch.duplicates,
      unsettled,
      incoming: 1,
    })
    .execute();
}

/** Keeps entries of a batch, as many as one statement may have. */
export async function insertEntries(
  transaction: Transaction<Database>,
  batchId: string,
  entries: readonly BatchDomainRow[],
): Promise<void> {
  await transaction
    .insertInto('batch_domains')
    .values(
      entries.map(({ position, input, domain, status, auditId, error }) => ({
        batch_id: batchId,
        position,
        input,
        domain,
        status,
        audit_id: auditId,
        error,
      })),
    )
    .execute();
}

function fromColumns(row: Selectable<BatchesTable>): BatchRow {
  return {
    id: row.id,
    keyId: row.key_id,
    requestedAt: row.requested_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    domains: row.domains,
    duplicates: row.duplicates,
  };
}

function entryFromColumns(row: Selectable<BatchDomainsTable>): BatchDomainRow {
  return {
    position: row.position,
    input: row.input,
    domain: row.domain,
    status: row.status,
    auditId: row.audit_id,
    error: row.error,
  };
}
