import { type EventEmitter, once } from 'node:events';
import { extname } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { explainSqliteError } from '../unwritable.ts';

export interface SqliteStatement {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

/**
 * A request to execute a statement, to execute statements in a transaction of their own, to shrink the write-ahead log, or to release
 * some free pages.
 */
type Request =
  | { readonly statement: SqliteStatement }
  | { readonly transaction: readonly SqliteStatement[] }
  | { readonly shrinkWal: true }
  | { readonly releasePages: true };

export type SqliteRequest = Request & { readonly id: number };

export interface SqliteResult<Row> {
  readonly rows: readonly Row[];
  /** Number of changed rows. */
  readonly changes: number | bigint;
}

/** Response to the request with the same id. */
export type SqliteResponse<Row> =
  | { readonly id: number; readonly result: SqliteResult<Row> }
  | { readonly id: number; readonly problem: SqliteProblem };

/** An error of node:sqlite, as far as it can be sent between threads. */
export interface SqliteProblem {
  readonly message: string;
  /** https://www.sqlite.org/rescode.html */
  readonly errcode: number | undefined;
}

/** A database to open. `read`: no statement can write. */
export interface SqliteAccess {
  readonly dataDir: string;
  readonly mode: 'read' | 'write';
}

/** A thread that runs `sqlite-thread-body` for one folder. It emits `message` and `exit`. */
export interface DatabaseThread extends EventEmitter {
  postMessage(message: SqliteRequest | null): void;
  ref(): void;
  unref(): void;
}

/** Starts a thread for the database of a folder. */
export type StartThread = (access: SqliteAccess) => DatabaseThread;

const startThread: StartThread = (access) => {
  const script = new URL(`sqlite-thread-body${extname(import.meta.url)}`, import.meta.url);
  return new Worker(script, { workerData: access });
};

/**
 * The embedded database, in its own thread: SQLite blocks while it waits for the disk or for another writer, and would block
 * everything else. Statements are executed in order. The thread starts with the first request. An error that ends the thread is a
 * bug, and ends the process.
 */
export class SqliteThread {
  readonly #access: SqliteAccess;
  readonly #startThread: StartThread;
  readonly #pending = new Map<number, PromiseWithResolvers<SqliteResult<never>>>();
  #thread: DatabaseThread | null = null;
  #isClosed = false;
  #lastId = 0;

  constructor(access: SqliteAccess, start: StartThread = startThread) {
    this.#access = access;
    this.#startThread = start;
  }

  /**
   * Executes a statement.
   * @returns rows whose type the caller knows
   * @throws the database's error; StoreUnwritable when it cannot be written for now
   */
  execute(sql: string, parameters: readonly SQLInputValue[]): Promise<SqliteResult<never>> {
    return this.#send({ statement: { sql, parameters } });
  }

  /**
   * Executes statements in one transaction, as soon as no other is open. One message for all: each takes its time.
   * @returns the result of the first
   * @throws as {@link execute}
   */
  executeAll(statements: readonly SqliteStatement[]): Promise<SqliteResult<never>> {
    return this.#send({ transaction: statements });
  }

  /** Truncates a large write-ahead log that has no readers: see `truncateWal`. @throws as {@link execute} */
  async shrinkWal(): Promise<void> {
    await this.#send({ shrinkWal: true });
  }

  /** Releases some free pages of the file: see `releasePages`. @returns how many @throws as {@link execute} */
  async releasePages(): Promise<number> {
    return Number((await this.#send({ releasePages: true })).changes);
  }

  /** Completes all requests, and ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#thread === null) return;
    const ended = once(this.#thread, 'exit');
    this.#thread.ref();
    this.#thread.postMessage(null);
    await ended;
  }

  #send(request: Request): Promise<SqliteResult<never>> {
    if (this.#isClosed) return Promise.reject(new Error('The database is closed.'));
    this.#lastId += 1;
    const response = Promise.withResolvers<SqliteResult<never>>();
    this.#pending.set(this.#lastId, response);
    this.#thread ??= this.#start();
    // The thread holds the process open only while it has work.
    this.#thread.ref();
    const message: SqliteRequest = { id: this.#lastId, ...request };
    this.#thread.postMessage(message);
    return response.promise;
  }

  #start(): DatabaseThread {
    const thread = this.#startThread(this.#access);
    thread.on('message', (response: SqliteResponse<never>) => {
      const pending = this.#pending.get(response.id);
      this.#pending.delete(response.id);
      if ('result' in response) pending?.resolve(response.result);
      else {
        const { message, errcode } = response.problem;
        pending?.reject(explainSqliteError(Object.assign(new Error(message), { errcode })));
      }
      if (this.#pending.size === 0 && !this.#isClosed) thread.unref();
    });
    return thread;
  }
}
