/** The database cannot be changed for now, for a reason outside of it: the disk is full, refuses to be written, or is held. */
export class StoreUnwritable extends Error {
  /** @param cause what the database said */
  constructor(cause: Error) {
    super(`The store cannot be written: ${cause.message}`, { cause });
  }
}

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
  const isOutside =
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    CODES.has(error.errcode & 0xff);
  return isOutside ? new StoreUnwritable(error) : error;
}

/** An error of pg as what it means to a caller; any other error as it is. */
export function explainPostgresError(error: unknown): unknown {
  // Of a host with several addresses, each of which failed.
  if (error instanceof AggregateError && error.errors.length > 0) return explainPostgresError(error.errors[0]);
  if (!(error instanceof Error) || error instanceof TypeError) return error;
  // What the server said has a severity; all else is about the connection.
  const isOutside = !('severity' in error && 'code' in error) || SQLSTATES.test(String(error.code));
  return isOutside ? new StoreUnwritable(error) : error;
}
