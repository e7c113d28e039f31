import { statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { VisitInsertion } from '../visits/visit-insertion.ts';
import type { RowNumbers } from '../visits/visit-runs.ts';
import type { VisitWork } from '../visits/visit-writer.ts';
import { connectSqlite, MAX_WAL_BYTES, truncateWal, walPath } from './sqlite-connection.ts';
import type { FromSqlite, SqliteProblem, StatementResult, ToSqlite } from './sqlite-thread.ts';

/** Statements that are not parsed again. There are few texts, but for those with as many rows as there are values. */
const MAX_PREPARED = 250;

const dataDir = String(workerData);

type Row = Record<string, SQLOutputValue>;

/** The database, and what was prepared for it. */
class Connection {
  readonly database: DatabaseSync = connectSqlite(dataDir);
  readonly #prepared = new Map<string, StatementSync>();
  #insertion: VisitInsertion | null = null;

  execute(sql: string, parameters: readonly SQLInputValue[]): StatementResult<Row> {
    // A disk that is full has undone it already (https://www.sqlite.org/lang_transaction.html).
    if (sql === 'rollback' && !this.database.isTransaction) return { rows: [], changes: 0 };
    const statement = this.#prepare(sql);
    if (statement.columns().length > 0) return { rows: statement.all(...parameters), changes: 0 };
    return { rows: [], changes: statement.run(...parameters).changes };
  }

  /** Does nothing while the log is small or a transaction is open. */
  shrinkWal(): StatementResult<Row> {
    const bytes = statSync(walPath(dataDir), { throwIfNoEntry: false })?.size ?? 0;
    if (bytes > MAX_WAL_BYTES && !this.database.isTransaction) truncateWal(this.database);
    return { rows: [], changes: 0 };
  }

  writeVisits(text: string): RowNumbers {
    const work: VisitWork = JSON.parse(text);
    this.#insertion ??= new VisitInsertion(this.database);
    return 'judged' in work ? this.#insertion.judge(work.judged) : this.#insertion.insert(work);
  }

  #prepare(sql: string): StatementSync {
    const present = this.#prepared.get(sql);
    if (present !== undefined) return present;
    const statement = this.database.prepare(sql);
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear();
    this.#prepared.set(sql, statement);
    return statement;
  }
}

// The thread of SqliteThread.
let connection: Connection | null = null;
/** Visits that came while a transaction was under way. */
let waiting: string[] = [];

parentPort?.on('message', (message: ToSqlite) => {
  if (message === null) close();
  else if ('visits' in message) write(message.visits);
  else if ('shrinkWal' in message) execute((database) => database.shrinkWal());
  else {
    execute((database) => database.execute(message.sql, message.parameters));
    if (waiting.length > 0) writeWaiting();
  }
});

function execute(act: (on: Connection) => StatementResult<Row>): void {
  let answer: FromSqlite<Row>;
  try {
    connection ??= new Connection();
    answer = { of: 'statement', result: act(connection) };
  } catch (error) {
    answer = { of: 'statement', problem: problemOf(error) };
  }
  parentPort?.postMessage(answer);
}

function write(visits: string): void {
  if (connection?.database.isTransaction === true) {
    waiting.push(visits);
    return;
  }
  let answer: FromSqlite<Row>;
  try {
    connection ??= new Connection();
    answer = { of: 'visits', result: connection.writeVisits(visits) };
  } catch (error) {
    answer = { of: 'visits', problem: problemOf(error) };
  }
  parentPort?.postMessage(answer);
}

function writeWaiting(): void {
  const visits = waiting;
  waiting = [];
  for (const group of visits) write(group);
}

function close(): void {
  connection?.database.close();
  parentPort?.close();
}

function problemOf(error: unknown): SqliteProblem {
  if (!(error instanceof Error)) return { message: String(error), errcode: undefined };
  const { cause = error } = error;
  const errcode = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) : undefined;
  return { message: error.message, errcode };
}
