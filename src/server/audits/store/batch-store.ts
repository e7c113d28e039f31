import type { Kysely } from 'kysely';
import type { BatchDomainsTable, Database } from '../../store/database.ts';

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

/** Progress of a batch. */
export interface BatchProgress {
  /** Number of entries by status; statuses without entries are missing. */
  readonly settled: ReadonlyMap<BatchDomainStatus, number>;
  /** Number of entries without a result whose audits run. */
  readonly running: number;
  /** Start of the first of these audits. */
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

/** An entry of a batch that has no audit yet. */
export type NewBatchEntry = Omit<BatchDomainRow, 'auditId'>;

/** Reads batches and their entries. `LiveAuditStore` writes and finishes them. */
export class BatchStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(id: string): Promise<BatchRow | null> {
    return (await this.#select().where('id', '=', id).executeTakeFirst()) ?? null;
  }

  /** Lists the newest batches, the newest first. @param keyId null: of all keys */
  list(keyId: string | null, limit: number): Promise<BatchRow[]> {
    return this.#select()
      .$if(keyId !== null, (query) => query.where('key_id', '=', keyId ?? ''))
      .orderBy('requested_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  #select() {
    return this.#db
      .selectFrom('batches')
      .select(['id', 'key_id as keyId', 'domains', 'duplicates'])
      .select(['requested_at as requestedAt', 'started_at as startedAt', 'finished_at as finishedAt'])
      .where('incoming', '=', 0);
  }

  /** Counts a key's unfinished batches, including those that are still being stored. */
  countUnfinished(keyId: string): Promise<number> {
    return countUnfinished(this.#db, keyId);
  }

  /** Counts the entries of a batch by their progress. */
  async countProgress(id: string): Promise<BatchProgress> {
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
      .where('batch_domains.status', '=', 'queued')
      .executeTakeFirstOrThrow();
    return { settled: new Map(rows.map(({ status, count }) => [status, count])), running, began };
  }

  /** Returns the entries after a position, in order. */
  entriesAfter(id: string, position: number, limit: number): Promise<BatchDomainRow[]> {
    return this.#db
      .selectFrom('batch_domains')
      .select(['position', 'input', 'domain', 'status', 'audit_id as auditId', 'error'])
      .where('batch_id', '=', id)
      .where('position', '>', position)
      .orderBy('position')
      .limit(limit)
      .execute();
  }

  /** Deletes one batch that was finished before a time. Returns whether there was one. @param keyId null: of any key */
  async deleteOneFinishedBefore(time: string, keyId: string | null = null): Promise<boolean> {
    const row = await this.#db
      .selectFrom('batches')
      .select('id')
      .where('finished_at', '<', time)
      .$if(keyId !== null, (query) => query.where('key_id', '=', keyId ?? ''))
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
