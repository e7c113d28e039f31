import { randomUUID } from 'node:crypto';
import { access, link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqlitePath } from './sqlite-connection.ts';

export type Backup =
  | { readonly ok: true; readonly bytes: number }
  /** `problem` is one sentence. */
  | { readonly ok: false; readonly problem: string };

/**
 * Copies the embedded database of a folder into one file (0600), as it stood at one moment, while others read and write
 * it. The copy is checked and synced before it gets its name; a file that has the name already is never touched.
 *
 * @throws when the copy cannot be written
 */
export async function backUpSqlite(dataDir: string, file: string): Promise<Backup> {
  const source = sqlitePath(dataDir);
  if (!(await exists(source))) return { ok: false, problem: `There is no database in ${dataDir}.` };
  if (await exists(file)) return { ok: false, problem: `${file} exists already; nothing was overwritten.` };

  const unfinished = `${file}.${randomUUID()}.unfinished`;
  try {
    await (await open(unfinished, 'wx', 0o600)).close();
    copy(source, unfinished);
    const fault = firstFault(unfinished);
    if (fault !== null) return { ok: false, problem: `The copy is damaged: ${fault}.` };
    const bytes = await sync(unfinished);
    // Not a rename, which would overwrite what somebody else has put there by now.
    await link(unfinished, file);
    await sync(dirname(file));
    return { ok: true, bytes };
  } catch (error) {
    if (isCode(error, 'EEXIST')) return { ok: false, problem: `${file} exists already; nothing was overwritten.` };
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** One read transaction, so that it is of one moment and no writer waits for it (https://www.sqlite.org/lang_vacuum.html). */
function copy(source: string, target: string): void {
  const database = new DatabaseSync(source, { timeout: 5_000 });
  try {
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
}

/** What is wrong with a database file; null when nothing is. */
function firstFault(path: string): string | null {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const result = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
    return result === 'ok' ? null : String(result);
  } finally {
    database.close();
  }
}

/** Syncs a file or a folder to the disk. @returns its size in bytes */
async function sync(path: string): Promise<number> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
