/** The database cannot be written at present, for an outside reason: the disk is full or read-only, or another process has a lock. */
export class StoreUnwritable extends Error {
  readonly isDiskFull: boolean;

  /** @param cause the database's error */
  constructor(cause: Error, isDiskFull = false) {
    super(`The store cannot be written: ${cause.message}`, { cause });
    this.isDiskFull = isDiskFull;
  }
}

/** The database is of another version or program. The message is sentences that begin after the name of the store. */
export class StoreRefused extends Error {}

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
const SQLITE_FULL = 13;

/** `data_corrupted` and `index_corrupted`. */
const CORRUPT_SQLSTATES: ReadonlySet<string> = new Set(['XX001', 'XX002']);
const UNDEFINED_TABLE = '42P01';
const DISK_FULL = '53100';

/**
 * The primary result codes of an unwritable database (https://www.sqlite.org/rescode.html): SQLITE_BUSY, SQLITE_READONLY,
 * SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN.
 */
const CODES: ReadonlySet<number> = new Set([5, 8, 10, 13, 14]);

/**
 * The classes and codes of an unwritable PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html): no
 * connection, none for this user or database, no resources, a system error; read-only, a deadlock, a lock that is not
 * available, and a server that starts or stops.
 */
const SQLSTATES = /^(?:08|28|3D|53|58)|^(?:25006|40P01|55P03|57P0[1-4])$/;

/** Classifies an error of node:sqlite. Returns other errors unchanged. */
export function explainSqliteError(error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return error;
  const code = error.errcode & 0xff;
  if (CODES.has(code)) return new StoreUnwritable(error, code === SQLITE_FULL);
  if (CORRUPT_CODES.has(code)) return new StoreDamaged(error, true);
  return code === SQLITE_ERROR && error.message.startsWith('no such table') ? new StoreDamaged(error, false) : error;
}

/** Classifies an error of pg. Returns other errors unchanged. */
export function explainPostgresError(error: unknown): unknown {
  // The host has several addresses, and each failed.
  if (error instanceof AggregateError && error.errors.length > 0) return explainPostgresError(error.errors[0]);
  if (!(error instanceof Error) || error instanceof TypeError) return error;
  // Errors of the server have a severity. All others are about the connection.
  if (!('severity' in error && 'code' in error)) return new StoreUnwritable(error);
  const state = String(error.code);
  if (SQLSTATES.test(state)) return new StoreUnwritable(error, state === DISK_FULL);
  if (CORRUPT_SQLSTATES.has(state)) return new StoreDamaged(error, true);
  return state === UNDEFINED_TABLE ? new StoreDamaged(error, false) : error;
}
