import type { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

/** A table as the two databases describe it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The columns of its primary key, in their order. */
  readonly key: readonly string[];
}

export interface Column {
  readonly name: string;
  /** As PostgreSQL calls it. */
  readonly type: string;
}

/** What a row has in a column. */
export type Value = string | number | Uint8Array | null;

/** Bookkeeping of SQLite and of the migrations, which each database has for itself. */
const OWN = /^(?:sqlite_|kysely_migration)/;

/**
 * Every table of the embedded database: those that others refer to come before these.
 *
 * @throws when PostgreSQL has no such table or column: the two do not have the same schema
 */
export async function tablesOf(source: DatabaseSync, target: Kysely<Database>): Promise<Table[]> {
  const names = texts(source, "select name as text from sqlite_schema where type = 'table' order by name");
  const tables: Table[] = [];
  const add = async (name: string): Promise<void> => {
    if (OWN.test(name) || tables.some((table) => table.name === name)) return;
    const referred = texts(source, 'select distinct "table" as text from pragma_foreign_key_list(?)', name);
    for (const other of referred) if (other !== name) await add(other);
    tables.push({
      name,
      columns: await columnsOf(name, source, target),
      key: texts(source, 'select name as text from pragma_table_info(?) where pk > 0 order by pk', name),
    });
  };
  for (const name of names) await add(name);
  return tables;
}

async function columnsOf(table: string, source: DatabaseSync, target: Kysely<Database>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped`.execute(target);
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  return texts(source, 'select name as text from pragma_table_info(?) order by cid', table).map((name) => {
    const type = types.get(name);
    if (type === undefined) throw new Error(`PostgreSQL has no column ${name} in a table ${table}.`);
    return { name, type };
  });
}

function texts(source: DatabaseSync, query: string, ...parameters: string[]): string[] {
  return source
    .prepare(query)
    .all(...parameters)
    .map(({ text }) => String(text));
}
