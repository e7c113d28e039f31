import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const heartbeats: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('heartbeats')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('beaten_at', 'text', (column) => column.notNull())
      .execute();
  },
};
