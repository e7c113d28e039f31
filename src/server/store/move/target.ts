import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Database, tableNames } from '../database.ts';
import { MoveRefused, NOT_MOVED, type Rows, type Table } from './source.ts';
import { type MoveState, readMove, type StoreMove } from './state.ts';

/** Held by the process that moves into a database: an arbitrary number that nothing else uses. */
const LOCK = 5_204_118_003_004n;
/** The server may not have noticed yet that a killed process is gone. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 200;

/**
 * Takes a database to be filled from a data folder, over one connection.
 *
 * @param name of the database, for people
 * @returns the progress of an earlier move from the same folder
 * @throws MoveRefused when others use it, or it holds anything else
 */
export async function takeTarget(
  target: Kysely<Database>,
  tables: readonly Table[],
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<MoveState> {
  if (!(await soon(() => lock(target)))) throw new MoveRefused(`Another citable migrate-store fills ${name}.`);
  const earlier = await readMove(target);
  if (earlier !== null && earlier.source !== folder) {
    throw new MoveRefused(`${name} holds what was moved there from ${earlier.source}; name an empty database.`);
  }
  if (earlier !== null && earlier.finished_at !== null) return earlier;
  const refuseOther = (table: string) => {
    throw new MoveRefused(`${name} holds other data (${table}); name an empty database.`);
  };
  for (const table of await tableNames(target)) {
    if (!NOT_MOVED.test(table) && !tables.some((ours) => ours.name === table)) refuseOther(table);
  }
  for (const table of earlier === null ? tables : []) if (await hasRows(target, table)) refuseOther(table.name);
  // First, so that processes that connect from now on see it; then look for those connected before.
  const state = earlier ?? (await beginMove(target, folder));
  if (await soon(() => isUnused(target))) return state;
  if (earlier === null) await sql`delete from store_move`.execute(target);
  throw new MoveRefused(`Other processes of citable are connected to ${name}; stop them first.`);
}

async function beginMove(db: Kysely<Database>, source: string): Promise<MoveState> {
  await sql`
    create table if not exists store_move (
      id integer primary key check (id = 1),
      source text collate "C" not null,
      positions jsonb not null,
      snapshot text collate "C",
      finished_at text collate "C"
    )`.execute(db);
  await sql`insert into store_move (id, source, positions) values (1, ${source}, '{}')`.execute(db);
  return { source, positions: {}, snapshot: null, finished_at: null };
}

/** Records the progress of a move. */
export async function updateMove(db: Kysely<Database>, change: Partial<Omit<MoveState, 'source'>>): Promise<void> {
  await db.withTables<StoreMove>().updateTable('store_move').set(change).execute();
}

/** Writes rows to PostgreSQL by one statement. */
export async function insertRows(target: Kysely<Database>, table: Table, rows: Rows['rows']): Promise<void> {
  const columns = sql.join(table.columns.map(({ name }) => sql.id(name)));
  const arrays = table.columns.map(({ type }, place) => {
    return sql`${rows.map((row) => row[place] ?? null)}::${sql.raw(type)}[]`;
  });
  const values = sql`select * from unnest(${sql.join(arrays)})`;
  await sql`insert into ${sql.table(table.name)} (${columns}) ${values}`.execute(target);
}

/** Lets PostgreSQL number new rows after the moved ones. */
export async function advanceSequences(target: Kysely<Database>, table: Table): Promise<void> {
  for (const { name, type } of table.columns) {
    if (type !== 'bigint' && type !== 'integer') continue;
    await sql`
      select setval(pg_get_serial_sequence(${table.name}, ${name}), max(${sql.ref(name)})) from ${sql.table(table.name)}
      where pg_get_serial_sequence(${table.name}, ${name}) is not null`.execute(target);
  }
}

async function lock(target: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`.execute(target);
  return rows[0]?.taken === true;
}

async function isUnused(target: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name like 'citable%' and pid <> pg_backend_pid()`.execute(
    target,
  );
  return rows.length === 0;
}

async function hasRows(target: Kysely<Database>, { name }: Table): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target);
  return rows.length > 0;
}

/** Returns whether a condition is true now or within {@link PATIENCE_MS}. */
async function soon(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + PATIENCE_MS; ; ) {
    if (await isTrue()) return true;
    if (performance.now() > end) return false;
    await setTimeout(RETRY_MS);
  }
}
