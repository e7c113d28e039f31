import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type CountedTable, postgresTriggers, sqliteTriggers } from './0006-storage.ts';
import { columnTypes } from './column-types.ts';

const SIZES = ['report', 'inventory', 'page_table', 'rendering'];

const AUDITS: CountedTable = {
  name: 'audits',
  counter: 'storage',
  owner: (row) => `case when ${row}.kind = 'live' then ${row}.budget end`,
  bytes: (row) =>
    `1000 + ${SIZES.map((name) => `coalesce(octet_length(${row}.${name}), 0)`).join(' + ')} + ${row}.snapshot_bytes`,
};

/**
 * Whether an audit also loads its pages in a browser, and what that showed. A domain has at most one unfinished audit for a number of pages
 * with a browser, and one without.
 */
export const rendering: Migration = {
  async up(db: Kysely<unknown>) {
    const { bytes, isShared } = columnTypes(db);
    const dropped = isShared
      ? ['drop function count_audits() cascade']
      : ['stored', 'deleted', 'changed'].map((name) => `drop trigger audits_${name}`);
    const statements = [
      'alter table audits add column render integer not null default 0',
      `alter table audits add column rendering ${bytes}`,
      'drop index audits_one_unfinished',
      'create unique index audits_one_unfinished on audits (domain, pages, render) where finished_at is null',
      ...dropped,
      ...(isShared ? postgresTriggers(AUDITS) : sqliteTriggers(AUDITS)),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
