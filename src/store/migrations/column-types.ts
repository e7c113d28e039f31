import {
  type ColumnBuilderCallback,
  type ColumnDataType,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely';
import { isPostgres } from '../database.ts';

type ColumnType = ColumnDataType | RawBuilder<unknown>;

/** Differences between the schemas of SQLite and PostgreSQL. */
export interface ColumnTypes {
  /** Sorts by its bytes in every locale: times, days and domain names rely on it. */
  readonly text: ColumnType;
  readonly bytes: ColumnType;
  /** An integer of 64 bits. */
  readonly count: ColumnType;
  /** A primary key that numbers the rows in the order of their insertion. A number is never used twice. */
  readonly rowNumber: { readonly type: ColumnType; readonly build: ColumnBuilderCallback };
  /** Stores a table in the order of its primary key, where the database can. */
  readonly clustered: <Table extends string, Columns extends string>(
    table: CreateTableBuilder<Table, Columns>,
  ) => CreateTableBuilder<Table, Columns>;
  /** True when several machines may use the database. */
  readonly isShared: boolean;
}

const SQLITE: ColumnTypes = {
  text: 'text',
  bytes: 'blob',
  count: 'integer',
  rowNumber: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() },
  clustered: (table) => table.modifyEnd(sql`without rowid`),
  isShared: false,
};

const POSTGRES: ColumnTypes = {
  text: sql`text collate "C"`,
  bytes: 'bytea',
  count: 'bigint',
  rowNumber: { type: 'bigserial', build: (column) => column.primaryKey() },
  clustered: (table) => table,
  isShared: true,
};

export function columnTypesOf<Tables>(db: Kysely<Tables>): ColumnTypes {
  return isPostgres(db) ? POSTGRES : SQLITE;
}
