import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, onTestFinished } from 'vitest';
import { apiKeyStoreContract } from '../../test/contract/api-key-store.ts';
import { auditStoreContract } from '../../test/contract/audit-store.ts';
import { batchStoreContract } from '../../test/contract/batch-store.ts';
import { ipRangeFileStoreContract } from '../../test/contract/ip-range-file-store.ts';
import { keyAuthorityContract } from '../../test/contract/key-authority.ts';
import { liveAuditStoreContract } from '../../test/contract/live-audit-store.ts';
import { publishedDomainStoreContract } from '../../test/contract/published-domain-store.ts';
import { retentionClockContract } from '../../test/contract/retention-clock.ts';
import { secretStoreContract } from '../../test/contract/secret-store.ts';
import { siteStoreContract } from '../../test/contract/site-store.ts';
import { storeContract } from '../../test/contract/store.ts';
import { trafficContract } from '../../test/contract/traffic.ts';
import { visitsContract } from '../../test/contract/visits.ts';
import { postgresServer } from '../../test/support/postgres-server.ts';
import { openStore, type Store, type StoreSettings } from './store.ts';

const server = postgresServer();

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'citable-store-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

const inFolder = async (): Promise<StoreSettings> => ({ DATA_DIR: await folder() });
const inDatabase = async (): Promise<StoreSettings> => ({
  DATA_DIR: '/nowhere',
  DATABASE_URL: await server.makeDatabase(),
});

async function open(place: StoreSettings): Promise<Store> {
  const store = await openStore(place);
  onTestFinished(() => store.close());
  return store;
}

let used: StoreSettings | null = null;

/** One database, emptied for each test: making one takes longer than most tests. */
async function openEmptied(): Promise<Store> {
  used ??= await inDatabase();
  const store = await open(used);
  await sql`do $$ begin
    execute (
      select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' restart identity'
      from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
    );
    if to_regclass('pgboss.job') is not null then delete from pgboss.job; end if;
  end $$`.execute(store.db);
  return store;
}

describe.each<[string, () => Promise<StoreSettings>, () => Promise<Store>]>([
  ['SQLite', inFolder, async () => open(await inFolder())],
  ['PostgreSQL', inDatabase, openEmptied],
])('the store on %s', (_name, place, open) => {
  describe('audits', () => auditStoreContract(open));
  describe('batches', () => batchStoreContract(open));
  describe('address ranges', () => ipRangeFileStoreContract(open));
  describe('live audits', () => liveAuditStoreContract(open));
  describe('keys', () => apiKeyStoreContract(open));
  describe('the authority of a key', () => keyAuthorityContract(open));
  describe('published domains', () => publishedDomainStoreContract(open));
  describe('the clock of retention', () => retentionClockContract(open));
  describe('secrets', () => secretStoreContract(open));
  describe('traffic', () => trafficContract(open));
  describe('sites', () => siteStoreContract(open));
  describe('visits', () => visitsContract(open));
  describe('as a whole', () => storeContract(place));
});
