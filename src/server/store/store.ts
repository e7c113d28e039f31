import { stat } from 'node:fs/promises';
import { type Kysely, type Logger, sql } from 'kysely';
import type { Config } from '../../values/config.ts';
import type { Database } from './database.ts';
import { deleteAll } from './delete-all.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import { RowJobs } from './jobs/row-jobs.ts';
import { PostgresSchedules, type Schedules, TimerSchedules } from './jobs/schedules.ts';
import { lockDataFolder } from './sqlite/data-folder-lock.ts';
import { openSqliteThread, querySqlite } from './sqlite/sqlite.ts';
import { walPath } from './sqlite/sqlite-connection.ts';
import { SqliteThread, type StartThread } from './sqlite/sqlite-thread.ts';
import { POSTGRES, SQLITE } from './visits/visit-statements.ts';
import { judgeVisits, VisitInserter, type VisitWriter } from './visits/visit-writer.ts';

/** Settings of the store: the PostgreSQL database of `DATABASE_URL`, or without one the embedded one of `DATA_DIR`. */
export type StoreSettings = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>;

/** The database, and the parts that differ between the two databases. */
export interface Store {
  readonly db: Kysely<Database>;
  /**
   * Reads what is committed, and writes nothing. With the embedded database it has a thread of its own, so that a commit never waits for
   * it: lists and reports are read here. What a write depends on is read in its own transaction.
   */
  readonly reads: Kysely<Database>;
  readonly visitWriter: VisitWriter;
  readonly jobs: JobQueue;
  readonly schedules: Schedules;
  /** The write-ahead log of the embedded database; null with PostgreSQL, which maintains its own. */
  readonly writeAheadLog: WriteAheadLog | null;
  /** The free pages of the embedded database; null with PostgreSQL, which maintains its own. */
  readonly freePages: FreePages | null;
  /** Prepares the jobs, so that its failure is known at the start. @throws as {@link openStore} */
  prepareJobs(): Promise<void>;
  /** Writes what is pending, and closes the connection. */
  close(): Promise<void>;
}

/** The file that commits are written to first. It grows during a long read transaction. */
export interface WriteAheadLog {
  /** Size of the file. */
  bytes(): Promise<number>;
  /** Truncates the file if it is large and has no readers. @throws the database's error */
  shrink(): Promise<void>;
}

/** Pages of the database file that hold nothing since rows were deleted. New rows use them first. */
export interface FreePages {
  /** Their size. */
  bytes(): Promise<number>;
  /** Makes the file smaller, in steps of some milliseconds, until few are free or `signal` aborts. @throws the database's error */
  release(signal?: AbortSignal): Promise<void>;
}

/**
 * Opens a store and brings its schema up to date, also while other processes do.
 *
 * @param onStatement called after every statement, except those that write visits
 * @param onProblem called with errors in the background that need no action
 * @param startThread starts the thread of the embedded database; default: a new one
 * @throws when it cannot be used, with a message that contains no password
 */
export async function openStore(
  { DATABASE_URL, DATA_DIR }: StoreSettings,
  onStatement?: Logger,
  onProblem: (problem: unknown) => void = () => undefined,
  startThread?: StartThread,
): Promise<Store> {
  if (DATABASE_URL === undefined) {
    const { db, thread } = await openSqliteThread(DATA_DIR, onStatement, startThread);
    const reads = querySqlite(new SqliteThread({ dataDir: DATA_DIR, mode: 'read' }, startThread), onStatement);
    const visits = new VisitInserter(SQLITE, async (statements) => (await thread.executeAll(statements)).rows);
    return {
      db,
      reads,
      visitWriter: {
        insert: (group) => visits.insert(group),
        judge: (judged) => judgeVisits(db, SQLITE, judged),
      },
      jobs: new RowJobs(db),
      schedules: new TimerSchedules(),
      writeAheadLog: {
        bytes: async () => (await stat(walPath(DATA_DIR)).catch(() => null))?.size ?? 0,
        // Not while it is read here: a busy reader would never let it be truncated.
        shrink: () => reads.connection().execute(() => thread.shrinkWal()),
      },
      freePages: {
        bytes: () => freeBytes(reads),
        release: async (signal) => void (await deleteAll(() => thread.releasePages(), 1, signal)),
      },
      prepareJobs: async () => undefined,
      close: async () => {
        // The last connection merges the log into the database, which only the writer can.
        await reads.destroy();
        await db.destroy();
      },
    };
  }
  const [{ openPostgres, explainStartError }, { PostgresVisits }, { Boss }, { PostgresJobs }] = await Promise.all([
    import('./postgres/postgres.ts'),
    import('./postgres/postgres-visits.ts'),
    import('./postgres/postgres-boss.ts'),
    import('./jobs/postgres-jobs.ts'),
  ]);
  const db = await openPostgres(DATABASE_URL, onStatement);
  const visits = new PostgresVisits(DATABASE_URL);
  const boss = new Boss(DATABASE_URL, onProblem);
  const jobs = new PostgresJobs(db, boss);
  const schedules = new PostgresSchedules(boss);
  const close = async () => {
    await visits.close();
    await jobs.stop();
    await boss.stop();
    await db.destroy();
  };
  return {
    db,
    reads: db,
    visitWriter: {
      insert: (group) => visits.insert(group),
      judge: (judged) => judgeVisits(db, POSTGRES, judged),
    },
    jobs,
    schedules,
    writeAheadLog: null,
    freePages: null,
    prepareJobs: () =>
      boss.get().then(
        () => undefined,
        (error: unknown) => Promise.reject(explainStartError(error)),
      ),
    close,
  };
}

/** Returns the size of the free pages of an embedded database. */
async function freeBytes(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/**
 * Locks an embedded database for this process alone to serve. Any number of processes may serve a PostgreSQL.
 * @returns a function that releases the lock
 * @throws when another process has it, or it cannot be used
 */
export function lockStore({ DATABASE_URL, DATA_DIR }: StoreSettings): () => void {
  return DATABASE_URL === undefined ? lockDataFolder(DATA_DIR) : () => undefined;
}

/** Returns the name of the store for people: the setting, and its value without secrets. */
export function nameOfStore({ DATABASE_URL, DATA_DIR }: StoreSettings): string {
  if (DATABASE_URL === undefined) return `DATA_DIR ${DATA_DIR}`;
  const { host, pathname } = new URL(DATABASE_URL);
  return `DATABASE_URL (${host}${pathname})`;
}
