import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './column-types.ts';

/** A table whose rows are counted: triggers add their bytes to a counter, in the transaction that writes them. */
export interface CountedTable {
  readonly name: string;
  readonly counter: 'storage' | 'domain_storage';
  /** Name in the counter of a row, in SQL; null for a row that is not counted. */
  readonly owner: (row: string) => string;
  readonly bytes: (row: string) => string;
}

/** The constants are the rest of a row, with its entries of indexes. Unfinished audits count, too. */
const COUNTED: readonly CountedTable[] = [
  {
    name: 'audits',
    counter: 'storage',
    owner: (row) => `case when ${row}.kind = 'live' then ${row}.budget end`,
    bytes: (row) =>
      `1000 + coalesce(octet_length(${row}.report), 0) + coalesce(octet_length(${row}.inventory), 0) + ${row}.snapshot_bytes`,
  },
  {
    name: 'batches',
    counter: 'storage',
    owner: (row) => `${row}.key_id`,
    bytes: (row) => `${row}.stored_bytes`,
  },
  {
    name: 'traffic_counts',
    counter: 'domain_storage',
    owner: (row) => `${row}.domain`,
    bytes: (row) => `200 + octet_length(${row}.path)`,
  },
  {
    name: 'traffic_paths',
    counter: 'domain_storage',
    owner: (row) => `${row}.domain`,
    bytes: (row) => `100 + octet_length(${row}.path)`,
  },
  {
    name: 'traffic_sources',
    counter: 'domain_storage',
    owner: (row) => `${row}.domain`,
    bytes: (row) => `300 + octet_length(${row}.name) + octet_length(${row}.header)`,
  },
  // The traffic of a domain counts for the key that owns it.
  {
    name: 'domain_storage',
    counter: 'storage',
    owner: (row) => `(select coalesce(key_id, '') from published_domains as site where site.domain = ${row}.owner)`,
    bytes: (row) => `${row}.bytes`,
  },
  {
    name: 'published_domains',
    counter: 'storage',
    owner: (row) => `coalesce(${row}.key_id, '')`,
    bytes: (row) =>
      `1000 + octet_length(${row}.llms_txt) + coalesce((select bytes from domain_storage as logs where logs.owner = ${row}.domain), 0)`,
  },
];

/** Counters of the bytes that each key stores, and of those that the logs of each domain take. */
export const storage: Migration = {
  async up(db: Kysely<unknown>) {
    const { clustered, count, isShared, text } = columnTypes(db);
    const counters = ['storage', 'domain_storage'].map(
      (name) => `create table ${name} (owner ${text} primary key, bytes ${count} not null) ${clustered}`,
    );
    const statements = [
      ...counters,
      `alter table audits add column budget ${text} not null default ''`,
      `alter table audits add column snapshot_bytes integer not null default 0`,
      `alter table batches add column stored_bytes integer not null default 0`,
      `update audits set budget = coalesce(key_id, (
        select key_id from published_domains where published_domains.domain = audits.domain), '') where kind = 'live'`,
      `update batches set stored_bytes = 1000 + coalesce((
        select sum(500 + octet_length(input) + coalesce(octet_length(domain), 0)) from batch_domains where batch_id = id), 0)`,
      `create index audits_by_budget on audits (budget, finished_at)`,
      // In their order: the bytes of a published domain include its traffic.
      ...['domain_storage', 'storage'].map((counter) =>
        add(
          counter,
          COUNTED.filter(isFilledFirst(counter)).map((table) => selectRows(table)),
        ),
      ),
      ...COUNTED.flatMap(isShared ? postgresTriggers : sqliteTriggers),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** The rows of `domain_storage` are within those of `published_domains`. */
function isFilledFirst(counter: string) {
  return (table: CountedTable) => table.counter === counter && table.name !== 'domain_storage';
}

function selectRows({ name, owner, bytes }: CountedTable, from = name, sign = ''): string {
  return `select ${owner('row_')} as owner, ${sign}(${bytes('row_')}) as bytes from ${from} as row_`;
}

/** Adds selected bytes to a counter, in the order of its rows, so that two transactions cannot deadlock. */
function add(counter: string, selects: readonly string[]): string {
  return `insert into ${counter} (owner, bytes)
    select owner, cast(sum(bytes) as bigint) from (${selects.join(' union all ')}) as added
    where owner is not null group by owner having sum(bytes) <> 0 order by owner
    on conflict (owner) do update set bytes = ${counter}.bytes + excluded.bytes`;
}

/** For each row. */
export function sqliteTriggers({ name, counter, owner, bytes }: CountedTable): string[] {
  const addRow = (row: 'new' | 'old', sign = '') =>
    `insert into ${counter} (owner, bytes) select ${owner(row)}, ${sign}(${bytes(row)}) where ${owner(row)} is not null
      on conflict (owner) do update set bytes = bytes + excluded.bytes;`;
  const isChanged = `${owner('old')} is not ${owner('new')} or ${bytes('old')} <> ${bytes('new')}`;
  return [
    `create trigger ${name}_stored after insert on ${name} begin ${addRow('new')} end`,
    `create trigger ${name}_deleted after delete on ${name} begin ${addRow('old', '-')} end`,
    `create trigger ${name}_changed after update on ${name} when ${isChanged} begin ${addRow('old', '-')} ${addRow('new')} end`,
  ];
}

/** For all rows of a statement. */
export function postgresTriggers(table: CountedTable): string[] {
  const { name, counter } = table;
  const stored = selectRows(table, 'stored');
  const deleted = selectRows(table, 'deleted', '-');
  const trigger = (event: string, tables: string) =>
    `create trigger ${name}_${event} after ${event} on ${name} referencing ${tables}
      for each statement execute function count_${name}()`;
  return [
    `create function count_${name}() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then ${add(counter, [stored])};
      elsif tg_op = 'DELETE' then ${add(counter, [deleted])};
      else ${add(counter, [deleted, stored])};
      end if;
      return null;
    end $$`,
    trigger('insert', 'new table as stored'),
    trigger('delete', 'old table as deleted'),
    trigger('update', 'old table as deleted new table as stored'),
  ];
}
