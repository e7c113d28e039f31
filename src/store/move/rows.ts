import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Table, Value } from './tables.ts';

/** Of one statement and transaction: few enough for the memory, many enough for the time. */
export const ROWS_AT_ONCE = 5_000;
const MAX_BYTES = 4_194_304;

/** Rows that are moved together, each as its columns are. */
export interface Rows {
  readonly rows: readonly (readonly Value[])[];
  /** The key of the last: rows with greater keys come after it. */
  readonly position: readonly Value[];
}

/**
 * Yields the rows of a table after a position, in the order of its key.
 *
 * @param position null: from the first row on
 * @param atOnce most rows in one part
 */
export function* rowsAfter(
  source: DatabaseSync,
  table: Table,
  position: readonly Value[] | null,
  atOnce: number,
): Generator<Rows> {
  const columns = table.columns.map(({ name }) => quoted(name)).join();
  const key = table.key.map(quoted).join();
  const statement = source.prepare(`select ${columns} from ${behind(table, position)} order by ${key}`);
  statement.setReturnArrays(true);
  const keyPlaces = table.key.map((name) => table.columns.findIndex((column) => column.name === name));

  let rows: Value[][] = [];
  let bytes = 0;
  const taken = (last: readonly Value[]): Rows => ({ rows, position: keyPlaces.map((place) => last[place] ?? null) });
  for (const columnsOfRow of statement.iterate(...(position ?? []))) {
    const row = Object.values(columnsOfRow).map(toValue);
    rows.push(row);
    bytes += row.reduce<number>((sum, value) => sum + sizeOf(value), 0);
    if (rows.length < atOnce && bytes < MAX_BYTES) continue;
    yield taken(row);
    rows = [];
    bytes = 0;
  }
  const last = rows.at(-1);
  if (last !== undefined) yield taken(last);
}

/** How many rows a table has behind a position. @param position null: in all */
export function countRows(source: DatabaseSync, table: Table, position: readonly Value[] | null): number {
  const counting = source.prepare(`select count(*) as count from ${behind(table, position)}`);
  return Number(counting.get(...(position ?? []))?.['count']);
}

/** Writes rows to PostgreSQL by one statement. */
export async function insertRows(target: Kysely<Database>, table: Table, rows: Rows['rows']): Promise<void> {
  const columns = table.columns.map(({ name }) => sql.id(name));
  const arrays = table.columns.map(({ type }, place) => {
    return sql`${rows.map((row) => row[place] ?? null)}::${sql.raw(type)}[]`;
  });
  await sql`insert into ${sql.table(table.name)} (${sql.join(columns)}) select * from unnest(${sql.join(arrays)})`.execute(
    target,
  );
}

/** Lets PostgreSQL number rows to come after those that there are. */
export async function goOnNumbering(target: Kysely<Database>, table: Table): Promise<void> {
  for (const { name, type } of table.columns) {
    if (type !== 'bigint' && type !== 'integer') continue;
    await sql`
      select setval(pg_get_serial_sequence(${table.name}, ${name}), max(${sql.ref(name)})) from ${sql.table(table.name)}
      where pg_get_serial_sequence(${table.name}, ${name}) is not null`.execute(target);
  }
}

function behind({ name, key }: Table, position: readonly Value[] | null): string {
  if (position === null) return quoted(name);
  return `${quoted(name)} where (${key.map(quoted).join()}) > (${position.map(() => '?').join()})`;
}

function toValue(value: SQLOutputValue): Value {
  if (typeof value === 'bigint') throw new TypeError('Numbers of SQLite are read as numbers.');
  return value;
}

function sizeOf(value: Value): number {
  return value === null || typeof value === 'number' ? 8 : value.length;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
