import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { visit } from '../../../../test/contract/visits.ts';
import { POSTGRES_PASSWORD, postgresServer } from '../../../../test/support/postgres-server.ts';
import { publishDomains } from '../../../../test/support/publish-domains.ts';
import { VisitStore } from '../../requests/store/visit-store.ts';
import { Heartbeat } from '../heartbeat.ts';
import { nameOfStore, openStore } from '../store.ts';
import { StoreUnwritable } from '../unwritable.ts';
import type { Visit } from '../visits/visit-statements.ts';
import { connectPostgres, openPostgres } from './postgres.ts';
import { PostgresVisits } from './postgres-visits.ts';

const server = postgresServer();
const DAY = '2026-03-10';

/** Opens a database, with the domains of these tests' visits published. */
async function open(url: string) {
  const db = await openPostgres(url);
  onTestFinished(() => db.destroy());
  await publishDomains(db, ['example.com', 'first.com', '2.com', '3.com']);
  return db;
}

/** A writer of another process. */
function writerOn(url: string): PostgresVisits {
  const visits = new PostgresVisits(url);
  onTestFinished(() => visits.close());
  return visits;
}

test('many processes that start at once make the schema once', async () => {
  const url = await server.makeDatabase();
  await Promise.all([1, 2, 3, 4].map(() => open(url)));
  const db = await open(url);
  const { rows } = await sql`select name from kysely_migration`.execute(db);
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
});

test('every text sorts by its bytes, whatever language the database speaks', async () => {
  const db = await open(await server.makeDatabase());
  const { rows } = await sql`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`.execute(db);
  expect(rows).toEqual([]);
  const language = await sql<{ less: boolean }>`select 'B' < 'a' as less`.execute(db);
  expect(language.rows).toEqual([{ less: false }]);
});

test('the counts are exact however many processes write the same at once', async () => {
  const url = await server.makeDatabase();
  const db = await open(url);
  const WRITERS = 6;
  const GROUPS = 15;
  const paths = Array.from({ length: 40 }, (_, n) => `/${n}`);
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, w) => {
      const writer = writerOn(url);
      for (let g = 0; g < GROUPS; g += 1) {
        // Each in an order of its own.
        const turned = paths.map((_path, n) => paths[(n * (2 * w + 1) + g) % paths.length] ?? '');
        await writer.insert(turned.flatMap((path) => [visit({ path }), visit({ path, domain: `${path.length}.com` })]));
      }
    }),
  );
  const visits = new VisitStore(db);
  const each = WRITERS * GROUPS;
  expect(await visits.totals(DAY, DAY)).toMatchObject([{ visits: 2 * each * paths.length }]);
  const weeks = await visits.mostVisitedPaths(DAY, 100);
  expect(weeks).toHaveLength(paths.length);
  expect(new Set(weeks.map((week) => week.visits))).toEqual(new Set([2 * each]));
  const { rows } = await sql<{ kept: number; counted: number }>`
    select (select count(*) from visits) as kept, (select sum(visits)::bigint from visit_counts) as counted`.execute(
    db,
  );
  expect(rows).toEqual([{ kept: 2 * each * paths.length, counted: 2 * each * paths.length }]);
});

test('groups of two days, as at midnight, do not wait for each other in a ring', async () => {
  const url = await server.makeDatabase();
  const db = await open(url);
  const paths = Array.from({ length: 30 }, (_, n) => `/${n}`);
  const times = [`${DAY}T23:59:59.999Z`, '2026-03-11T00:00:00.000Z'];
  await Promise.all(
    Array.from({ length: 6 }, async (_, w) => {
      const writer = writerOn(url);
      for (let g = 0; g < 10; g += 1) {
        // What one has on the first day, another has on the second.
        await writer.insert(paths.map((path, n) => visit({ path, time: times[(n + w + g) % 2] ?? DAY })));
      }
    }),
  );
  const most = await new VisitStore(db).mostVisitedPaths('2026-03-11', 99);
  expect(most).toHaveLength(paths.length);
  expect(new Set(most.map(({ visits }) => visits))).toEqual(new Set([60]));
});

/** Carries connections to a server, and nothing on them while it is cut, as a network does that has lost its way there. */
async function cuttableWayTo(url: string) {
  const { hostname, port } = new URL(url);
  let isCut = false;
  const relay = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', (bytes) => isCut || to.write(bytes));
      from.on('close', () => to.destroy());
      from.on('error', () => undefined);
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  onTestFinished(() => void relay.close());
  const address = relay.address();
  const way = new URL(url);
  way.port = String(typeof address === 'object' ? address?.port : 0);
  return { url: way.href, cut: () => (isCut = true), mend: () => (isCut = false) };
}

