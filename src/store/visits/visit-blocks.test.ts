import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { visit } from '../../../test/contract/visits.ts';
import { publishDomains } from '../../../test/support/publish-domains.ts';
import { migrate } from '../migrations/migrate.ts';
import { querySqlite } from '../sqlite/sqlite.ts';
import { SqliteThread } from '../sqlite/sqlite-thread.ts';
import { openStore, type Store } from '../store.ts';
import { blockOf } from './visit-blocks.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'citable-store-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function open(DATA_DIR: string): Promise<Store> {
  const store = await openStore({ DATA_DIR });
  onTestFinished(() => store.close());
  await publishDomains(store.db, ['example.com', 'one.example', 'two.example']);
  return store;
}

/** What is noted of a domain. */
async function noted({ db }: Pick<Store, 'db'>, domain: string): Promise<number[]> {
  const rows = await db.selectFrom('visit_blocks').select('block').where('domain', '=', domain).execute();
  return rows.map(({ block }) => block);
}

test.each([
  [1, 0],
  [63, 0],
  [64, 1],
  [127, 1],
  [128, 2],
])('the row %i is in the block %i', (id, block) => {
  expect(blockOf(id)).toBe(block);
});

test('a block is noted for each domain that has visits in it, and as long as it has', async () => {
  const store = await open(await folder());
  const group = (domain: string, day: string, length: number) =>
    store.visitWriter.insert(
      Array.from({ length }, (_, n) => visit({ domain, time: `${day}T12:00:00.000Z`, userAgent: `GPTBot/${n}` })),
    );
  await group('one.example', '2026-03-01', 100);
  await group('two.example', '2026-03-01', 10);
  await group('two.example', '2026-03-03', 60);
  await group('one.example', '2026-03-03', 1);
  expect(await noted(store, 'one.example')).toEqual([0, 1, 2]);
  expect(await noted(store, 'two.example')).toEqual([1, 2]);

  expect(await store.deleteSomeVisits('2026-03-02T00:00:00.000Z')).toBe(110);
  expect(await noted(store, 'one.example')).toEqual([2]);
  expect(await noted(store, 'two.example')).toEqual([1, 2]);
  expect(await store.newestVisits('two.example', 99)).toHaveLength(60);
  expect(await store.deleteSomeVisits('2026-03-04T00:00:00.000Z')).toBe(61);
  expect(await noted(store, 'one.example')).toEqual([]);
  expect(await noted(store, 'two.example')).toEqual([]);
});

test('what is found out of a visit that is gone is not said of another that has its number now', async () => {
  const store = await open(await folder());
  const gone = visit({ time: '2026-03-01T12:00:00.000Z' });
  const id = (await store.visitWriter.insert([gone]))[0] ?? 0;
  await store.deleteSomeVisits('2026-03-02T00:00:00.000Z');
  expect(await store.visitWriter.insert([visit()])).toEqual([id]);
  expect(await store.visitWriter.judge([{ id, visit: { ...gone, verification: 'spoofed' } }])).toBe(0);
  expect(await store.newestVisits('example.com', 9)).toEqual([visit()]);
});

test('visits from before there were blocks and runs are found, and keep their numbers', async () => {
  const dataDir = await folder();
  const old = querySqlite(new SqliteThread(dataDir));
  await migrate(old, '0010-path-visits');
  await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 300)
    insert into visits (id, occurred_at, domain, path, class, user_agent, verification)
    select n + 1000, '2026-03-01T12:00:00.000Z', (n % 2) || '.example', '/', 'human', n, null from numbers`.execute(
    old,
  );
  await publishDomains(old, ['0.example', '1.example']);
  const rows = await old.selectFrom('visits').selectAll().execute();
  await old.destroy();
  const store = await open(dataDir);
  expect(await store.db.selectFrom('visits').selectAll().execute()).toEqual(
    rows.map((row) => ({ ...row, visits: 1, later_ms: null })),
  );
  const newest = await store.newestVisits('1.example', 999);
  expect(newest.map(({ userAgent }) => Number(userAgent))).toEqual(Array.from({ length: 150 }, (_, n) => 299 - 2 * n));
  expect(await store.visitWriter.insert([visit()])).toEqual([1_301]);
});
