import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration } from 'kysely/migration';
import { columnTypes } from './column-types.ts';

/** The version of Citable that ran each migration: an older version names it when it refuses the database. */
export const version: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table ${sql.table(DEFAULT_MIGRATION_TABLE)} add column version ${sql.raw(columnTypes(db).text)}`.execute(
      db,
    );
  },
};
