import { randomUUID } from 'node:crypto';
import { chmod, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../server/store/private-files.ts';

/** Reads a file; null when there is none. @throws the system's error when it cannot be read */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a file as a whole or not at all, and makes its folder. A link stays a link, and the permissions stay. */
export async function writeWhole(path: string, text: string): Promise<void> {
  makeFolder(dirname(path));
  const target = await realpath(path).catch(() => path);
  const mode = await stat(target).then(
    (found) => found.mode,
    () => null,
  );
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { mode: 0o600 });
    await chmod(temporary, mode ?? 0o644);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Unchanged lines shown around a change. */
const AROUND = 1;

/** Returns the lines that a change to a text removes and adds, with those around them. */
export function lineChanges(before: string | null, after: string | null): string {
  const old = splitLines(before);
  const now = splitLines(after);
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [
    ...now.slice(Math.max(0, start - AROUND), start).map((line) => `    ${line}`),
    ...old.slice(start, old.length - end).map((line) => `  - ${line}`),
    ...now.slice(start, now.length - end).map((line) => `  + ${line}`),
    ...now.slice(now.length - end, now.length - end + AROUND).map((line) => `    ${line}`),
  ].join('\n');
}

function splitLines(text: string | null): readonly string[] {
  return text === null || text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
