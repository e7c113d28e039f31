import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, describe, onTestFinished } from 'vitest';
import { storeContracts } from '../../../test/contract/store-contracts.ts';
import { type Database, tableNames } from './database.ts';
import { RowJobs } from './jobs/row-jobs.ts';
import { openStore, type Store, type StoreSettings } from './store.ts';

const folder = () => mkdtemp(join(tmpdir(), 'citable-store-'));
const removed = (path: string) => rm(path, { recursive: true, force: true });

async function place(): Promise<StoreSettings> {
  const path = await folder();
  onTestFinished(() => removed(path));
  return { DATA_DIR: path };
}

let shared: { readonly store: Store; readonly path: string } | null = null;
afterAll(async () => {
  if (shared === null) return;
  await shared.store.close();
  await removed(shared.path);
});

/** One database, emptied for each test, with a new queue: opening one takes longer than most tests. */
async function open(): Promise<Store> {
  if (shared === null) {
    const path = await folder();
    shared = { store: await openStore({ DATA_DIR: path }), path };
  }
  const { store } = shared;
  await empty(store.db);
  return { ...store, jobs: new RowJobs(store.db) };
}

/** Deletes the rows of all tables. Each statement takes its time, so only tables with rows get one. */
async function empty(db: Kysely<Database>): Promise<void> {
  const names = (await tableNames(db)).filter((name) => !name.startsWith('kysely'));
  const filled = names.map(
    (name) => sql`select ${sql.lit(name)} as name where exists (select 1 from ${sql.table(name)})`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(filled, sql` union all `)}`.execute(db);
  await db.transaction().execute(async (transaction) => {
    await sql`pragma defer_foreign_keys = on`.execute(transaction);
    for (const { name } of rows) await sql`delete from ${sql.table(name)}`.execute(transaction);
    await sql`delete from sqlite_sequence`.execute(transaction);
  });
}

describe('the store on SQLite', () => storeContracts(place, open));
