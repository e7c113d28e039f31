import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '../database.ts';
import { typesOf } from './types.ts';

/** As it was when this migration was made. */
const PRIORITY_OF_CALLERS = 2;

/** Names the client of each unfinished audit, and finds the next audit of each client without reading the others. */
export const auditClients: Migration = {
  async up(db: Kysely<Database>) {
    const { text } = typesOf(db);
    await db.schema
      .alterTable('audits')
      .addColumn('client', text, (column) => column.notNull().defaultTo(''))
      .execute();
    await db
      .updateTable('audits')
      .set(({ fn, ref, val }) => ({ client: fn.coalesce(ref('key_id'), val('')) }))
      .where('finished_at', 'is', null)
      .execute();
    // The last two columns are not for the order: rows that may not start yet are passed over inside the index.
    await db.schema
      .createIndex('audits_by_client')
      .on('audits')
      .columns(['status', 'client', 'priority desc', 'requested_at', 'not_before', 'host'])
      .where(sql.ref('finished_at'), 'is', null)
      .execute();
    // Few rows, however long the batches are.
    await db.schema
      .createIndex('audits_of_callers')
      .on('audits')
      .columns(['status', 'client', 'requested_at'])
      .where(sql.ref('finished_at'), 'is', null)
      .where(sql.ref('priority'), '>=', sql.lit(PRIORITY_OF_CALLERS))
      .execute();
    // PostgreSQL would look for a client's next audit in it, past all those of others.
    await db.schema.dropIndex('audits_waiting').execute();
  },
};
