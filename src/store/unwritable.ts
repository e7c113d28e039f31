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

/** An error of node:sqlite as what it means to a caller; any other error as it is. */
export function explainSqliteError(error: unknown): unknown {
  const isOutside =
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    CODES.has(error.errcode & 0xff);
  return isOutside ? new StoreUnwritable(error) : error;
}
