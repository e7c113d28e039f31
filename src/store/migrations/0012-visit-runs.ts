import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typesOf } from './types.ts';

/** Visits that differ in their times alone are one row. Each row of before stands for one. */
export const visitRuns: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = typesOf(db);
    await db.schema
      .alterTable('visits')
      .addColumn('visits', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable('visits').addColumn('later_ms', text).execute();
  },
};
