import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Marks unfinished audits that another client than their key has requested too: they outlive the key. */
export const joinedAudits: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table audits add column joined integer not null default 0`.execute(db);
  },
};
