import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './column-types.ts';

/** Whether a crawl is to end with what it has read, and how far it is. */
export const crawlProgress: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, isShared } = columnTypes(db);
    const statements = [
      'alter table audits add column ends_early integer not null default 0',
      ...(isShared ? [`alter table audit_progress add column crawl ${text}`] : []),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
