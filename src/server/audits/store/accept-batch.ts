import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import { actAs, freshTransaction, lockKey } from '../../store/key-authority.ts';
import { ENTRY_BYTES, ROW_BYTES, requireRoom, type StorageLimits } from '../../store/key-storage.ts';
import { requireQuota } from '../../store/quota.ts';
import { queuedColumns, type RequestedAudit } from './audit-store.ts';
import {
  type BatchDomainRow,
  type BatchRow,
  BatchStore,
  countUnfinished,
  type NewBatchEntry,
  ROWS_AT_ONCE,
} from './batch-store.ts';

export interface NewBatch {
  readonly batch: BatchRow;
  readonly entries: readonly NewBatchEntry[];
  /** Audits of the domains in the entries, one for each. */
  readonly audits: readonly RequestedAudit[];
  /** Maximum number of unfinished batches of the key, this one included. */
  readonly most: number;
  readonly limits: StorageLimits;
}

/**
 * Stores a batch with all its entries and queues an audit for each valid domain. A domain with an unfinished audit shares
 * that audit, whose place in the queue stays the same. Uses many transactions, so that others run in between. The batch
 * becomes visible once it is complete; its first audits may start before. If storing fails half-way, the batch is deleted.
 * @returns false when the key already has as many unfinished batches as it may have
 * @throws KeyEnded, QuotaUsed
 */
export async function acceptBatch(db: Kysely<Database>, jobs: JobQueue, request: NewBatch): Promise<boolean> {
  const { batch, entries, audits } = request;
  if (!(await announceBatch(db, request))) return false;
  try {
    const auditsByDomain = new Map(audits.map((audit) => [audit.domain, audit]));
    for (let start = 0; start < entries.length; start += ROWS_AT_ONCE) {
      const chunk = entries.slice(start, start + ROWS_AT_ONCE);
      const wanted = chunk.flatMap(({ domain }) => (domain === null ? [] : (auditsByDomain.get(domain) ?? [])));
      await actAs(db, batch.keyId, async (transaction) => {
        const accepted = await queueAudits(transaction, jobs, wanted);
        const linked = chunk.map((entry) => ({ ...entry, auditId: accepted.get(entry.domain ?? '') ?? null }));
        await insertEntries(transaction, batch.id, linked);
      });
    }
    const completing = db.updateTable('batches').set({ incoming: 0 }).where('id', '=', batch.id);
    const { numUpdatedRows } = await completing.executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Error('The batch was wrongly presumed abandoned by its process.');
    return true;
  } catch (error) {
    // If this fails as well, it is deleted later, with the incomplete batches of other processes.
    await new BatchStore(db).delete(batch.id).catch(() => undefined);
    throw error;
  }
}

/** Stores a batch without its entries, if its key may have one more batch, as many more audits, and has room for them. */
function announceBatch(db: Kysely<Database>, { batch, entries, audits, most, limits }: NewBatch): Promise<boolean> {
  const { keyId, requestedAt } = batch;
  return freshTransaction(db).execute(async (transaction) => {
    const { auditsPerDay } = await lockKey(transaction, keyId);
    if ((await countUnfinished(transaction, keyId)) >= most) return false;
    await requireQuota(transaction, auditsPerDay, { keyId, requestedAt, count: audits.length, areStored: false });
    await insertBatch(transaction, batch, audits.length, entries);
    await requireRoom(transaction, keyId, limits, audits.length * ROW_BYTES);
    return true;
  });
}

/** Columns by which unfinished audits differ. */
export const UNFINISHED = ['domain', 'pages', 'render'] as const;

/** Queues audits of domains that have no unfinished one. @returns the id of each domain's unfinished audit */
async function queueAudits(
  transaction: Transaction<Database>,
  jobs: JobQueue,
  audits: readonly RequestedAudit[],
): Promise<ReadonlyMap<string, string>> {
  if (audits.length === 0) return new Map();
  // In a fixed order, so that two transactions that share domains cannot deadlock.
  const inOrder = audits.toSorted((a, b) => (a.domain < b.domain ? -1 : 1));
  const rows = await transaction
    .insertInto('audits')
    .values(inOrder.map(queuedColumns))
    // Changes nothing, but locks the row until the entry is stored, so that the audit cannot end before.
    .onConflict((conflict) =>
      conflict
        .columns(UNFINISHED)
        .where('finished_at', 'is', null)
        .doUpdateSet(({ ref }) => ({ priority: ref('audits.priority') })),
    )
    .returning(['id', 'domain'])
    .execute();
  const accepted = new Map(rows.map(({ id, domain }) => [domain, id]));
  await jobs.announce(transaction);
  return accepted;
}

/** Stores a batch before its entries. @param unsettled number of entries without a result */
export async function insertBatch(
  transaction: Transaction<Database>,
  { keyId, requestedAt, startedAt, finishedAt, ...batch }: BatchRow,
  unsettled: number,
  entries: readonly NewBatchEntry[] = [],
): Promise<void> {
  const columns = { key_id: keyId, requested_at: requestedAt, started_at: startedAt, finished_at: finishedAt };
  const stored_bytes = entries.reduce(
    (sum, { input, domain }) => sum + ENTRY_BYTES + Buffer.byteLength(input) + Buffer.byteLength(domain ?? ''),
    ROW_BYTES,
  );
  await transaction
    .insertInto('batches')
    .values({ ...batch, ...columns, unsettled, incoming: 1, stored_bytes })
    .execute();
}

/** Stores entries of a batch, as many as one statement may have. */
export async function insertEntries(
  transaction: Transaction<Database>,
  batchId: string,
  entries: readonly BatchDomainRow[],
): Promise<void> {
  const rows = entries.map(({ auditId, ...entry }) => ({ ...entry, batch_id: batchId, audit_id: auditId }));
  await transaction.insertInto('batch_domains').values(rows).execute();
}
