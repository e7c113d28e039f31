import { sql } from 'kysely';
import { describe, onTestFinished } from 'vitest';
import { storeContracts } from '../../../test/contract/store-contracts.ts';
import { postgresServer } from '../../../test/support/postgres-server.ts';
import { openStore, type Store, type StoreSettings } from './store.ts';

const server = postgresServer();

const place = async (): Promise<StoreSettings> => ({
  DATA_DIR: '/nowhere',
  DATABASE_URL: await server.makeDatabase(),
});

let used: StoreSettings | null = null;

/** One database, emptied for each test: making one takes longer than most tests. */
async function open(): Promise<Store> {
  used ??= await place();
  const store = await openStore(used);
  onTestFinished(() => store.close());
  await sql`do $$ begin
    execute (
      select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' restart identity'
      from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
    );
    if to_regclass('pgboss.job') is not null then delete from pgboss.job; end if;
  end $$`.execute(store.db);
  return store;
}

describe('the store on PostgreSQL', () => storeContracts(place, open));
