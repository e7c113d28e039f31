import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typesOf } from './types.ts';

export const secrets: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = typesOf(db);
    await db.schema
      .createTable('secrets')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('value', text, (column) => column.notNull())
      .execute();
  },
};
