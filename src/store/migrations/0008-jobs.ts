import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '../database.ts';
import { typesOf } from './types.ts';

/** What callers wait for, as they may of all that was queued until now. */
const PRIORITY_OF_CALLERS = 2;
const ENTRIES_AT_ONCE = 500;
/** As entries were told apart until now. */
const HAS_NO_RESULT = sql<boolean>`batch_domains.status in ('queued', 'running')`;

/** The store says what waits and in which order: a domain has one unfinished audit, and so has each entry of a batch. */
export const jobs: Migration = {
  async up(db: Kysely<Database>) {
    const { isShared, text } = typesOf(db);
    const table = db.schema.alterTable('audits');
    await table.addColumn('host', text, (column) => column.notNull().defaultTo('')).execute();
    await table.addColumn('priority', 'integer', (column) => column.notNull().defaultTo(0)).execute();
    await table.addColumn('not_before', text, (column) => column.notNull().defaultTo('')).execute();
    await db.schema
      .alterTable('batches')
      .addColumn('unsettled', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();

    // The queue was in the memory of one process, which never had two; asked for at its very start, there could be.
    await db
      .deleteFrom('audits')
      .where('id', 'in', (later) =>
        later
          .selectFrom('audits as later')
          .innerJoin('audits as first', 'first.domain', 'later.domain')
          .select('later.id')
          .where('later.finished_at', 'is', null)
          .where('first.finished_at', 'is', null)
          .where(({ eb, and, or, ref }) =>
            or([
              eb('first.requested_at', '<', ref('later.requested_at')),
              and([eb('first.requested_at', '=', ref('later.requested_at')), eb('first.id', '<', ref('later.id'))]),
            ]),
          ),
      )
      .execute();
    await db
      .updateTable('audits')
      .set(({ ref }) => ({ host: ref('domain'), priority: PRIORITY_OF_CALLERS }))
      .where('finished_at', 'is', null)
      .execute();
    await db.schema.dropIndex('audits_unfinished').execute();
    await db.schema
      .createIndex('audits_one_unfinished')
      .unique()
      .on('audits')
      .column('domain')
      .where(sql.ref('finished_at'), 'is', null)
      .execute();
    await db.schema
      .createIndex('audits_waiting')
      .on('audits')
      .columns(['status', 'priority desc', 'requested_at'])
      .where(sql.ref('finished_at'), 'is', null)
      .execute();
    await db.schema.createIndex('batch_domains_by_audit').on('batch_domains').column('audit_id').execute();

    await queueEntries(db);
    if (!isShared) return;
    await db.schema
      .createTable('audit_progress')
      .modifyFront(sql`unlogged`)
      .addColumn('audit_id', text, (column) => column.primaryKey())
      .addColumn('stage', text, (column) => column.notNull())
      .addColumn('requests', 'integer', (column) => column.notNull())
      .execute();
  },
};

/** Gives every entry that has no result an unfinished audit, as though its batch had been stored now. */
async function queueEntries(db: Kysely<Database>): Promise<void> {
  const entries = await db
    .selectFrom('batch_domains')
    .innerJoin('batches', 'batches.id', 'batch_domains.batch_id')
    .select(['batch_domains.domain', 'batch_domains.position', 'batches.key_id', 'batches.requested_at'])
    .where(HAS_NO_RESULT)
    .execute();
  for (let start = 0; start < entries.length; start += ENTRIES_AT_ONCE) {
    await db
      .insertInto('audits')
      .values(
        entries.slice(start, start + ENTRIES_AT_ONCE).map((entry) => ({
          id: randomUUID(),
          domain: entry.domain ?? '',
          kind: 'live' as const,
          status: 'queued' as const,
          requested_at: entry.requested_at,
          attempts: 0,
          has_snapshot: 0,
          key_id: entry.key_id,
          host: entry.domain ?? '',
          priority: -entry.position,
        })),
      )
      .onConflict((conflict) => conflict.column('domain').where('finished_at', 'is', null).doNothing())
      .execute();
  }
  await db
    .updateTable('batch_domains')
    .set(({ selectFrom }) => ({
      status: 'queued',
      audit_id: selectFrom('audits')
        .select('audits.id')
        .whereRef('audits.domain', '=', 'batch_domains.domain')
        .where('audits.finished_at', 'is', null),
    }))
    .where(HAS_NO_RESULT)
    .execute();
  await db
    .updateTable('batches')
    .set(({ selectFrom }) => ({
      unsettled: selectFrom('batch_domains')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('batch_domains.batch_id', '=', 'batches.id')
        .where('batch_domains.status', '=', 'queued'),
    }))
    .where('finished_at', 'is', null)
    .execute();
  // The process died between the last of its audits and its end.
  await db
    .updateTable('batches')
    .set({ finished_at: new Date().toISOString() })
    .where('finished_at', 'is', null)
    .where('unsettled', '=', 0)
    .execute();
}
