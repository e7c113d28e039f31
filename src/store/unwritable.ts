/** The database cannot be changed for now, for a reason outside of it: the disk is full, refuses to be written, or is held. */
export class StoreUnwritable extends Error {
  /** @param cause the database's error */
  constructor(cause: Error) {
    super(`The store cannot be written: ${cause.message}`, { cause });
  }
}

/** The database is damaged: its data is corrupt, or a table is missing. Only a restore fixes it. */
export class StoreDamaged extends Error {
  /** Whether its data is corrupt, which is permanent. A missing table may come back. */
  readonly isCorrupt: boolean;

  /** @param cause the database's error */
  constructor(cause: Error, isCorrupt: boolean) {
    super(`The store is damaged: ${cause.message}`, { cause });
    this.isCorrupt = isCorrupt;
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const CORRUPT_CODES: ReadonlySet<number> = new Set([11, 26]);
const SQLITE_ERROR = 1;

/** `data_corrupted` and `index_corrupted`. */
const CORRUPT_SQLSTATES: ReadonlySet<string> = new Set(['XX001', 'XX002']);
const UNDEFINED_TABLE = '42P01';

/**
 * The primary result codes that say so (https://www.sqlite.org/rescode.html): SQLITE_BUSY, SQLITE_READONLY,
 * SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN.
 */
const CODES: ReadonlySet<number> = new Set([5, 8, 10, 13, 14]);

/**
 * The classes and codes of PostgreSQL that say so (https://www.postgresql.org/docs/current/errcodes-appendix.html): no
 * connection, none for this user or database, no resources, a system error; read-only, a lock that was not to be had, two
 * that waited for each other, of which this one had to give way, and a server that starts or stops.
 */
const SQLSTATES = /^(?:08|28|3D|53|58)|^(?:25006|40P01|55P03|57P0[1-4])$/;

/** An error of node:sqlite as what it means to a caller; any other error as it is. */
export function explainSqliteError(error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return error;
  const code = error.errcode & 0xff;
  if (CODES.has(code)) return new StoreUnwritable(error);
  if (CORRUPT_CODES.has(code)) return new StoreDamaged(error, true);
  return code === SQLITE_ERROR && error.message.startsWith('no such table') ? new StoreDamaged(error, false) : error;
}

/** An error of pg as what it means to a caller; any other error as it is. */
export function explainPostgresError(error: unknown): unknown {
  // Of a host with several addresses, each of which failed.
  if (error instanceof AggregateError && error.errors.length > 0) return explainPostgresError(error.errors[0]);
  if (!(error instanceof Error) || error instanceof TypeError) return error;
  // What the server said has a severity; all else is about the connection.
  if (!('severity' in error && 'code' in error)) return new StoreUnwritable(error);
  const state = String(error.code);
  if (SQLSTATES.test(state)) return new StoreUnwritable(error);
  if (CORRUPT_SQLSTATES.has(state)) return new StoreDamaged(error, true);
  return state === UNDEFINED_TABLE ? new StoreDamaged(error, false) : error;
}
