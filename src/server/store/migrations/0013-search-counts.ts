import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type CountedTable, postgresTriggers, sqliteTriggers } from './0006-storage.ts';
import { columnTypes } from './column-types.ts';

const SEARCH: CountedTable = {
  name: 'search_counts',
  counter: 'domain_storage',
  owner: (row) => `${row}.domain`,
  bytes: (row) => `150 + octet_length(${row}.page) + octet_length(${row}.query)`,
};

/** What search engines report about domains: how often pages were cited, shown and clicked. */
export const searchCounts: Migration = {
  async up(db: Kysely<unknown>) {
    const { clustered, count, isShared, text } = columnTypes(db);
    const statements = [
      `create table search_counts (
        domain ${text} not null,
        report ${text} not null,
        day ${text} not null,
        page ${text} not null,
        query ${text} not null,
        shown ${count} not null,
        clicks ${count} not null,
        imported_at ${text} not null,
        constraint search_counts_key primary key (domain, report, day, page, query)
      ) ${clustered}`,
      ...(isShared ? postgresTriggers(SEARCH) : sqliteTriggers(SEARCH)),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
