import { once } from 'node:events';
import { extname } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { explainSqliteError } from '../unwritable.ts';
import type { RowNumbers } from '../visits/visit-runs.ts';

/** What the thread is told: a statement, a `VisitWork` as JSON, to shrink its write-ahead log, or to end. */
export type ToSqlite =
  | { readonly sql: string; readonly parameters: readonly SQLInputValue[] }
  | { readonly visits: string }
  | { readonly shrinkWal: true }
  | null;

export interface StatementResult<Row> {
  /** None of what gives none. */
  readonly rows: Row[];
  /** How many rows were changed. */
  readonly changes: number | bigint;
}

/** What is left of an error of node:sqlite on its way between threads. */
export interface SqliteProblem {
  readonly message: string;
  /** https://www.sqlite.org/rescode.html */
  readonly errcode: number | undefined;
}

/** What it says of each, of visits and of all others in their order. */
export type FromSqlite<Row> =
  | { readonly of: 'statement'; readonly result: StatementResult<Row> }
  | { readonly of: 'visits'; readonly result: RowNumbers }
  | { readonly of: 'statement' | 'visits'; readonly problem: SqliteProblem };

/**
 * The embedded database, in its own thread: SQLite blocks while it waits for the disk or for another writer, and would block
 * everything else. Statements are executed in order; visits are written as soon as no transaction is open. The thread starts
 * with the first statement. An error that ends the thread is a bug, and ends the process.
 */
export class SqliteThread {
  readonly #dataDir: string;
  #thread: Worker | null = null;
  #isClosed = false;
  /** What is not answered yet, the oldest first. */
  readonly #statements: PromiseWithResolvers<StatementResult<never>>[] = [];
  readonly #visits: PromiseWithResolvers<RowNumbers>[] = [];

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** @returns rows that whoever asks knows the type of @throws what the database says; StoreUnwritable when it cannot be written for now */
  execute(sql: string, parameters: readonly SQLInputValue[]): Promise<StatementResult<never>> {
    if (this.#isClosed) return Promise.reject(closedError());
    const answer = Promise.withResolvers<StatementResult<never>>();
    this.#statements.push(answer);
    this.#tell({ sql, parameters });
    return answer.promise;
  }

  /** Truncates a large write-ahead log that has no readers: see `truncateWal`. @throws as `execute` */
  async shrinkWal(): Promise<void> {
    if (this.#isClosed) throw closedError();
    const answer = Promise.withResolvers<StatementResult<never>>();
    this.#statements.push(answer);
    this.#tell({ shrinkWal: true });
    await answer.promise;
  }

  /**
   * @param visits a `VisitWork` as JSON: it is copied ten times as fast as what it stands for
   * @returns the rows of what was inserted, or those that were judged
   * @throws as `execute`
   */
  writeVisits(visits: string): Promise<RowNumbers> {
    if (this.#isClosed) return Promise.reject(closedError());
    const answer = Promise.withResolvers<RowNumbers>();
    this.#visits.push(answer);
    this.#tell({ visits });
    return answer.promise;
  }

  /** Does what it was told, and ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#thread === null) return;
    const ended = once(this.#thread, 'exit');
    this.#tell(null);
    await ended;
  }

  #tell(message: ToSqlite): void {
    this.#thread ??= this.#start();
    // The thread holds the process open only while it has work.
    this.#thread.ref();
    this.#thread.postMessage(message);
  }

  #start(): Worker {
    const script = new URL(`sqlite-thread-body${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(script, { workerData: this.#dataDir });
    thread.on('message', (said: FromSqlite<never>) => {
      this.#hear(said);
      if (this.#statements.length === 0 && this.#visits.length === 0) thread.unref();
    });
    return thread;
  }

  #hear(said: FromSqlite<never>): void {
    if ('problem' in said) {
      const { message, errcode } = said.problem;
      const error = explainSqliteError(Object.assign(new Error(message), { errcode }));
      (said.of === 'statement' ? this.#statements : this.#visits).shift()?.reject(error);
    } else if (said.of === 'statement') this.#statements.shift()?.resolve(said.result);
    else this.#visits.shift()?.resolve(said.result);
  }
}

function closedError(): Error {
  return new Error('The database is closed.');
}
