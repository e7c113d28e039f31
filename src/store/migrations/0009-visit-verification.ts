import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typesOf } from './types.ts';

/** Visits of before are unverified: of each nothing is known, and of their counts none. */
export const visitVerification: Migration = {
  async up(db: Kysely<unknown>) {
    const { count, text } = typesOf(db);
    await db.schema.alterTable('visits').addColumn('verification', text).execute();
    for (const [table, column] of [
      ['visit_counts', 'verified'],
      ['visit_counts', 'spoofed'],
      ['visit_totals', 'verified'],
      ['path_weeks', 'verified'],
    ] as const) {
      await db.schema
        .alterTable(table)
        .addColumn(column, count, (built) => built.notNull().defaultTo(0))
        .execute();
    }
    // Of what is not in it, changing a row costs what it did.
    await db.schema
      .createIndex('path_weeks_most_verified')
      .on('path_weeks')
      .columns(['last_day', 'verified desc', 'path'])
      .where(sql.ref('verified'), '>', sql.lit(0))
      .execute();

    await db.schema
      .createTable('ip_range_files')
      .addColumn('url', text, (column) => column.primaryKey())
      .addColumn('etag', text)
      .addColumn('fetched_at', text, (column) => column.notNull())
      .addColumn('changed_at', text, (column) => column.notNull())
      .addColumn('ranges', text, (column) => column.notNull())
      .execute();
  },
};
