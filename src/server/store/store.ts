import { stat } from 'node:fs/promises';
import type { Kysely, Logger } from 'kysely';
import type { Config } from '../../values/config.ts';
import type { Database } from './database.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import { RowJobs } from './jobs/row-jobs.ts';
import { PostgresSchedules, type Schedules, TimerSchedules } from './jobs/schedules.ts';
import { lockDataFolder } from './sqlite/data-folder-lock.ts';
import { openSqliteThread } from './sqlite/sqlite.ts';
import { walPath } from './sqlite/sqlite-connection.ts';
import type { StartThread } from './sqlite/sqlite-thread.ts';
import { POSTGRES, SQLITE } from './visits/visit-statements.ts';
import { judgeVisits, VisitInserter, type VisitWriter } from './visits/visit-writer.ts';

/** Settings of the store: the PostgreSQL database of `DATABASE_URL`, or without one the embedded one of `DATA_DIR`. */
export type StoreSettings = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>;

/** The database, and the parts that differ between the two databases. */
export interface Store {
  readonly db: Kysely<Database>;
  readonly visitWriter: VisitWriter;
  readonly jobs: JobQueue;
  readonly schedules: Schedules;
  /** The write-ahead log of the embedded database; null with PostgreSQL, which maintains its own. */
  readonly writeAheadLog: WriteAheadLog | null;
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
    const visits = new VisitInserter(SQLITE, async (statements) => (await thread.executeAll(statements)).rows);
    return {
      db,
      visitWriter: {
        insert: (group) => visits.insert(group),
        judge: (judged) => judgeVisits(db, SQLITE, judged),
      },
      jobs: new RowJobs(db),
      schedules: new TimerSchedules(),
      writeAheadLog: {
        bytes: async () => (await stat(walPath(DATA_DIR)).catch(() => null))?.size ?? 0,
        shrink: () => thread.shrinkWal(),
      },
      prepareJobs: async () => undefined,
      close: () => db.destroy(),
    };
  }
  const [{ openPostgres, reasonOf }, { PostgresVisits }, { Boss }, { PostgresJobs }] = await Promise.all([
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
    visitWriter: {
      insert: (group) => visits.insert(group),
      judge: (judged) => judgeVisits(db, POSTGRES, judged),
    },
    jobs,
    schedules,
    writeAheadLog: null,
    prepareJobs: () =>
      boss.get().then(
        () => undefined,
        (error: unknown) => Promise.reject(reasonOf(error)),
      ),
    close,
  };
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
