import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile, makePrivateFolder } from './private-files.ts';

const FILE_NAME = 'serve.lock';
/** What is said of a folder that is taken. */
const TAKEN = 'another citable serve is using it';
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Takes a data folder, made where it does not exist, for this process alone. The lock is one that SQLite holds on an empty
 * file: the operating system lets go of it when the process ends, however it does, and who only opens the database is not
 * kept out.
 *
 * @returns what gives the folder back
 * @throws when another process has it, or it cannot be written
 */
export function lockDataFolder(dataDir: string): () => void {
  makePrivateFolder(dataDir);
  const path = join(dataDir, FILE_NAME);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    // Not by opening it: a process that closes a file lets go of all locks it has on it (POSIX.1-2024, fcntl).
    makePrivateFile(path);
    // Not exclusive: of two that ask at once, neither would get it, as each keeps the other out while it looks.
    lock.exec('BEGIN IMMEDIATE');
  } catch (error) {
    lock.close();
    throw isBusy(error) ? new Error(TAKEN) : error;
  }
  return () => lock.close();
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
