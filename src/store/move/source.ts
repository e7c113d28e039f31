import { existsSync, realpathSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { lockDataFolder } from '../sqlite/data-folder-lock.ts';
import { openSqlite } from '../sqlite/sqlite.ts';
import { connectSqlite, sqlitePath } from '../sqlite/sqlite-connection.ts';
import { MoveRefused } from './refused.ts';

/** An embedded database that nobody writes until it is closed. */
export interface MoveSource {
  readonly database: DatabaseSync;
  /** Where it is, whatever link led there. */
  readonly folder: string;
  close(): void;
}

/**
 * Migrates the embedded database of a folder, and locks it against other writers.
 *
 * @throws when there is none, a `citable serve` has it, or it cannot be written
 */
export async function openMoveSource(dataDir: string): Promise<MoveSource> {
  if (!existsSync(sqlitePath(dataDir))) throw new MoveRefused(`There is no database in ${dataDir}.`);
  const release = lockDataFolder(dataDir);
  try {
    await (await openSqlite(dataDir)).destroy();
    const database = connectSqlite(dataDir);
    try {
      // Also from commands that need no lock of the folder: a key that is made meanwhile would be lost.
      database.exec('begin immediate');
    } catch (error) {
      database.close();
      throw error;
    }
    const close = () => {
      database.close();
      release();
    };
    return { database, folder: realpathSync(dataDir), close };
  } catch (error) {
    release();
    throw error;
  }
}
