import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typesOf } from './types.ts';

export const publishedDomains: Migration = {
  async up(db: Kysely<unknown>) {
    const { bytes, text } = typesOf(db);
    await db.schema.alterTable('audits').addColumn('inventory', bytes).execute();
    await db.schema
      .createIndex('audits_live_done')
      .on('audits')
      .columns(['domain', 'finished_at'])
      .where(sql.ref('kind'), '=', sql.lit('live'))
      .where(sql.ref('status'), '=', sql.lit('done'))
      .execute();
    await db.schema
      .createTable('published_domains')
      .addColumn('domain', text, (column) => column.primaryKey())
      .addColumn('published_at', text, (column) => column.notNull())
      .addColumn('key_id', text, (column) => column.references('api_keys.id'))
      .addColumn('audit_id', text, (column) => column.notNull())
      .addColumn('audited_at', text, (column) => column.notNull())
      .addColumn('llms_txt', text, (column) => column.notNull())
      .addColumn('llms_txt_hash', text, (column) => column.notNull())
      .execute();
  },
};
