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

export type BatchDomainStatus = BatchDomainsTable['status'];

/** One entry of a batch. */
export interface BatchDomainRow {
  readonly position: number;
  readonly input: string;
  readonly domain: string | null;
  readonly status: BatchDomainStatus;
  readonly auditId: string | null;
  readonly error: string | null;
}

/** So many rows are inserted by one statement: few enough for the parameters that SQLite allows one. */
const ROWS_AT_ONCE = 500;

/** The batches, and what they are of. Every write is on the disk when its promise resolves. */
export class BatchStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Keeps a batch with all its entries, or nothing of it. */
  async insert(batch: BatchRow, entries: readonly BatchDomainRow[]): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
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
        })
        .execute();
      for (let start = 0; start < entries.length; start += ROWS_AT_ONCE) {
        await insertEntries(transaction, batch.id, entries.slice(start, start + ROWS_AT_ONCE));
      }
    });
  }

  async find(id: string): Promise<BatchRow | null> {
    const row = await this.#db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : fromColumns(row);
  }

  /** Those that are not finished, the oldest first. */
  async unfinished(): Promise<BatchRow[]> {
    const rows = await this.#db
      .selectFrom('batches')
      .selectAll()
      .where('finished_at', 'is', null)
      .orderBy('requested_at')
      .orderBy('id')
      .execute();
    return rows.map(fromColumns);
  }

  /** How many of a key's are not finished. */
  async countUnfinished(keyId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('batches')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('key_id', '=', keyId)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  }

  /** How many entries of a batch there are by status; none that there are none of. */
  async countsOf(id: string): Promise<Map<BatchDomainStatus, number>> {
    const rows = await this.#db
      .selectFrom('batch_domains')
      .select(({ fn }) => ['status', fn.countAll().as('count')])
      .where('batch_id', '=', id)
      .groupBy('status')
      .execute();
    return new Map(rows.map(({ status, count }) => [status, Number(count)]));
  }

  /** The first of a batch's entries that are queued; null when none is. */
  async firstQueued(id: string): Promise<BatchDomainRow | null> {
    const [first] = await this.#entriesOf(id, 'queued', 1);
    return first ?? null;
  }

  /** A batch's entries whose audits are queued or running: there are never many. */
  running(id: string): Promise<BatchDomainRow[]> {
    return this.#entriesOf(id, 'running', Number.MAX_SAFE_INTEGER);
  }

  async #entriesOf(id: string, status: BatchDomainStatus, limit: number): Promise<BatchDomainRow[]> {
    const rows = await this.#db
      .selectFrom('batch_domains')
      .selectAll()
      .where('batch_id', '=', id)
      .where('status', '=', status)
      .orderBy('position')
      .limit(limit)
      .execute();
    return rows.map(entryFromColumns);
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

  /** Notes where an entry stands. */
  async setEntry(
    id: string,
    position: number,
    { status, auditId, error }: Pick<BatchDomainRow, 'status' | 'auditId' | 'error'>,
  ): Promise<void> {
    await this.#db
      .updateTable('batch_domains')
      .set({ status, audit_id: auditId, error })
      .where('batch_id', '=', id)
      .where('position', '=', position)
      .execute();
  }

  /** Notes when the first audit of a batch was started; a later time changes nothing. */
  async start(id: string, time: string): Promise<void> {
    await this.#db
      .updateTable('batches')
      .set({ started_at: time })
      .where('id', '=', id)
      .where('started_at', 'is', null)
      .execute();
  }

  async finish(id: string, time: string): Promise<void> {
    await this.#db.updateTable('batches').set({ finished_at: time }).where('id', '=', id).execute();
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
    await this.#db.deleteFrom('batches').where('id', '=', row.id).execute();
    return true;
  }
}

async function insertEntries(
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
