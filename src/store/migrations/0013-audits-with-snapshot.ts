import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whose snapshots are to go is looked up each hour: without walking all the audits whose snapshots have gone. */
export const auditsWithSnapshot: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('audits_with_snapshot')
      .on('audits')
      .column('finished_at')
      .where(sql.ref('has_snapshot'), '=', sql.lit(1))
      .execute();
  },
};
