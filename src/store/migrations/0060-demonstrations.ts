import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds the oldest demonstrations without reading the other audits. */
export const demonstrations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('audits_demonstrations')
      .on('audits')
      .column('finished_at')
      .where(sql.ref('kind'), '=', sql.lit('demonstration'))
      .execute();
  },
};
