import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tells the batches apart that are still being stored. */
export const incomingBatches: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('batches')
      .addColumn('incoming', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
