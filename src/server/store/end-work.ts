import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import { type Database, isPostgres } from './database.ts';
import { PRIORITY } from './jobs/job-queue.ts';
import { KEY_IN_USE } from './key-authority.ts';

/** What was ended. */
export interface EndedWork {
  readonly batches: number;
  /** Number of entries of these batches that get no result. */
  readonly sites: number;
  /** Number of waiting audits that will not run. */
  readonly audits: number;
}

/** Which batches are cancelled: one, or all of a key. */
export type CancelledBatches = { readonly id: string } | { readonly keyId: string };

/**
 * Ends the unfinished work of a key that may no longer act: its batches, and its waiting audits. An audit that others have requested too is
 * theirs from now on. Running audits finish. Uses a fixed number of statements.
 * @param at ISO 8601 UTC
 */
export async function endWork(transaction: Transaction<Database>, keyId: string, at: string): Promise<EndedWork> {
  const cancelled = await cancelBatches(transaction, { keyId }, at);
  const waiting = transaction
    .updateTable('audits')
    .where('key_id', '=', keyId)
    .where('finished_at', 'is', null)
    .where('status', '=', 'queued');
  const heirId = sql<string>`(
    select min(batches.key_id) from batch_domains join batches on batches.id = batch_domains.batch_id
    where batch_domains.audit_id = audits.id and batch_domains.status = 'queued')`;
  const clientOr = (client: typeof heirId) =>
    sql<string>`case when audits.client = ${keyId} then ${client} else audits.client end`;
  await waiting
    .set({ key_id: heirId, client: clientOr(heirId) })
    .where(isInBatch)
    .execute();
  await waiting
    .set({ key_id: null, client: clientOr(sql`''`) })
    .where('joined', '=', 1)
    .execute();
  const rows = await transaction
    .deleteFrom('audits')
    .where('key_id', '=', keyId)
    .where('finished_at', 'is', null)
    .where('status', '=', 'queued')
    .returning('id')
    .execute();
  return { ...cancelled, audits: cancelled.audits + rows.length };
}

/**
 * Cancels batches that are not finished. Their waiting audits end, unless others have requested them too. Running audits finish, but count
 * for no batch. Uses a fixed number of statements.
 * @param at ISO 8601 UTC
 */
export async function cancelBatches(
  transaction: Transaction<Database>,
  which: CancelledBatches,
  at: string,
): Promise<EndedWork> {
  const batches = transaction
    .selectFrom('batches')
    .select('id')
    .where('finished_at', 'is', null)
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : ''))
    .$if('keyId' in which, (query) => query.where('key_id', '=', 'keyId' in which ? which.keyId : ''));
  const entries = transaction.selectFrom('batch_domains').select('audit_id').where('batch_id', 'in', batches);
  await lockAudits(transaction, which);
  const { numUpdatedRows: sites } = await transaction
    .updateTable('batch_domains')
    .set({ status: 'cancelled', error: 'The batch was cancelled.' })
    .where('batch_id', 'in', batches)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  const rows = await transaction
    .deleteFrom('audits')
    .where('finished_at', 'is', null)
    .where('status', '=', 'queued')
    .where('priority', '<=', PRIORITY.batch)
    .where('joined', '=', 0)
    .where('id', 'in', entries.where('status', '=', 'cancelled').$castTo<{ audit_id: string }>())
    .where(({ not, ...eb }) => not(isInBatch(eb)))
    .returning('id')
    .execute();
  const { numUpdatedRows } = await transaction
    .updateTable('batches')
    .set(({ fn, selectFrom }) => ({
      finished_at: at,
      unsettled: 0,
      // An audit that runs has started the batch, although it ends outside of it.
      started_at: fn.coalesce(
        'started_at',
        selectFrom('batch_domains')
          .innerJoin('audits', 'audits.id', 'batch_domains.audit_id')
          .select((eb) => eb.fn.min('audits.started_at').as('began'))
          .whereRef('batch_domains.batch_id', '=', 'batches.id')
          .where('audits.finished_at', 'is', null),
      ),
    }))
    .where('id', 'in', batches)
    .executeTakeFirstOrThrow();
  return { batches: Number(numUpdatedRows), sites: Number(sites), audits: rows.length };
}

/**
 * Locks the unfinished audits that cancelling may change: audits before entries before batches, as when an audit finishes, and in the order
 * in which batches lock them. What others commit meanwhile is seen by the statements that follow.
 */
async function lockAudits(transaction: Transaction<Database>, which: CancelledBatches): Promise<void> {
  if (!isPostgres(transaction)) return;
  // Many rows change at once, of which PostgreSQL has no statistics yet. It would expect one, and compare each with each.
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(transaction);
  const [batches, own] =
    'id' in which
      ? [sql`batches.id = ${which.id}`, sql`false`]
      : [sql`batches.key_id = ${which.keyId}`, sql`audits.key_id = ${which.keyId}`];
  await sql`select count(*) from (
    select id from audits where finished_at is null and (${own} or id in (
      select audit_id from batch_domains join batches on batches.id = batch_domains.batch_id
      where batches.finished_at is null and batch_domains.status = 'queued' and ${batches}
    )) order by domain for update
  ) as locked`.execute(transaction);
}

/** Returns whether an unfinished batch waits for an audit. */
function isInBatch({ exists, selectFrom }: Pick<ExpressionBuilder<Database, 'audits'>, 'exists' | 'selectFrom'>) {
  return exists(
    selectFrom('batch_domains')
      .select('batch_id')
      .whereRef('batch_domains.audit_id', '=', 'audits.id')
      .where('batch_domains.status', '=', 'queued'),
  );
}

/** Returns whether anybody still wants an audit that failed: its key may act, and it is no longer for a batch alone that was cancelled. */
export function isWanted({ or, eb, exists, selectFrom }: ExpressionBuilder<Database, 'audits'>) {
  const key = selectFrom('api_keys')
    .select('api_keys.id')
    .whereRef('api_keys.id', '=', 'audits.key_id')
    .where(KEY_IN_USE);
  return eb.and([
    or([eb('key_id', 'is', null), exists(key)]),
    or([eb('priority', '>', PRIORITY.batch), isInBatch({ exists, selectFrom })]),
  ]);
}

/** Withdraws all domains of a key, as the store of published domains does with one. @returns their names */
export async function withdrawAll(transaction: Transaction<Database>, keyId: string): Promise<readonly string[]> {
  const domains = transaction.selectFrom('published_domains').select('domain').where('key_id', '=', keyId);
  const paths = transaction.selectFrom('visit_counts').select('path').where('domain', 'in', domains);
  await transaction.deleteFrom('path_visits').where('path', 'in', paths).execute();
  const withdrawn = transaction.deleteFrom('published_domains').where('key_id', '=', keyId).returning('domain');
  return (await withdrawn.execute()).map(({ domain }) => domain);
}
