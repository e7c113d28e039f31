import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './column-types.ts';

/** The sites that each key removed last, so that it can undo the removal. */
export const removedSites: Migration = {
  async up(db: Kysely<unknown>) {
    const { clustered, text } = columnTypes(db);
    await sql
      .raw(`create table removed_sites (
        key_id ${text} not null references api_keys (id),
        domain ${text} not null,
        added_at ${text} not null,
        schedule ${text} not null,
        next_audit_at ${text} not null,
        removed_at ${text} not null,
        constraint removed_sites_key primary key (key_id, domain)
      ) ${clustered}`)
      .execute(db);
  },
};
