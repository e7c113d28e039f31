import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The number of pages that an audit was asked to read. A domain has one unfinished audit for each. */
export const pages: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      'alter table audits add column pages integer not null default 25',
      'drop index audits_one_unfinished',
      'create unique index audits_one_unfinished on audits (domain, pages) where finished_at is null',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
