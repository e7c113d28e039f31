import { once } from 'node:events';
import { extname } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import { explainSqliteError } from '../unwritable.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

/** Request to the thread: to execute a statement, to execute several in one transaction, or to shrink its write-ahead log. */
export type SqliteRequest =
  | { readonly id: number; readonly statement: Statement }
  | { readonly id: number; readonly transaction: readonly Statement[] }
  | { readonly id: number; readonly shrinkWal: true };

export interface StatementResult<Row> {
  /** Empty for a statement that returns none. */
  readonly rows: Row[];
  /** Number of changed rows. */
  readonly changes: number | bigint;
}

/** An error of node:sqlite, as far as it can be sent between threads. */
export interface SqliteProblem {
  readonly message: string;
  /** https://www.sqlite.org/rescode.html */
  readonly errcode: number | undefined;
}

/** Response to the request with the same id. */
export type SqliteResponse<Row> =
  | { readonly id: number; readonly results: StatementResult<Row>[] }
  | { readonly id: number; readonly problem: SqliteProblem };

type Results = StatementResult<never>[];

/**
 * The embedded database, in its own thread: SQLite blocks while it waits for the disk or for another writer, and would block
 * everything else. Statements are executed in order. The thread starts with the first statement. An error that ends the
 * thread is a bug, and ends the process.
 */
export class SqliteThread {
  readonly #dataDir: string;
  readonly #pending = new Map<number, PromiseWithResolvers<Results>>();
  #thread: Worker | null = null;
  #isClosed = false;
  #lastId = 0;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /**
   * Executes a statement.
   * @returns rows whose type the caller knows
   * @throws the database's error; StoreUnwritable when it cannot be written for now
   */
  async execute(query: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<StatementResult<never>> {
    const [result = { rows: [], changes: 0 }] = await this.#send({ statement: toStatement(query) });
    return result;
  }

  /** Executes statements in one transaction, as soon as no other is open. @returns the rows of each @throws as {@link execute} */
  async transact(queries: readonly Pick<CompiledQuery, 'sql' | 'parameters'>[]): Promise<Record<string, unknown>[][]> {
    const results = await this.#send({ transaction: queries.map(toStatement) });
    return results.map(({ rows }) => rows);
  }

  /** Truncates a large write-ahead log that has no readers: see `truncateWal`. @throws as {@link execute} */
  async shrinkWal(): Promise<void> {
    await this.#send({ shrinkWal: true });
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

  #send(request: { statement: Statement } | { transaction: Statement[] } | { shrinkWal: true }): Promise<Results> {
    if (this.#isClosed) return Promise.reject(new Error('The database is closed.'));
    this.#lastId += 1;
    const response = Promise.withResolvers<Results>();
    this.#pending.set(this.#lastId, response);
    this.#thread ??= this.#start();
    // The thread holds the process open only while it has work.
    this.#thread.ref();
    const message: SqliteRequest = { id: this.#lastId, ...request };
    this.#thread.postMessage(message);
    return response.promise;
  }

  #start(): Worker {
    const script = new URL(`sqlite-thread-body${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(script, { workerData: this.#dataDir });
    thread.on('message', (response: SqliteResponse<never>) => {
      const pending = this.#pending.get(response.id);
      this.#pending.delete(response.id);
      if ('results' in response) pending?.resolve(response.results);
      else {
        const { message, errcode } = response.problem;
        pending?.reject(explainSqliteError(Object.assign(new Error(message), { errcode })));
      }
      if (this.#pending.size === 0 && !this.#isClosed) thread.unref();
    });
    return thread;
  }
}

function toStatement({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Statement {
  return { sql, parameters: parameters.map(toSqlValue) };
}

function toSqlValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}.`);
}
