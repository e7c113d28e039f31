import { statSync } from 'node:fs';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { connectReader, connectSqlite, MAX_WAL_BYTES, truncateWal, walPath } from './sqlite-connection.ts';
import { releasePages } from './sqlite-pages.ts';
import type { SqliteAccess, SqliteRequest, SqliteResponse, SqliteResult, SqliteStatement } from './sqlite-thread.ts';

/** Maximum number of prepared statements. Beyond that, they are dropped: those with as many rows as there are values have many texts. */
const MAX_PREPARED = 250;

type Row = Record<string, SQLOutputValue>;

const NOTHING = { rows: [], changes: 0 };

/** The database, with its prepared statements. */
class Connection {
  readonly #dataDir: string;
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, { readonly statement: StatementSync; readonly returnsRows: boolean }>();

  constructor({ dataDir, mode }: SqliteAccess) {
    this.#dataDir = dataDir;
    this.#database = mode === 'read' ? connectReader(dataDir) : connectSqlite(dataDir);
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  execute({ sql, parameters }: SqliteStatement): SqliteResult<Row> {
    // A full disk has rolled it back already (https://www.sqlite.org/lang_transaction.html).
    if (sql === 'rollback' && !this.#database.isTransaction) return NOTHING;
    const { statement, returnsRows } = this.#prepare(sql);
    if (returnsRows) return { rows: statement.all(...parameters), changes: 0 };
    return { rows: [], changes: statement.run(...parameters).changes };
  }

  /** Executes statements in one transaction. @returns the result of the first */
  executeAll(statements: readonly SqliteStatement[]): SqliteResult<Row> {
    this.#database.exec('begin immediate');
    try {
      const [first = NOTHING] = statements.map((statement) => this.execute(statement));
      this.#database.exec('commit');
      return first;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  /** Does nothing while the log is small or a transaction is open. */
  shrinkWal(): void {
    const bytes = statSync(walPath(this.#dataDir), { throwIfNoEntry: false })?.size ?? 0;
    if (bytes > MAX_WAL_BYTES && !this.#database.isTransaction) truncateWal(this.#database);
  }

  /** Does nothing while a transaction is open. @returns the number of released pages */
  releasePages(): SqliteResult<Row> {
    return { rows: [], changes: this.#database.isTransaction ? 0 : releasePages(this.#database) };
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string) {
    const present = this.#prepared.get(sql);
    if (present !== undefined) return present;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear();
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/** Serves the database of a folder to the other end of a port, until that sends null. */
export function serveDatabase(port: MessagePort, access: SqliteAccess): void {
  let connection: Connection | null = null;
  /** Transactions that arrived while another was open. */
  const waiting: SqliteRequest[] = [];

  const execute = (request: SqliteRequest): SqliteResult<Row> => {
    connection ??= new Connection(access);
    if ('transaction' in request) return connection.executeAll(request.transaction);
    if ('statement' in request) return connection.execute(request.statement);
    if ('releasePages' in request) return connection.releasePages();
    connection.shrinkWal();
    return NOTHING;
  };

  const respond = (request: SqliteRequest): void => {
    const { id } = request;
    let response: SqliteResponse<Row>;
    try {
      response = { id, result: execute(request) };
    } catch (error) {
      const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined;
      response = { id, problem: { message: error instanceof Error ? error.message : String(error), errcode } };
    }
    port.postMessage(response);
  };

  port.on('message', (request: SqliteRequest | null) => {
    if (request === null) {
      connection?.close();
      port.close();
      return;
    }
    if ('transaction' in request && connection?.isInTransaction === true) waiting.push(request);
    else respond(request);
    if (connection?.isInTransaction !== true) for (const transaction of waiting.splice(0)) respond(transaction);
  });
}

// The thread of SqliteThread.
if (parentPort !== null && isAccess(workerData)) serveDatabase(parentPort, workerData);

function isAccess(data: unknown): data is SqliteAccess {
  return typeof data === 'object' && data !== null && 'dataDir' in data && 'mode' in data;
}
