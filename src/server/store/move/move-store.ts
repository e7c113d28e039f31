import type { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SnapshotStore } from '../snapshots/snapshot-store.ts';
import { type Checksum, checksumIn, NO_ROWS, withRows } from './checksum.ts';
import {
  countRows,
  MoveRefused,
  type MoveSource,
  ROWS_AT_ONCE,
  rowsAfter,
  type Table,
  tablesOf,
  type Value,
} from './source.ts';
import { readMove } from './state.ts';
import { advanceSequences, insertRows, takeTarget, updateMove } from './target.ts';

/** Snapshots copied at once: each is a page of some ten kilobytes, and most of its time is waiting. */
const SNAPSHOTS_AT_ONCE = 16;

export interface MoveOptions {
  /** The database that is filled, for people. */
  readonly name: string;
  /** The stores between which snapshots are copied; null: they stay where they are. */
  readonly snapshots: { readonly from: SnapshotStore; readonly to: SnapshotStore } | null;
  readonly onProgress: (progress: MoveProgress) => void;
  /** Ends the move between two steps. It can be resumed. */
  readonly signal: AbortSignal;
  /** Most rows of one transaction. */
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
  /** It was moved before: by `finishedAt`. */
  | { readonly isNew: false; readonly finishedAt: string };

export interface MovedTable extends Checksum {
  readonly name: string;
}

/** PostgreSQL's class of errors for rows that contradict others. */
const CONTRADICTION = /^23/;

/**
 * Moves everything of an embedded database into an empty one of PostgreSQL, whose schema is up to date, and proves that both
 * have the same rows. A move that ended early is resumed by the next. If the source has changed in between, everything is moved
 * anew.
 *
 * @throws MoveRefused, and the errors of the databases and the bucket
 */
export function moveStore(source: MoveSource, target: Kysely<Database>, options: MoveOptions): Promise<Moved> {
  // One connection, which holds the lock.
  return target.connection().execute(async (connection) => {
    const tables = await tablesOf(source.database, connection);
    const state = await takeTarget(connection, tables, { name: options.name, folder: source.folder });
    if (state.finished_at !== null) return { isNew: false, finishedAt: state.finished_at };
    const moved = await fill(source.database, connection, tables, state.positions, options);
    for (const table of tables) await advanceSequences(connection, table);
    const snapshots = await copySnapshots(source.database, connection, options);
    await updateMove(connection, { finished_at: new Date().toISOString() });
    return { isNew: true, tables: moved, snapshots };
  });
}

async function fill(
  source: DatabaseSync,
  target: Kysely<Database>,
  tables: readonly Table[],
  positions: Positions,
  options: MoveOptions,
): Promise<MovedTable[]> {
  try {
    await moveRows(source, target, tables, positions, options);
    return await verify(source, target, tables, options);
  } catch (error) {
    // The folder was written since the earlier move: a row that was moved is gone, or has changed.
    const hasChanged = error instanceof Differs || (error instanceof Error && CONTRADICTION.test(codeOf(error)));
    if (Object.keys(positions).length === 0 || !hasChanged) throw error;
  }
  await target.transaction().execute(async (transaction) => {
    const names = sql.join(tables.map(({ name }) => sql.table(name)));
    // The counters, too: truncating runs no triggers for each row.
    await sql`truncate ${names}, storage, domain_storage cascade`.execute(transaction);
    await updateMove(transaction, { positions: {}, snapshot: null });
  });
  await moveRows(source, target, tables, {}, options);
  return verify(source, target, tables, options);
}

/** Key of the last moved row, by table. */
type Positions = Readonly<Record<string, readonly Value[]>>;

async function moveRows(
  source: DatabaseSync,
  target: Kysely<Database>,
  tables: readonly Table[],
  earlier: Positions,
  { onProgress, signal, rowsAtOnce = ROWS_AT_ONCE }: MoveOptions,
): Promise<void> {
  const positions = { ...earlier };
  for (const table of tables) {
    const moved = positions[table.name] ?? null;
    const all = countRows(source, table, moved);
    let done = 0;
    for (const { rows, position } of rowsAfter(source, table, moved, rowsAtOnce)) {
      refuseIfAborted(signal);
      positions[table.name] = position;
      await target.transaction().execute(async (transaction) => {
        await insertRows(transaction, table, rows);
        await updateMove(transaction, { positions });
      });
      done += rows.length;
      onProgress({ doing: 'moving', what: table.name, done, all });
    }
  }
}

/** Compares every row of both databases. @throws Differs when a table is not the same */
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
      // Lets the signal abort.
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

/** Copies the snapshots in the order of their audits, some at a time. */
async function copySnapshots(
  source: DatabaseSync,
  target: Kysely<Database>,
  { snapshots, onProgress, signal }: MoveOptions,
): Promise<{ copied: number; missing: number }> {
  let [copied, missing] = [0, 0];
  if (snapshots === null) return { copied, missing };
  const { from, to } = snapshots;
  const counted = source.prepare('select count(*) as count from audits where has_snapshot = 1').get();
  const all = Number(counted?.['count']);
  const next = source.prepare('select id from audits where has_snapshot = 1 and id > ? order by id limit ?');
  // Read again: if the rows were moved anew, so are the snapshots.
  let position = (await readMove(target))?.snapshot ?? '';
  for (;;) {
    const ids = next.all(position, SNAPSHOTS_AT_ONCE).map(({ id }) => String(id));
    const last = ids.at(-1);
    if (last === undefined) return { copied, missing };
    const found = await Promise.all(
      ids.map(async (id) => {
        const html = await from.read(id);
        if (html !== null) await to.write(id, new TextDecoder('utf-8', { ignoreBOM: true }).decode(html));
        return html !== null;
      }),
    );
    position = last;
    await updateMove(target, { snapshot: position });
    copied += found.filter(Boolean).length;
    missing += found.filter((isFound) => !isFound).length;
    onProgress({ doing: 'copying', what: 'snapshots', done: copied + missing, all });
    refuseIfAborted(signal);
  }
}

/** A table is not the same in both databases. */
class Differs extends MoveRefused {}

function refuseIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new MoveRefused('Interrupted: the same command resumes where it stopped.');
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
