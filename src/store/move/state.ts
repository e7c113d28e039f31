import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Value } from './tables.ts';

/** Progress of a move, stored in the target database in the same transaction as the rows that it counts. */
export interface MoveState {
  /** The data folder that is moved. */
  readonly source: string;
  /** The key of the last row that was moved of each table; tables without any have none. */
  readonly positions: Readonly<Record<string, readonly Value[]>>;
  /** The last audit whose snapshot was copied; null before the first. */
  readonly snapshot: string | null;
  /** ISO 8601 UTC; null until all is there and verified. */
  readonly finished_at: string | null;
}

/** Null when nothing was ever moved into a database. */
export async function readMove(db: Kysely<Database>): Promise<MoveState | null> {
  const made = await sql<{ is_made: boolean }>`select to_regclass('store_move') is not null as is_made`.execute(db);
  if (made.rows[0]?.is_made !== true) return null;
  const { rows } = await sql<MoveState>`select source, positions, snapshot, finished_at from store_move`.execute(db);
  return rows[0] ?? null;
}

/** Returns whether a database is being filled, so that nobody may use it yet. */
export async function isBeingFilled(db: Kysely<Database>): Promise<boolean> {
  const move = await readMove(db);
  return move !== null && move.finished_at === null;
}

export async function beginMove(db: Kysely<Database>, source: string): Promise<MoveState> {
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

/** As if nothing had been begun. */
export async function forgetMove(db: Kysely<Database>): Promise<void> {
  await sql`delete from store_move`.execute(db);
}

export async function notePosition(db: Kysely<Database>, table: string, position: readonly Value[]): Promise<void> {
  const added = JSON.stringify({ [table]: position });
  await sql`update store_move set positions = positions || ${added}::jsonb`.execute(db);
}

/** As if no row and no snapshot had been moved. */
export async function forgetPositions(db: Kysely<Database>): Promise<void> {
  await sql`update store_move set positions = '{}', snapshot = null`.execute(db);
}

export async function noteSnapshot(db: Kysely<Database>, audit: string): Promise<void> {
  await sql`update store_move set snapshot = ${audit}`.execute(db);
}

export async function finishMove(db: Kysely<Database>, time: string): Promise<void> {
  await sql`update store_move set finished_at = ${time}`.execute(db);
}
