import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Value } from './source.ts';

/** Progress of a move, stored in the target database in the same transaction as the rows that it counts. */
export interface MoveState {
  /** The data folder that is moved. */
  readonly source: string;
  /** Key of the last moved row of each table; tables without any have none. */
  readonly positions: Readonly<Record<string, readonly Value[]>>;
  /** The last audit whose snapshot was copied; null before the first. */
  readonly snapshot: string | null;
  /** ISO 8601 UTC; null until everything is moved and verified. */
  readonly finished_at: string | null;
}

/** The table of the progress, which only a database has that was filled. */
export type StoreMove = { readonly store_move: MoveState };

/** Reads the progress of a move into a database; null when nothing was ever moved into it. */
export async function readMove(db: Kysely<Database>): Promise<MoveState | null> {
  const made = await sql<{ is_made: boolean }>`select to_regclass('store_move') is not null as is_made`.execute(db);
  if (made.rows[0]?.is_made !== true) return null;
  const columns = ['source', 'positions', 'snapshot', 'finished_at'] as const;
  return (await db.withTables<StoreMove>().selectFrom('store_move').select(columns).executeTakeFirst()) ?? null;
}

/** Returns whether a database is being filled, so that nobody may use it yet. */
export async function isBeingFilled(db: Kysely<Database>): Promise<boolean> {
  return (await readMove(db))?.finished_at === null;
}
