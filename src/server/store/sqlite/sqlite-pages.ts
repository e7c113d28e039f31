import { statfsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Parsed } from '../../../values/parsed.ts';
import { connectSqlite, truncateWal } from './sqlite-connection.ts';

/** Pages that are released in one transaction. Nothing else is written meanwhile. */
const RELEASED_AT_ONCE = 200;
/** Share of the file that stays free, for what is stored next. */
const KEPT_SHARE = 0.05;

/** Numbers of pages of a database file. */
interface Pages {
  readonly all: number;
  readonly free: number;
  /** Size of a page. */
  readonly bytes: number;
}

/**
 * Releases some free pages at the end of the file, until few are left. Does nothing in a file of version 0.1, whose pages cannot
 * be moved: see {@link compactSqlite}.
 * @returns the number of released pages
 */
export function releasePages(database: DatabaseSync): number {
  if (readPragma(database, 'auto_vacuum') !== INCREMENTAL) return 0;
  const before = countPages(database);
  const tooMany = Math.floor(before.free - before.all * KEPT_SHARE);
  if (tooMany <= 0) return 0;
  database.exec(`PRAGMA incremental_vacuum(${Math.min(tooMany, RELEASED_AT_ONCE)})`);
  return before.free - countPages(database).free;
}

/** https://www.sqlite.org/pragma.html#pragma_auto_vacuum */
const INCREMENTAL = 2;

export type Compaction = Parsed<{ before: number; after: number }>;

/**
 * Rewrites the database of a folder without its free pages, so that later ones can be released in small steps. SQLite does it in one
 * transaction: a process that is killed meanwhile leaves the file as it was. No service may use the folder.
 *
 * @param free bytes of the disk that are free
 * @returns the sizes of the file in bytes, or why nothing was changed
 * @throws the database's error
 */
export function compactSqlite(dataDir: string, free = measureFreeDisk(dataDir)): Compaction {
  // Its temporary file is as large as the new one. The write-ahead log is on the same disk.
  process.env['SQLITE_TMPDIR'] = dataDir;
  const database = connectSqlite(dataDir);
  try {
    const before = countPages(database);
    const needed = 2 * (before.all - before.free) * before.bytes;
    if (free < needed) {
      const problem = `${dataDir} needs ${megabytes(needed)} of free disk space for this, and has ${megabytes(free)}.`;
      return { ok: false, problem };
    }
    database.exec('VACUUM');
    truncateWal(database);
    const after = countPages(database);
    return { ok: true, before: before.all * before.bytes, after: after.all * after.bytes };
  } finally {
    database.close();
  }
}

function countPages(database: DatabaseSync): Pages {
  return {
    all: readPragma(database, 'page_count'),
    free: readPragma(database, 'freelist_count'),
    bytes: readPragma(database, 'page_size'),
  };
}

function readPragma(
  database: DatabaseSync,
  pragma: 'auto_vacuum' | 'page_count' | 'freelist_count' | 'page_size',
): number {
  return Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
}

function measureFreeDisk(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
