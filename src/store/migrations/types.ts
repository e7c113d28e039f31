import {
  type ColumnBuilderCallback,
  type ColumnDataType,
  type CreateTableBuilder,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from 'kysely';

type ColumnType = ColumnDataType | RawBuilder<unknown>;

/** Where the schema of SQLite and that of PostgreSQL differ. */
interface Types {
  /** Sorts by its bytes, whatever language the database speaks: times, days and names of domains rely on it. */
  readonly text: ColumnType;
  readonly bytes: ColumnType;
  /** An integer of 64 bits. */
  readonly count: ColumnType;
  /** Numbers the rows as they come. */
  readonly rowNumber: { readonly type: ColumnType; readonly build: ColumnBuilderCallback };
  /**
   * Returns a table partitioned by its column `occurred_at`, where the database can: a partition is dropped at once, with
   * nothing to clean up.
   */
  readonly partitionedByTime: <Table extends string, Columns extends string>(
    table: CreateTableBuilder<Table, Columns>,
  ) => CreateTableBuilder<Table, Columns>;
  /** True when several machines share it, so that they must exchange data through it. */
  readonly isShared: boolean;
}

const SQLITE: Types = {
  text: 'text',
  bytes: 'blob',
  count: 'integer',
  rowNumber: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() },
  partitionedByTime: (table) => table,
  isShared: false,
};

const POSTGRES: Types = {
  text: sql`text collate "C"`,
  bytes: 'bytea',
  count: 'bigint',
  // No key: it would have to begin with the time, and nobody looks a visit up by its number.
  rowNumber: { type: 'bigserial', build: (column) => column.notNull() },
  partitionedByTime: (table) => table.modifyEnd(sql`partition by range (occurred_at)`),
  isShared: true,
};

/** What a migration's tables are made of in the database that it runs on. */
export function typesOf<Tables>(db: Kysely<Tables>): Types {
  return db.getExecutor().adapter instanceof PostgresAdapter ? POSTGRES : SQLITE;
}
