import { closeSync, openSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type Logger,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Database } from '../database.ts';
import { migrate } from '../migrations/migrate.ts';
import { makePrivateFile, makePrivateFolder } from '../private-files.ts';
import { sqlitePath } from './sqlite-connection.ts';
import { SqliteThread, type StartThread } from './sqlite-thread.ts';

/**
 * Opens the embedded database in a folder, creates both (0700, 0600) if they do not exist, and brings the schema up to
 * date. Every commit is synced to the disk before it is reported; other processes may use the file at the same time.
 *
 * @param onStatement called after every statement
 * @throws when the folder cannot be written, the file is not a database, or a migration fails
 */
export async function openSqlite(dataDir: string, onStatement?: Logger): Promise<Kysely<Database>> {
  const { db } = await openSqliteThread(dataDir, onStatement);
  return db;
}

/** Opens it as {@link openSqlite} does, and returns its thread, too, which ends when the database is destroyed. */
export async function openSqliteThread(
  dataDir: string,
  onStatement?: Logger,
  startThread?: StartThread,
): Promise<{ readonly db: Kysely<Database>; readonly thread: SqliteThread }> {
  makePrivateFolder(dataDir);
  const path = sqlitePath(dataDir);
  closeSync(openSync(path, 'a', 0o600));
  // SQLite gives new files beside the database its mode, but existing ones keep theirs.
  for (const suffix of ['', '-wal', '-shm', '-journal']) makePrivateFile(path + suffix);

  const thread = new SqliteThread({ dataDir, mode: 'write' }, startThread);
  const db = querySqlite(thread, onStatement);
  try {
    // One write transaction: two processes that start at once migrate once, and a process that is killed half-way
    // leaves nothing half-made.
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
  const dialect: Dialect = {
    createDriver: () => new ThreadDriver(thread),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return new Kysely<Database>({ dialect, ...(onStatement === undefined ? {} : { log: onStatement }) });
}

/** A single connection, which Kysely gives to one user at a time. */
class ThreadDriver implements Driver {
  readonly #thread: SqliteThread;

  constructor(thread: SqliteThread) {
    this.#thread = thread;
  }

  async init(): Promise<void> {
    // The thread starts with the first statement.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new ThreadConnection(this.#thread);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Takes the write lock at once: a transaction that has read before it writes would fail if another process had written in between.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(): Promise<void> {
    // It stays open.
  }

  destroy(): Promise<void> {
    return this.#thread.close();
  }
}

class ThreadConnection implements DatabaseConnection {
  readonly #thread: SqliteThread;

  constructor(thread: SqliteThread) {
    this.#thread = thread;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.#thread.execute(sql, parameters.map(toSqlValue));
    return { rows: [...rows], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: there is nothing to yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new TypeError('Rows are not streamed.');
  }
}

function toSqlValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}.`);
}
