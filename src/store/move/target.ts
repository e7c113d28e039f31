import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { MoveRefused } from './refused.ts';
import { beginMove, forgetMove, type MoveState, readMove } from './state.ts';
import type { Table } from './tables.ts';

/** Whoever moves into a database holds it: any number that others would not take. */
const LOCK = 5_204_118_003_004n;
/** The server may not have noticed yet that a process which was killed is gone. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 200;

/**
 * Takes a database to be filled from a data folder, over one connection.
 *
 * @param name of the database, for people
 * @returns how far an earlier move from the same folder came
 * @throws MoveRefused when others use it, or it holds anything else
 */
export async function takeTarget(
  target: Kysely<Database>,
  tables: readonly Table[],
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<MoveState> {
  if (!(await soon(() => isLocked(target)))) throw new MoveRefused(`Another citable migrate-store fills ${name}.`);
  const earlier = await readMove(target);
  if (earlier !== null && earlier.source !== folder) {
    throw new MoveRefused(`${name} holds what was moved there from ${earlier.source}; name an empty database.`);
  }
  if (earlier !== null && earlier.finished_at !== null) return earlier;
  for (const table of earlier === null ? tables : []) {
    if (await hasRows(target, table))
      throw new MoveRefused(`${name} holds other data (${table.name}); name an empty database.`);
  }
  // First, so that processes that connect from now on see it; then look for those connected before.
  const state = earlier ?? (await beginMove(target, folder));
  if (await soon(() => isUnused(target))) return state;
  if (earlier === null) await forgetMove(target);
  throw new MoveRefused(`Other processes of citable are connected to ${name}; stop them first.`);
}

async function isLocked(target: Kysely<Database>): Promise<boolean> {
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

async function soon(holds: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + PATIENCE_MS; ; ) {
    if (await holds()) return true;
    if (performance.now() > end) return false;
    await setTimeout(RETRY_MS);
  }
}
