import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '../../src/server/store/sqlite/sqlite.ts';
import { sqlitePath } from '../../src/server/store/sqlite/sqlite-connection.ts';

const AT = Date.parse('2026-03-01T00:00:00.000Z');
const HOUR_MS = 3_600_000;
/** Bytes that are not valid UTF-8. */
const BYTES = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xff, 0x5c, 0x22];

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNeeded: boolean;
  /** The table and column that it refers to. */
  readonly reference: { readonly table: string; readonly column: string } | null;
}

/** Returns the tables of a database, without those of SQLite, of migrations and of their triggers. */
export function tableNames(database: DatabaseSync): string[] {
  return database
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !/^(?:sqlite_|kysely_|storage$|domain_storage$)/.test(name));
}

/** Creates the embedded database of a folder, with rows in every table. */
export async function fillFolder(dataDir: string, rows: number): Promise<void> {
  await (await openSqlite(dataDir)).destroy();
  change(dataDir, (database) => fillEveryTable(database, rows));
}

/** Changes the embedded database of a folder directly. */
export function change(dataDir: string, act: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(sqlitePath(dataDir));
  act(database);
  database.close();
}

/**
 * Fills every table of an embedded database by its schema: each nullable column is null in some rows, and texts, numbers and
 * bytes vary.
 */
function fillEveryTable(database: DatabaseSync, rows: number): void {
  // The order does not matter so.
  database.exec('pragma foreign_keys = off; begin');
  for (const table of tableNames(database)) {
    const columns = listColumns(database, table);
    const names = columns.map(({ name }) => name);
    const insert = database.prepare(
      `insert into ${table} (${names.join()}) values (${names.map(() => '?').join()}) on conflict do nothing`,
    );
    for (let n = 1; n <= rows; n += 1) insert.run(...columns.map((column, place) => createField(column, n, place)));
  }
  database.exec('commit; pragma foreign_keys = on');
}

function listColumns(database: DatabaseSync, table: string): Column[] {
  const references = database.prepare('select "from", "table", "to" from pragma_foreign_key_list(?)').all(table);
  const columns = database.prepare('select name, type, "notnull", pk from pragma_table_info(?)').all(table);
  return columns.map(({ name, type, notnull, pk }) => {
    const reference = references.find((one) => one['from'] === name);
    return {
      name: String(name),
      type: String(type).toLowerCase(),
      isNeeded: notnull === 1 || Number(pk) > 0,
      reference:
        reference === undefined ? null : { table: String(reference['table']), column: String(reference['to']) },
    };
  });
}

function createField(column: Column, n: number, place: number): string | number | Uint8Array | null {
  const { name, type, isNeeded, reference } = column;
  if (!isNeeded && (n + place) % 3 === 0) return null;
  if (reference !== null) return createField({ ...column, name: reference.column, reference: null }, n, 0);
  if (type === 'integer') return name === 'has_snapshot' ? n % 2 : n * (place + 1);
  if (type === 'blob') return Uint8Array.from({ length: n % 50 }, (_, i) => BYTES[(i * n) % BYTES.length] ?? 0);
  if (type !== 'text') throw new Error(`Columns of the type ${type} are new: fill them here.`);
  const time = new Date(AT + n * HOUR_MS).toISOString();
  if (name.endsWith('_at')) return time;
  if (name.endsWith('day')) return time.slice(0, 10);
  return ['', `${name} ${n}`, `"${n}" 'x' \\ {a,b} NULL`, `\u00e9\u{1f600} ${n}\n\t`][n % 4] || `${name} ${n}`;
}
