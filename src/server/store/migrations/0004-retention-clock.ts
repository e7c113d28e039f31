import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './column-types.ts';

/** The time that retention counts from. It begins at the end of the newest audit, which a wrong clock cannot move. */
export const retentionClock: Migration = {
  async up(db: Kysely<unknown>) {
    const { text } = columnTypes(db);
    const statements = [
      `create table retention_clock (
        id integer primary key,
        time ${text} not null,
        moved_at ${text} not null
      )`,
      `insert into retention_clock (id, time, moved_at)
        select 1, max(finished_at), '' from audits having max(finished_at) is not null`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
