import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type CountedTable, postgresTriggers, sqliteTriggers } from './0006-storage.ts';
import { columnTypes } from './column-types.ts';

const TRAFFIC: CountedTable = {
  name: 'traffic_counts',
  counter: 'domain_storage',
  owner: (row) => `${row}.domain`,
  bytes: (row) => `200 + octet_length(${row}.path) + octet_length(${row}.robots)`,
};

const KEY =
  'constraint traffic_counts_key primary key (domain, day, path, class, crawler, vendor, status, verdict, robots)';

/** What robots.txt says about the requests in access logs. Of earlier requests it is not known. */
export const robotsVerdicts: Migration = {
  async up(db: Kysely<unknown>) {
    const { clustered, count, isShared, text } = columnTypes(db);
    const statements = isShared
      ? [
          'drop function count_traffic_counts() cascade',
          `alter table traffic_counts add column robots ${text} not null default ''`,
          'alter table traffic_counts drop constraint traffic_counts_key',
          `alter table traffic_counts add ${KEY}`,
          ...postgresTriggers(TRAFFIC),
        ]
      : [
          // A primary key of SQLite cannot be changed. The triggers go with the old table, which fires none.
          `create table traffic_verdicts (
            domain ${text} not null,
            day ${text} not null,
            path ${text} not null,
            class ${text} not null,
            crawler ${text} not null,
            vendor ${text} not null,
            status integer not null,
            verdict ${text} not null,
            requests ${count} not null,
            bytes ${count} not null,
            last_at ${text} not null,
            robots ${text} not null default '',
            ${KEY}
          ) ${clustered}`,
          `insert into traffic_verdicts (domain, day, path, class, crawler, vendor, status, verdict, requests, bytes, last_at)
            select domain, day, path, class, crawler, vendor, status, verdict, requests, bytes, last_at from traffic_counts`,
          'drop table traffic_counts',
          'alter table traffic_verdicts rename to traffic_counts',
          ...sqliteTriggers(TRAFFIC),
        ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
