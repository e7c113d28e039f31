import { statSync } from 'node:fs';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { countStatements, SQLITE, TrimSchedule, trimStatement } from '../visits/visit-statements.ts';
import type { Visit } from '../visits/visits.ts';
import { connectSqlite, MAX_WAL_BYTES, truncateWal, walPath } from './sqlite-connection.ts';
import type { SqliteRequest, SqliteResponse, SqliteResult, SqliteStatement } from './sqlite-thread.ts';

/** Most prepared statements. Beyond that, they are dropped: those with as many rows as there are values have many texts. */
const MAX_PREPARED = 250;

type Row = Record<string, SQLOutputValue>;

const NOTHING = { rows: [], changes: 0 };

/** The database, with its prepared statements. */
class Connection {
  readonly #dataDir: string;
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, { readonly statement: StatementSync; readonly returnsRows: boolean }>();
  readonly #trims = new TrimSchedule();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#database = connectSqlite(dataDir);
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

  /** Inserts visits (JSON), and counts them. @returns the number of each visit's row; null for a visit without a row */
  insertVisits(json: string): (number | null)[] {
    const visits: Visit[] = JSON.parse(json);
    this.#database.exec('begin immediate');
    try {
      const ids = this.#insertPublished(visits);
      for (const statement of countStatements(SQLITE, visits, 1)) this.execute(statement);
      const inserted = visits.flatMap(({ domain }, place) => (ids[place] === null ? [] : domain));
      for (const domain of this.#trims.dueAfter(inserted)) this.execute(trimStatement(SQLITE, domain));
      this.#database.exec('commit');
      return ids;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  #insertPublished(visits: readonly Visit[]): (number | null)[] {
    const isPublished = this.#prepare('select 1 from published_domains where domain = ?').statement;
    const { statement } = this.#prepare(
      `insert into visits
         (occurred_at, domain, path, class, crawler, vendor, purpose, user_agent, referring_host, verification)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const domains = new Set(visits.map(({ domain }) => domain));
    const published = new Set([...domains].filter((domain) => isPublished.get(domain) !== undefined));
    return visits.map((visit) => {
      if (!published.has(visit.domain)) return null;
      const { time, domain, path, class: kind, crawler, vendor, purpose, userAgent, referringHost } = visit;
      const verification = visit.verification === 'unverified' ? null : visit.verification;
      const visitor = [kind, crawler, vendor, purpose, userAgent, referringHost, verification];
      return Number(statement.run(time, domain, path, ...visitor).lastInsertRowid);
    });
  }

  /** Does nothing while the log is small or a transaction is open. */
  shrinkWal(): void {
    const bytes = statSync(walPath(this.#dataDir), { throwIfNoEntry: false })?.size ?? 0;
    if (bytes > MAX_WAL_BYTES && !this.#database.isTransaction) truncateWal(this.#database);
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

// The thread of SqliteThread.
let connection: Connection | null = null;
/** Visits that arrived while a transaction was open. */
const waiting: SqliteRequest[] = [];

parentPort?.on('message', (request: SqliteRequest | null) => {
  if (request === null) {
    connection?.close();
    parentPort?.close();
    return;
  }
  if ('visits' in request && connection?.isInTransaction === true) waiting.push(request);
  else respond(request);
  if (connection?.isInTransaction !== true) for (const visits of waiting.splice(0)) respond(visits);
});

function respond(request: SqliteRequest): void {
  const { id } = request;
  let response: SqliteResponse<Row | number | null>;
  try {
    response = { id, result: execute(request) };
  } catch (error) {
    const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined;
    response = { id, problem: { message: error instanceof Error ? error.message : String(error), errcode } };
  }
  parentPort?.postMessage(response);
}

function execute(request: SqliteRequest): SqliteResult<Row | number | null> {
  connection ??= new Connection(String(workerData));
  if ('visits' in request) return { rows: connection.insertVisits(request.visits), changes: 0 };
  if ('statement' in request) return connection.execute(request.statement);
  connection.shrinkWal();
  return NOTHING;
}
