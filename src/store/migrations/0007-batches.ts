import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typesOf } from './types.ts';

export const batches: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = typesOf(db);
    await db.schema
      .createTable('batches')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('key_id', text, (column) => column.notNull().references('api_keys.id'))
      .addColumn('requested_at', text, (column) => column.notNull())
      .addColumn('started_at', text)
      .addColumn('finished_at', text)
      .addColumn('domains', 'integer', (column) => column.notNull())
      .addColumn('duplicates', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('batches_by_finish').on('batches').column('finished_at').execute();
    await db.schema
      .createIndex('batches_unfinished')
      .on('batches')
      .column('key_id')
      .where(sql.ref('finished_at'), 'is', null)
      .execute();

    await db.schema
      .createTable('batch_domains')
      .addColumn('batch_id', text, (column) => column.notNull().references('batches.id').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('input', text, (column) => column.notNull())
      .addColumn('domain', text)
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('audit_id', text)
      .addColumn('error', text)
      .addPrimaryKeyConstraint('batch_domains_key', ['batch_id', 'position'])
      .execute();
    await db.schema
      .createIndex('batch_domains_by_status')
      .on('batch_domains')
      .columns(['batch_id', 'status', 'position'])
      .execute();
  },
};
