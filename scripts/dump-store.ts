import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { VERSION } from '../src/package.ts';
import { openPostgres } from '../src/server/store/postgres/postgres.ts';
import { openSqlite } from '../src/server/store/sqlite/sqlite.ts';
import { openStore, type Store, type StoreSettings } from '../src/server/store/store.ts';
import { startPostgres } from '../test/support/postgres-process.ts';
import { fillSample } from '../test/support/sample-store.ts';

/**
 * Writes databases of this version with a few rows in each table, as SQL: test/stores/VERSION.sqlite.sql and .postgres.sql. Later
 * versions are tested with them.
 */
const folder = mkdtempSync(join(tmpdir(), 'citable-dump-'));
const postgres = await startPostgres({ isDurable: false });
try {
  const sqliteSchema: string[] = [];
  const onSqlite = ({ query }: { query: { sql: string } }) => void sqliteSchema.push(query.sql);
  await (await openSqlite(folder, onSqlite)).destroy();
  await dump('sqlite', sqliteSchema, { DATA_DIR: folder });

  const url = await postgres.makeDatabase();
  const postgresSchema: string[] = [];
  const onPostgres = ({ query }: { query: { sql: string } }) => void postgresSchema.push(query.sql);
  await (await openPostgres(url, onPostgres)).destroy();
  await dump('postgres', postgresSchema, { DATA_DIR: folder, DATABASE_URL: url });
} finally {
  await postgres.close();
  rmSync(folder, { recursive: true });
}

/** Writes a file: the statements that made the schema, and all rows. */
async function dump(
  name: 'sqlite' | 'postgres',
  statements: readonly string[],
  settings: StoreSettings,
): Promise<void> {
  const schema = statements.filter((statement) => /^\s*(?:create|alter|drop)\b/.test(statement));
  const tables = schema.flatMap(
    (statement) => /^\s*create (?:unlogged )?table (?:if not exists )?"?(\w+)/.exec(statement)?.[1] ?? [],
  );
  const store = await openStore(settings);
  const lines = schema.map((statement) => statement.trim());
  try {
    await fillSample(store);
    // In the order of their creation, so that rows come after those that they refer to.
    for (const table of tables) lines.push(...(await createInserts(store, table, name)));
  } finally {
    await store.close();
  }
  if (name === 'postgres') lines.push(`select setval('visits_id_seq', (select max(id) from visits))`);
  const path = fileURLToPath(new URL(`../test/stores/${VERSION}.${name}.sql`, import.meta.url));
  writeFileSync(path, lines.map((line) => `${line};\n`).join(''));
}

async function createInserts({ db }: Store, table: string, name: 'sqlite' | 'postgres'): Promise<string[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
  if (rows.length === 0) throw new Error(`${table} has no rows. Fill it in test/support/sample-store.ts.`);
  return rows.map((row) => {
    const values = Object.values(row).map((value) => literal(value, name));
    return `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`;
  });
}

function literal(value: unknown, name: 'sqlite' | 'postgres'): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return String(value);
  if (value instanceof Uint8Array) {
    const hex = Buffer.from(value).toString('hex');
    return name === 'sqlite' ? `x'${hex}'` : `'\\x${hex}'`;
  }
  if (typeof value !== 'string') throw new TypeError(`A ${typeof value} cannot be dumped.`);
  return `'${value.replaceAll("'", "''")}'`;
}
