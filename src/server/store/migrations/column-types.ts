import type { Kysely } from 'kysely';
import { isPostgres } from '../database.ts';

/** Differences between the schemas of SQLite and PostgreSQL, in SQL. */
export interface ColumnTypes {
  /** Sorts by its bytes in every locale: times, days and domain names rely on it. */
  readonly text: string;
  readonly bytes: string;
  /** An integer of 64 bits. */
  readonly count: string;
  /** A primary key that numbers the rows in the order of their insertion. A number is never used twice. */
  readonly rowNumber: string;
  /** Follows a table that is stored in the order of its primary key, where the database can. */
  readonly clustered: string;
  /** True when several machines may use the database. */
  readonly isShared: boolean;
}

const SQLITE: ColumnTypes = {
  text: 'text',
  bytes: 'blob',
  count: 'integer',
  rowNumber: 'integer primary key autoincrement',
  clustered: 'without rowid',
  isShared: false,
};

const POSTGRES: ColumnTypes = {
  text: 'text collate "C"',
  bytes: 'bytea',
  count: 'bigint',
  rowNumber: 'bigserial primary key',
  clustered: '',
  isShared: true,
};

export function columnTypes<Tables>(db: Kysely<Tables>): ColumnTypes {
  return isPostgres(db) ? POSTGRES : SQLITE;
}
