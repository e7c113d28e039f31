import { randomUUID } from 'node:crypto';
import { access, link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Parsed } from '../../../values/parsed.ts';
import { isCode, syncToDisk } from '../private-files.ts';
import { sqlitePath } from './sqlite-connection.ts';

export type Backup = Parsed<{ bytes: number }>;

/**
 * Copies the embedded database of a folder into one file (0600), as of one moment, while others read and write it. The copy is
 * checked and synced before it gets its name. An existing file of that name is never changed.
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
    const bytes = await syncToDisk(unfinished);
    // Not a rename, which would overwrite a file that was created meanwhile.
    await link(unfinished, file);
    await syncToDisk(dirname(file));
    return { ok: true, bytes };
  } catch (error) {
    if (isCode(error, 'EEXIST')) return { ok: false, problem: `${file} exists already; nothing was overwritten.` };
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Copies in one read transaction, for which no writer waits (https://www.sqlite.org/lang_vacuum.html). */
function copy(source: string, target: string): void {
  const database = new DatabaseSync(source, { timeout: 5_000 });
  try {
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
}

/** Returns the first fault of a database file; null when there is none. */
function firstFault(path: string): string | null {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const result = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
    return result === 'ok' ? null : String(result);
  } finally {
    database.close();
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
