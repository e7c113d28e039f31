import { closeSync, openSync } from 'node:fs';
import { Kysely, type Logger, sql } from 'kysely';
import type { Database } from '../database.ts';
import { migrate } from '../migrations/migrate.ts';
import { makePrivateFile, makePrivateFolder } from '../private-files.ts';
import { sqlitePath } from './sqlite-connection.ts';
import { SqliteThreadDialect } from './sqlite-dialect.ts';
import { SqliteThread } from './sqlite-thread.ts';

/**
 * Opens the embedded database in a folder, making both (0700, 0600) where they do not exist, and brings its schema up
 * to date. Every commit is synced to the disk before it is reported; other processes may use the file at the same time.
 *
 * @param onStatement told of every statement that has ended
 * @throws when the folder cannot be written, the file is not a database, or a migration fails
 */
export async function openSqlite(dataDir: string, onStatement?: Logger): Promise<Kysely<Database>> {
  const { db } = await openSqliteThread(dataDir, onStatement);
  return db;
}

/** The same, with the thread that has the database. It ends when the database is destroyed. */
export async function openSqliteThread(
  dataDir: string,
  onStatement?: Logger,
): Promise<{ readonly db: Kysely<Database>; readonly thread: SqliteThread }> {
  makePrivateFolder(dataDir);
  const path = sqlitePath(dataDir);
  closeSync(openSync(path, 'a', 0o600));
  // SQLite gives the files beside the database its mode, but those that are there keep theirs.
  for (const suffix of ['', '-wal', '-shm', '-journal']) makePrivateFile(path + suffix);

  const thread = new SqliteThread(dataDir);
  const db = querySqlite(thread, onStatement);
  try {
    // One writer from the first look to the last change: two processes that start at once migrate once, and a process
    // that is killed half-way leaves nothing half-made.
    await db.connection().execute(async (connection) => {
      await sql`begin immediate`.execute(connection);
      try {
        await migrate(connection);
        await sql`commit`.execute(connection);
      } catch (error) {
        await sql`rollback`.execute(connection);
        throw error;
      }
    });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, thread };
}

/** Queries a database file as it is. */
export function querySqlite(thread: SqliteThread, onStatement?: Logger): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new SqliteThreadDialect(thread),
    ...(onStatement === undefined ? {} : { log: onStatement }),
  });
}
