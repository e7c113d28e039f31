import type { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { type Database, tableNames } from '../database.ts';
import { SNAPSHOT_KINDS, type SnapshotKind, type SnapshotStore } from '../snapshots/snapshot-store.ts';
import { type Checksum, checksumIn, NO_ROWS, withRows } from './checksum.ts';
import { listTables, MoveRefused, NOT_MOVED, readRows, type Table, type Value } from './source.ts';

/** Snapshots copied at once: each is a page of some ten kilobytes, and most of its time is waiting. */
const SNAPSHOTS_AT_ONCE = 16;

export interface MoveOptions {
  /** Name of the database that is filled, for people. */
  readonly name: string;
  /** The stores between which snapshots are copied; null: they stay where they are. */
  readonly snapshots: { readonly from: SnapshotStore; readonly to: SnapshotStore } | null;
  /** Called with a table or `snapshots`, and the number of its rows that were copied. */
  readonly onProgress: (what: string, done: number) => void;
}

export interface Moved {
  readonly tables: readonly (Checksum & { readonly name: string })[];
  readonly snapshots: { readonly copied: number; readonly missing: number };
}

/**
 * Copies everything of an embedded database into an empty one of PostgreSQL, whose schema is up to date. All rows are written and
 * compared in one transaction, so a copy that fails or is killed leaves the database empty. Processes that use the database
 * meanwhile wait for the end. Snapshots are copied first: a second run overwrites them.
 *
 * @throws MoveRefused when the database has data or differs afterwards; the errors of the databases and the bucket
 */
export async function moveStore(source: DatabaseSync, target: Kysely<Database>, options: MoveOptions): Promise<Moved> {
  const tables = await listTables(source, target);
  await refuseUnlessEmpty(target, tables, options.name);
  const snapshots = await copySnapshots(source, options);
  const moved = await target.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(transaction);
    await refuseUnlessEmpty(transaction, tables, options.name);
    const checksums = [];
    for (const table of tables) checksums.push(await moveTable(source, transaction, table, options));
    return checksums;
  });
  return { tables: moved, snapshots };
}

/** @throws MoveRefused */
async function refuseUnlessEmpty(target: Kysely<Database>, tables: readonly Table[], name: string): Promise<void> {
  for (const table of (await tableNames(target)).filter((other) => !NOT_MOVED.test(other))) {
    const isOurs = tables.some((ours) => ours.name === table);
    if (isOurs && (await sql`select 1 from ${sql.table(table)} limit 1`.execute(target)).rows.length === 0) continue;
    throw new MoveRefused(`${name} has data (${table}). Set DATABASE_URL to an empty database.`);
  }
}

/** Copies the rows of a table, and compares them. @throws MoveRefused when they differ */
async function moveTable(
  source: DatabaseSync,
  target: Kysely<Database>,
  table: Table,
  { name, onProgress }: MoveOptions,
): Promise<Checksum & { readonly name: string }> {
  let here = NO_ROWS;
  for (const rows of readRows(source, table)) {
    await insertRows(target, table, rows);
    here = withRows(here, rows);
    onProgress(table.name, here.rows);
  }
  const there = await checksumIn(target, table);
  if (here.rows !== there.rows || here.sum !== there.sum) {
    const rows = `${here.rows} rows here, ${there.rows} there`;
    throw new MoveRefused(`The table ${table.name} is not the same in ${name} (${rows}), so nothing was copied.`);
  }
  // New rows are numbered after the copied ones.
  for (const column of table.columns.filter(({ type }) => type === 'bigint' || type === 'integer')) {
    const sequence = sql`pg_get_serial_sequence(${table.name}, ${column.name})`;
    await sql`select setval(${sequence}, max(${sql.ref(column.name)})) from ${sql.table(table.name)}
      where ${sequence} is not null`.execute(target);
  }
  return { name: table.name, ...here };
}

async function insertRows(target: Kysely<Database>, table: Table, rows: readonly (readonly Value[])[]): Promise<void> {
  const columns = sql.join(table.columns.map(({ name }) => sql.id(name)));
  const arrays = table.columns.map(({ type }, place) => {
    return sql`${rows.map((row) => row[place] ?? null)}::${sql.raw(type)}[]`;
  });
  await sql`insert into ${sql.table(table.name)} (${columns}) select * from unnest(${sql.join(arrays)})`.execute(
    target,
  );
}

async function copySnapshots(
  source: DatabaseSync,
  { snapshots, onProgress }: MoveOptions,
): Promise<Moved['snapshots']> {
  let [copied, missing] = [0, 0];
  if (snapshots === null) return { copied, missing };
  const next = source.prepare('select id from audits where has_snapshot = 1 and id > ? order by id limit ?');
  for (let position = ''; ; ) {
    const ids = next.all(position, SNAPSHOTS_AT_ONCE).map(({ id }) => String(id));
    const last = ids.at(-1);
    if (last === undefined) return { copied, missing };
    const found = await Promise.all(
      ids.map(async (id) => {
        const copies = SNAPSHOT_KINDS.map((kind) => copySnapshot(id, kind, snapshots));
        return (await Promise.all(copies)).includes(true);
      }),
    );
    position = last;
    copied += found.filter(Boolean).length;
    missing += found.filter((isFound) => !isFound).length;
    onProgress('snapshots', copied);
  }
}

/** Returns whether there was one. */
async function copySnapshot(
  id: string,
  kind: SnapshotKind,
  { from, to }: NonNullable<MoveOptions['snapshots']>,
): Promise<boolean> {
  const text = await from.read(id, kind);
  if (text !== null) await to.write(id, new TextDecoder('utf-8', { ignoreBOM: true }).decode(text), kind);
  return text !== null;
}
