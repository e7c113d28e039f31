import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, type Logger, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely';
import type { Database } from './database.ts';
import { migrate } from './migrations/migrate.ts';
import { makePrivateFile, makePrivateFolder } from './private-files.ts';
import { explainSqliteError } from './unwritable.ts';

const FILE_NAME = 'citable.sqlite';
/** Statements that are not parsed again. There are few texts, but for those with as many rows as there are values. */
const MAX_PREPARED = 250;

/**
 * Opens the embedded database in a folder, making both (0700, 0600) where they do not exist, and brings its schema up
 * to date. Every commit is synced to the disk before it is reported; other processes may use the file at the same time.
 *
 * @param onStatement told of every statement that has ended
 * @throws when the folder cannot be written, the file is not a database, or a migration fails
 */
export async function openSqlite(dataDir: string, onStatement?: Logger): Promise<Kysely<Database>> {
  makePrivateFolder(dataDir);
  const path = sqlitePath(dataDir);
  closeSync(openSync(path, 'a', 0o600));
  // SQLite gives the files beside the database its mode, but those that are there keep theirs.
  for (const suffix of ['', '-wal', '-shm', '-journal']) makePrivateFile(path + suffix);

  const db = querySqlite(path, onStatement);
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
  return db;
}

/** Opens a database file as it is. */
export function querySqlite(path: string, onStatement?: Logger): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new SqliteDialect({ database: adapt(connect(path)) }),
    ...(onStatement === undefined ? {} : { log: onStatement }),
  });
}

/** A further connection to a database that {@link openSqlite} opened: for a thread of its own. */
export function connectSqlite(dataDir: string): DatabaseSync {
  return connect(sqlitePath(dataDir));
}

/** Where the database of a folder stands. */
export function sqlitePath(dataDir: string): string {
  return join(dataDir, FILE_NAME);
}

function connect(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: true });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  return database;
}

/** node:sqlite as the driver that Kysely's dialect expects. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text) => {
      const present = prepared.get(text);
      if (present !== undefined) return present;
      const statement = adaptStatement(database.prepare(text));
      if (prepared.size >= MAX_PREPARED) prepared.clear();
      prepared.set(text, statement);
      return statement;
    },
  };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => explained(() => statement.all(...parameters.map(toSqlValue))),
    run: (parameters) => explained(() => statement.run(...parameters.map(toSqlValue))),
    iterate: (parameters) => statement.iterate(...parameters.map(toSqlValue)),
  };
}

function explained<Result>(execute: () => Result): Result {
  try {
    return execute();
  } catch (error) {
    throw explainSqliteError(error);
  }
}

function toSqlValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}.`);
}
