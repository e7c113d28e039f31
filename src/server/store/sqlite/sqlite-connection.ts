import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Time for which a statement waits for a lock. */
const BUSY_MS = 5_000;

const FILE_NAME = 'citable.sqlite';

/** Returns the path of the database in a data folder. */
export function sqlitePath(dataDir: string): string {
  return join(dataDir, FILE_NAME);
}

/** Returns the path of its write-ahead log (https://www.sqlite.org/wal.html). */
export function walPath(dataDir: string): string {
  return `${sqlitePath(dataDir)}-wal`;
}

/** Maximum size of a write-ahead log, in bytes, that stays on the disk without readers. During a read transaction it may grow without bound. */
export const MAX_WAL_BYTES = 64 * 1024 * 1024;

/** Opens the database of a folder. Every commit is synced to the disk before it returns. */
export function connectSqlite(dataDir: string): DatabaseSync {
  const database = new DatabaseSync(sqlitePath(dataDir), { timeout: BUSY_MS, enableForeignKeyConstraints: true });
  // In a file without tables only, and before the log: free pages can then be released in small steps.
  database.exec(
    `PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = ${MAX_WAL_BYTES};`,
  );
  return database;
}

/** Opens the database of a folder to read only. In a write-ahead log, a reader waits for no writer and no writer for a reader. */
export function connectReader(dataDir: string): DatabaseSync {
  return new DatabaseSync(sqlitePath(dataDir), { timeout: BUSY_MS, readOnly: true });
}

/**
 * Copies the write-ahead log into the database and truncates its file. Does not wait: while others read or write, it copies what
 * it can and leaves the file.
 * @param database must have no open transaction
 */
export function truncateWal(database: DatabaseSync): void {
  database.exec('PRAGMA busy_timeout = 0');
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  }
}
