import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const FILE_NAME = 'citable.sqlite';

/** Where the database of a folder stands. */
export function sqlitePath(dataDir: string): string {
  return join(dataDir, FILE_NAME);
}

/** Opens the database of a folder. Every commit is synced to the disk before it returns; who finds it locked waits for five seconds. */
export function connectSqlite(dataDir: string): DatabaseSync {
  const database = new DatabaseSync(sqlitePath(dataDir), { timeout: 5_000, enableForeignKeyConstraints: true });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  return database;
}
