import type { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SnapshotStore } from '../snapshots/snapshot-store.ts';
import { type Checksum, checksumIn, NO_ROWS, withRows } from './checksum.ts';
import { MoveRefused } from './refused.ts';
import { countRows, goOnNumbering, insertRows, ROWS_AT_ONCE, rowsAfter } from './rows.ts';
import { copySnapshots, countSnapshots } from './snapshots.ts';
import type { MoveSource } from './source.ts';
import { finishMove, forgetPositions, type MoveState, notePosition, noteSnapshot, readMove } from './state.ts';
import { type Table, tablesOf } from './tables.ts';
import { takeTarget } from './target.ts';

export interface MoveOptions {
  /** The database that is filled, for people. */
  readonly name: string;
  /** From where to where snapshots are copied; null: they stay where they are. */
  readonly snapshots: { readonly from: SnapshotStore; readonly to: SnapshotStore } | null;
  readonly onProgress: (progress: MoveProgress) => void;
  /** Ends it between two steps: it can be gone on with. */
  readonly signal: AbortSignal;
  /** Of one transaction at most. */
  readonly rowsAtOnce?: number;
}

export interface MoveProgress {
  readonly doing: 'moving' | 'verifying' | 'copying';
  /** A table, or `snapshots`. */
  readonly what: string;
  readonly done: number;
  readonly all: number;
}

export type Moved =
  | {
      readonly isNew: true;
      readonly tables: readonly MovedTable[];
      readonly snapshots: { copied: number; missing: number };
    }
  /** All of it was moved before: at `finishedAt`. */
  | { readonly isNew: false; readonly finishedAt: string };

export interface MovedTable extends Checksum {
  readonly name: string;
}

/** PostgreSQL's class of errors for rows that contradict others. */
const CONTRADICTION = /^23/;

/**
 * Moves everything of an embedded database into an empty one of PostgreSQL, whose schema is up to date, and proves that both
 * have the same rows. Whenever it ends, the next one goes on from there; what has changed in between is noticed, and all
 * is moved anew.
 *
 * @throws MoveRefused, and what the databases and the bucket say
 */
export function moveStore(source: MoveSource, target: Kysely<Database>, options: MoveOptions): Promise<Moved> {
  // One connection, which holds the lock.
  return target.connection().execute(async (connection) => {
    const tables = await tablesOf(source.database, connection);
    const state = await takeTarget(connection, tables, { name: options.name, folder: source.folder });
    if (state.finished_at !== null) return { isNew: false, finishedAt: state.finished_at };
    const moved = await fill(source.database, connection, tables, state, options);
    for (const table of tables) await goOnNumbering(connection, table);
    const snapshots = await takeSnapshots(source.database, connection, options);
    await finishMove(connection, new Date().toISOString());
    return { isNew: true, tables: moved, snapshots };
  });
}

async function fill(
  source: DatabaseSync,
  target: Kysely<Database>,
  tables: readonly Table[],
  { positions }: MoveState,
  options: MoveOptions,
): Promise<MovedTable[]> {
  const isBegun = Object.keys(positions).length > 0;
  try {
    for (const table of tables) await moveRows(source, target, table, positions, options);
    return await verify(source, target, tables, options);
  } catch (error) {
    // The folder was written since the earlier move: a row that was moved is there no more, or has changed.
    const hasChanged = error instanceof Differs || (error instanceof Error && CONTRADICTION.test(codeOf(error)));
    if (!isBegun || !hasChanged) throw error;
  }
  await target.transaction().execute(async (transaction) => {
    const names = sql.join(tables.map(({ name }) => sql.table(name)));
    await sql`truncate ${names} cascade`.execute(transaction);
    await forgetPositions(transaction);
  });
  for (const table of tables) await moveRows(source, target, table, {}, options);
  return verify(source, target, tables, options);
}

async function moveRows(
  source: DatabaseSync,
  target: Kysely<Database>,
  table: Table,
  positions: MoveState['positions'],
  { onProgress, signal, rowsAtOnce = ROWS_AT_ONCE }: MoveOptions,
): Promise<void> {
  const moved = positions[table.name] ?? null;
  const all = countRows(source, table, moved);
  let done = 0;
  for (const { rows, position } of rowsAfter(source, table, moved, rowsAtOnce)) {
    refuseIfAborted(signal);
    await target.transaction().execute(async (transaction) => {
      await insertRows(transaction, table, rows);
      await notePosition(transaction, table.name, position);
    });
    done += rows.length;
    onProgress({ doing: 'moving', what: table.name, done, all });
  }
}

/** Reads every row of both. @throws Differs when a table is not the same */
async function verify(
  source: DatabaseSync,
  target: Kysely<Database>,
  tables: readonly Table[],
  { name, onProgress, signal, rowsAtOnce = ROWS_AT_ONCE }: MoveOptions,
): Promise<MovedTable[]> {
  const verified: MovedTable[] = [];
  for (const table of tables) {
    const all = countRows(source, table, null);
    let ours = NO_ROWS;
    for (const { rows } of rowsAfter(source, table, null, rowsAtOnce)) {
      refuseIfAborted(signal);
      ours = withRows(ours, rows);
      onProgress({ doing: 'verifying', what: table.name, done: ours.rows, all });
      // Lets a signal be heard.
      await new Promise(setImmediate);
    }
    const theirs = await checksumIn(target, table);
    if (ours.rows !== theirs.rows || ours.sum !== theirs.sum) {
      const rows = `${ours.rows} rows here, ${theirs.rows} there`;
      throw new Differs(`The table ${table.name} is not the same in ${name} (${rows}): something else writes there.`);
    }
    verified.push({ name: table.name, ...ours });
  }
  return verified;
}

async function takeSnapshots(
  source: DatabaseSync,
  target: Kysely<Database>,
  { snapshots, onProgress, signal }: MoveOptions,
): Promise<{ copied: number; missing: number }> {
  const sum = { copied: 0, missing: 0 };
  if (snapshots === null) return sum;
  const all = countSnapshots(source);
  // Not as it was at the beginning: where the rows were moved anew, so are the snapshots.
  const { snapshot = null } = (await readMove(target)) ?? {};
  for await (const some of copySnapshots(source, snapshots.from, snapshots.to, snapshot)) {
    await noteSnapshot(target, some.position);
    sum.copied += some.copied;
    sum.missing += some.missing;
    onProgress({ doing: 'copying', what: 'snapshots', done: sum.copied + sum.missing, all });
    refuseIfAborted(signal);
  }
  return sum;
}

/** What was moved is not what is there. */
class Differs extends MoveRefused {}

function refuseIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new MoveRefused('Interrupted: the same command goes on from there.');
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
