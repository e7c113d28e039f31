import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const FOLDER = 0o700;
const FILE = 0o600;

/**
 * Creates a folder that only its owner can use, or makes an existing one private. Leaves a folder of another user as it is, such
 * as the root of a mounted volume: its owner decides who may use it.
 *
 * @throws when it cannot be created
 */
export function makePrivateFolder(path: string): void {
  makeFolder(path, FOLDER);
  try {
    chmodSync(path, FOLDER);
  } catch (error) {
    if (!isCode(error, 'EPERM')) throw error;
  }
}

/**
 * Creates a folder and its parents, if they do not exist. Node.js does this too (`recursive`), but retries forever where the system
 * reports a missing parent that exists, as in /proc.
 *
 * @throws when it cannot be created
 */
export function makeFolder(path: string, mode = 0o777): void {
  const isFolder = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder()) return;
  const parent = dirname(resolve(path));
  if (!existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have been first.
    if (!isFolder()) throw error;
  }
}

/** Makes a file private, if it exists. @throws when it belongs to another user */
export function makePrivateFile(path: string): void {
  try {
    chmodSync(path, FILE);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

/**
 * Makes a folder of ours private, with everything in it. The files of a folder that is private already are not checked: there may
 * be very many, and we wrote them as private.
 */
export function makePrivateTree(path: string): void {
  const isLoose = (statSync(path).mode & 0o777) !== FOLDER;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) makePrivateTree(inside);
    else if (isLoose && entry.isFile()) chmodSync(inside, FILE);
  }
  // Last, so that an interrupted run is repeated.
  if (isLoose) chmodSync(path, FOLDER);
}

/** Syncs a file or a folder to the disk. @returns its size in bytes */
export async function syncToDisk(path: string): Promise<number> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** Returns whether an error of the system has a code. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
