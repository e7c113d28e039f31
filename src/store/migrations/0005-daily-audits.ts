import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const dailyAudits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('published_domains')
      .addColumn('next_audit_at', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .createIndex('published_domains_by_next_audit')
      .on('published_domains')
      .column('next_audit_at')
      .execute();
  },
};