test('a server that answers no more, and closes no connection, is given up, and used again when it answers', async () => {
  const way = await cuttableWayTo(await server.makeDatabase());
  const db = connectPostgres(way.url, 1, undefined, 2_000);
  onTestFinished(() => db.destroy());
  const one = sql<{ one: number }>`select 1 as one`;
  expect((await one.execute(db)).rows).toEqual([{ one: 1 }]);
  way.cut();
  await expect(one.execute(db)).rejects.toThrow(StoreUnwritable);
  way.mend();
  expect((await one.execute(db)).rows).toEqual([{ one: 1 }]);
  const broken = db.transaction().execute(async (transaction) => {
    way.cut();
    await one.execute(transaction);
  });
  await expect(broken).rejects.toThrow(StoreUnwritable);
  way.mend();
  expect((await one.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a statement may take as long as is said', async () => {
  const url = await server.makeDatabase();
  const long = sql<{ rows: number }>`select count(*) as rows from generate_series(1, 2000000)`;
  const [impatient, patient] = [await openPostgres(url, undefined, 1), await openPostgres(url, undefined, null)];
  onTestFinished(async () => void (await Promise.all([impatient.destroy(), patient.destroy()])));
  await expect(long.execute(impatient)).rejects.toThrow(StoreUnwritable);
  expect((await long.execute(patient)).rows).toEqual([{ rows: 2_000_000 }]);
});

test('a server that is gone is said to be, and is used again when it is back', async () => {
  const url = await server.makeDatabase();
  const store = await openStore({ DATA_DIR: '/nowhere', DATABASE_URL: url });
  onTestFinished(() => store.close());
  await publishDomains(store.db, ['example.com']);
  const heartbeat = new Heartbeat(store.db);
  await heartbeat.beat('2026-01-01T00:00:00.000Z');
  await store.visitWriter.insert([visit()]);
  await server.stop();
  await expect(heartbeat.read()).rejects.toThrow(StoreUnwritable);
  await expect(store.visitWriter.insert([visit()])).rejects.toThrow(StoreUnwritable);
  await server.start();
  await heartbeat.read();
  await store.visitWriter.insert([visit()]);
  expect(await new VisitStore(store.db).newest('example.com', 9)).toHaveLength(2);
});

test.each([
  ['after', true],
  ['before', false],
])('a group whose connection breaks %s its commit is kept once when it is given again', async (_when, isCommitted) => {
  const url = new URL(await server.makeDatabase());
  const db = await open(url.href);
  let isBroken = false;
  const relay = createServer((near) => {
    const far = connect(Number(url.port), url.hostname);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    far.pipe(near);
    near.on('data', (chunk) => {
      // A simple query: its text ends with a zero.
      const isCommit = chunk.includes('commit\0') && !isBroken;
      if (!isCommit || isCommitted) far.write(chunk);
      if (!isCommit) return;
      isBroken = true;
      far.unpipe(near);
      near.destroy();
      far.end();
    });
    near.on('close', () => far.end());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void relay.close());
  await once(relay, 'listening');
  const address = relay.address();
  const port = typeof address === 'object' ? address?.port : null;
  const writer = writerOn(String(Object.assign(new URL(url), { port })));
  const group = [visit(), visit({ path: '/b' })];
  await expect(writer.insert(group)).rejects.toThrow(StoreUnwritable);
  expect(isBroken).toBe(true);
  const ids = await insertWhenItCan(writer, group);
  const kept = await db.selectFrom('visits').select('id').where('domain', '=', 'example.com').execute();
  expect(kept.map(({ id }) => id).sort()).toEqual(ids);
  expect(ids).toHaveLength(2);
  expect(await new VisitStore(db).totals(DAY, DAY)).toMatchObject([{ visits: 2 }]);
});

/** The server may not know yet that the connection is broken. */
async function insertWhenItCan(writer: PostgresVisits, group: Visit[]): Promise<readonly (number | null)[]> {
  for (;;) {
    try {
      return await writer.insert(group);
    } catch (error) {
      if (!(error instanceof StoreUnwritable)) throw error;
      await after(20);
    }
  }
}

test('a database that may only be read is said to be', async () => {
  const url = await server.makeDatabase();
  const db = await open(url);
  const name = new URL(url).pathname.slice(1);
  await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(db);
  const reader = connectPostgres(url, 1);
  onTestFinished(() => reader.destroy());
  await new Heartbeat(reader).read();
  await expect(new Heartbeat(reader).beat('2026-01-01T00:00:00.000Z')).rejects.toThrow(StoreUnwritable);
});

test('what is wrong with the URL is said without the password', async () => {
  const url = await server.makeDatabase();
  const change = (part: Partial<URL>) => String(Object.assign(new URL(url), part));
  const faults: [string, RegExp][] = [
    [change({ password: 'wrong-password' }), /^password authentication failed for user "postgres"$/],
    [change({ username: 'nobody' }), /^password authentication failed for user "nobody"$/],
    [change({ pathname: '/nothing' }), /^database "nothing" does not exist$/],
    [change({ port: '1' }), /ECONNREFUSED/],
    [change({ host: 'localhost:1' }), /ECONNREFUSED/],
    [change({ search: 'sslmode=verify-full' }), /^The server does not support SSL connections$/],
  ];
  for (const [DATABASE_URL, reason] of faults) {
    const settings = { DATA_DIR: '/nowhere', DATABASE_URL };
    const error = await openStore(settings).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof Error ? error.message : '').toMatch(reason);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/wrong-password|hunter2/);
    expect(nameOfStore(settings)).not.toMatch(/wrong-password|hunter2/);
  }
  expect(url).toContain(POSTGRES_PASSWORD);
});
