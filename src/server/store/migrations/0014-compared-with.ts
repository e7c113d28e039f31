import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './column-types.ts';

/** The audit whose pages an audit reads again, where it verifies fixes since then. */
export const comparedWith: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(`alter table audits add column compared_with ${columnTypes(db).text}`).execute(db);
  },
};
