import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typesOf } from './types.ts';

export const heartbeats: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = typesOf(db);
    await db.schema
      .createTable('heartbeats')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('beaten_at', text, (column) => column.notNull())
      .execute();
  },
};
