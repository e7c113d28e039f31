import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typesOf } from './types.ts';

export const dailyAudits: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = typesOf(db);
    await db.schema
      .alterTable('published_domains')
      .addColumn('next_audit_at', text, (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .createIndex('published_domains_by_next_audit')
      .on('published_domains')
      .column('next_audit_at')
      .execute();
  },
};
