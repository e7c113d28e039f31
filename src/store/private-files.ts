import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 0o700;
const FILE = 0o600;

/**
 * Creates a folder that only its owner can use, or makes an existing one so. A folder that belongs to another user, as the root
 * of a mounted volume may, is left as it is: its owner decides who may use it.
 *
 * @throws when it cannot be made
 */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER });
  try {
    chmodSync(path, FOLDER);
  } catch (error) {
    if (!isCode(error, 'EPERM')) throw error;
  }
}

/** Keeps a file from others; nothing where there is none. @throws when it is not ours */
export function makePrivateFile(path: string): void {
  try {
    chmodSync(path, FILE);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

/**
 * Keeps a folder that is ours from others, with all that is in it. Where a folder is private already, so is what we wrote into
 * it: that is not looked at file by file, for there may be very many.
 */
export function makePrivateTree(path: string): void {
  const isLoose = (statSync(path).mode & 0o777) !== FOLDER;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) makePrivateTree(inside);
    else if (isLoose && entry.isFile()) chmodSync(inside, FILE);
  }
  // Last: who is stopped half-way begins again.
  if (isLoose) chmodSync(path, FOLDER);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
