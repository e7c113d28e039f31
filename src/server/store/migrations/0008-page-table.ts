import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type CountedTable, postgresTriggers, sqliteTriggers } from './0006-storage.ts';
import { columnTypes } from './column-types.ts';

const AUDITS: CountedTable = {
  name: 'audits',
  counter: 'storage',
  owner: (row) => `case when ${row}.kind = 'live' then ${row}.budget end`,
  bytes: (row) =>
    `1000 + coalesce(octet_length(${row}.report), 0) + coalesce(octet_length(${row}.inventory), 0) + coalesce(octet_length(${row}.page_table), 0) + ${row}.snapshot_bytes`,
};

/** The page table of an audit, whose bytes count for the key as the report's do. */
export const pageTable: Migration = {
  async up(db: Kysely<unknown>) {
    const { bytes, isShared } = columnTypes(db);
    const dropped = isShared
      ? ['drop function count_audits() cascade']
      : ['stored', 'deleted', 'changed'].map((name) => `drop trigger audits_${name}`);
    const statements = [
      `alter table audits add column page_table ${bytes}`,
      ...dropped,
      ...(isShared ? postgresTriggers(AUDITS) : sqliteTriggers(AUDITS)),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
