import { existsSync } from 'node:fs';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { lockDataFolder } from '../sqlite/data-folder-lock.ts';
import { openSqlite } from '../sqlite/sqlite.ts';
import { connectSqlite, sqlitePath } from '../sqlite/sqlite-connection.ts';

/** Why a move was refused or ended, in one sentence. The data folder is unchanged in any case. */
export class MoveRefused extends Error {}

/**
 * Migrates the embedded database of a folder, and locks it against all writers until it is closed.
 *
 * @throws when there is none, a `citable serve` has it, or it cannot be written
 */
export async function openMoveSource(dataDir: string): Promise<{ database: DatabaseSync; close(): void }> {
  if (!existsSync(sqlitePath(dataDir))) throw new MoveRefused(`There is no database in ${dataDir}.`);
  const release = lockDataFolder(dataDir);
  try {
    await (await openSqlite(dataDir)).destroy();
    const database = connectSqlite(dataDir);
    const close = () => {
      database.close();
      release();
    };
    try {
      // Commands that need no lock of the folder must not write either: a key that is made meanwhile would be lost.
      database.exec('begin immediate');
    } catch (error) {
      database.close();
      throw error;
    }
    return { database, close };
  } catch (error) {
    release();
    throw error;
  }
}

/** A table as the two databases describe it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  /** Name of its type in PostgreSQL. */
  readonly type: string;
}

/** Value of a column in a row. */
export type Value = string | number | Uint8Array | null;

/**
 * Tables that SQLite, the migrations and their triggers maintain in each database, and those of PostgreSQL alone: they are not moved.
 */
export const NOT_MOVED = /^(?:sqlite_|kysely_migration|audit_progress$|storage$|domain_storage$)/;

/**
 * Returns every table of the embedded database: those that others refer to come before these.
 *
 * @throws MoveRefused when PostgreSQL has no such table or column: it is not ours
 */
export async function listTables(source: DatabaseSync, target: Kysely<Database>): Promise<Table[]> {
  const names = texts(source, "select name as text from sqlite_schema where type = 'table' order by name");
  const tables: Table[] = [];
  const add = async (name: string): Promise<void> => {
    if (NOT_MOVED.test(name) || tables.some((table) => table.name === name)) return;
    const referred = texts(source, 'select distinct "table" as text from pragma_foreign_key_list(?)', name);
    for (const other of referred) if (other !== name) await add(other);
    tables.push({ name, columns: await listColumns(name, source, target) });
  };
  for (const name of names) await add(name);
  return tables;
}

async function listColumns(table: string, source: DatabaseSync, target: Kysely<Database>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped`.execute(target);
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  return texts(source, 'select name as text from pragma_table_info(?) order by cid', table).map((name) => {
    const type = types.get(name);
    if (type === undefined)
      throw new MoveRefused(`The file has a table of another program (${table}); remove it there.`);
    return { name, type };
  });
}

function texts(source: DatabaseSync, query: string, ...parameters: string[]): string[] {
  const rows = source.prepare(query).all(...parameters);
  return rows.map(({ text }) => String(text));
}

/** Maximum rows of one statement, and the bytes after which a statement gets no more rows. */
const MAX_ROWS = 5_000;
const MAX_BYTES = 4_194_304;

/** Yields the rows of a table in groups, each row as its values in the order of the columns. */
export function* readRows(source: DatabaseSync, { name, columns }: Table): Generator<readonly (readonly Value[])[]> {
  const statement = source.prepare(
    `select ${columns.map((column) => quoted(column.name)).join()} from ${quoted(name)}`,
  );
  statement.setReturnArrays(true);
  let rows: Value[][] = [];
  let bytes = 0;
  for (const columnsOfRow of statement.iterate()) {
    const row = Object.values(columnsOfRow).map(toValue);
    rows.push(row);
    bytes += row.reduce<number>((sum, value) => sum + measureValue(value), 0);
    if (rows.length < MAX_ROWS && bytes < MAX_BYTES) continue;
    yield rows;
    rows = [];
    bytes = 0;
  }
  if (rows.length > 0) yield rows;
}

function toValue(value: SQLOutputValue): Value {
  if (typeof value === 'bigint') throw new TypeError('Numbers of SQLite are read as numbers.');
  return value;
}

function measureValue(value: Value): number {
  return value === null || typeof value === 'number' ? 8 : value.length;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
