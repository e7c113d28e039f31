import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile, makePrivateFolder } from '../private-files.ts';

const FILE_NAME = 'serve.lock';
/** Error for a folder that another process uses. */
const TAKEN = 'another citable serve is using it';
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Locks a data folder for this process, and creates it where it does not exist. SQLite holds the lock on an empty file, so the
 * operating system releases it however the process ends. Programs that only open the database are not locked out.
 *
 * @returns a function that releases the lock
 * @throws when another process has it, or it cannot be written
 */
export function lockDataFolder(dataDir: string): () => void {
  makePrivateFolder(dataDir);
  const path = join(dataDir, FILE_NAME);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    // Changes the mode without opening the file: closing it would release all locks that the process has on it
    // (POSIX.1-2024, fcntl).
    makePrivateFile(path);
    // IMMEDIATE, not EXCLUSIVE: if two processes tried EXCLUSIVE at once, each would block the other while it checks, and
    // neither would get the lock.
    lock.exec('BEGIN IMMEDIATE');
  } catch (error) {
    lock.close();
    throw error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY ? new Error(TAKEN) : error;
  }
  return () => lock.close();
}
