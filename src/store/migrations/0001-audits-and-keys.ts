import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typesOf } from './types.ts';

export const auditsAndKeys: Migration = {
  async up(db: Kysely<unknown>) {
    const { bytes, text } = typesOf(db);
    await db.schema
      .createTable('api_keys')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('hash', text, (column) => column.notNull().unique())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('revoked_at', text)
      .execute();
    await db.schema
      .createIndex('api_keys_name_in_use')
      .unique()
      .on('api_keys')
      .column('name')
      .where(sql.ref('revoked_at'), 'is', null)
      .execute();

    await db.schema
      .createTable('audits')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('domain', text, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('score', 'integer')
      .addColumn('rubric_version', 'integer')
      .addColumn('requested_at', text, (column) => column.notNull())
      .addColumn('started_at', text)
      .addColumn('finished_at', text)
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('report', bytes)
      .addColumn('has_snapshot', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('key_id', text, (column) => column.references('api_keys.id'))
      .execute();
    await db.schema.createIndex('audits_by_finish').on('audits').column('finished_at').execute();
    await db.schema
      .createIndex('audits_unfinished')
      .on('audits')
      .column('requested_at')
      .where(sql.ref('finished_at'), 'is', null)
      .execute();
  },
};
