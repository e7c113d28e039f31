import { sql } from 'kysely';
import { afterAll, describe, onTestFinished } from 'vitest';
import { storeContracts } from '../../../test/contract/store-contracts.ts';
import { postgresServer } from '../../../test/support/postgres-server.ts';
import { PostgresJobs } from './jobs/postgres-jobs.ts';
import { Boss } from './postgres/postgres-boss.ts';
import { openStore, type Store, type StoreSettings } from './store.ts';

const server = postgresServer();

const place = async (): Promise<StoreSettings> => ({
  DATA_DIR: '/nowhere',
  DATABASE_URL: await server.makeDatabase(),
});

let shared: { readonly store: Store; readonly boss: Boss } | null = null;
afterAll(async () => {
  await shared?.boss.stop();
  await shared?.store.close();
});

/** One database and one pg-boss, emptied for each test, with a new queue: opening them takes longer than most tests. */
async function open(): Promise<Store> {
  if (shared === null) {
    const DATABASE_URL = await server.makeDatabase();
    const store = await openStore({ DATA_DIR: '/nowhere', DATABASE_URL });
    shared = { store, boss: new Boss(DATABASE_URL, () => undefined) };
  }
  const { store, boss } = shared;
  const jobs = new PostgresJobs(store.db, boss);
  onTestFinished(() => jobs.stop());
  await sql`do $$ begin
    execute (
      select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' restart identity'
      from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
    );
    if to_regclass('pgboss.job') is not null then delete from pgboss.job; end if;
  end $$`.execute(store.db);
  return { ...store, jobs };
}

describe('the store on PostgreSQL', () => storeContracts(place, open));
