import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { visit } from '../../test/contract/visits.ts';
import { POSTGRES_PASSWORD, postgresServer } from '../../test/support/postgres-server.ts';
import type { Database } from './database.ts';
import { Heartbeat } from './heartbeat.ts';
import { connectPostgres, openPostgres } from './postgres.ts';
import { lockPostgres } from './postgres-lock.ts';
import { PostgresVisitWriter, postgresVisitDeletion } from './postgres-visits.ts';
import { lockStore, nameOfStore, openStore } from './store.ts';
import { StoreUnwritable } from './unwritable.ts';
import { VisitStore } from './visits.ts';

const server = postgresServer();
const DAY = '2026-03-10';

async function open(url: string) {
  const db = await openPostgres(url);
  onTestFinished(() => db.destroy());
  return db;
}

function writerOn(url: string): PostgresVisitWriter {
  const writer = new PostgresVisitWriter(url);
  onTestFinished(() => writer.close());
  return writer;
}

const inParts = sql<{ name: string }>`select relname as name from pg_inherits join pg_class on oid = inhrelid
  where inhparent = 'visits'::regclass order by relname`;

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

test('there is room for the day of a visit and for the next, made once, however many come first', async () => {
  const url = await server.makeDatabase();
  const db = await open(url);
  await Promise.all([1, 2, 3, 4].map(() => writerOn(url).insert([visit()])));
  const names = ['visits_2026_03_10', 'visits_2026_03_11'];
  expect((await inParts.execute(db)).rows.map(({ name }) => name)).toEqual(names);
});

test.each([
  ['2026-03-11T00:00:00.000Z', 1, ['visits_2026_03_11']],
  ['2026-03-10T23:59:59.999Z', 0, ['visits_2026_03_10', 'visits_2026_03_11']],
])('a day goes when all of it is before %s', async (time, deleted, left) => {
  const url = await server.makeDatabase();
  const db = await open(url);
  await writerOn(url).insert([visit({ time: `${DAY}T00:00:00.000Z` })]);
  expect(await postgresVisitDeletion(db)(time)).toBe(deleted);
  expect((await inParts.execute(db)).rows.map(({ name }) => name)).toEqual(left);
});

test('a day that somebody reads, as a backup does, stays until later, and keeps no visit waiting', async () => {
  const url = await server.makeDatabase();
  const db = await open(url);
  const writer = writerOn(url);
  await writer.insert([visit()]);
  const reader = connectPostgres(url, 1);
  onTestFinished(() => reader.destroy());
  await reader.transaction().execute(async (transaction) => {
    await new VisitStore(transaction).newestOf('example.com', 1);
    expect(await postgresVisitDeletion(db)('2026-04-01T00:00:00.000Z')).toBe(0);
    // Both a day that there is, and one that there is not.
    await writer.insert([visit(), visit({ time: '2026-04-01T00:00:00.000Z' })]);
  });
  expect(await postgresVisitDeletion(db)('2026-04-01T00:00:00.000Z')).toBe(2);
});

test('a server that is gone is said to be, and is used again when it is back', async () => {
  const url = await server.makeDatabase();
  const store = await openStore({ DATA_DIR: '/nowhere', DATABASE_URL: url });
  onTestFinished(() => store.close());
  const heartbeat = new Heartbeat(store.db);
  await heartbeat.beat('2026-01-01T00:00:00.000Z');
  await store.visitWriter.insert([visit()]);
  await server.stop();
  await expect(heartbeat.read()).rejects.toThrow(StoreUnwritable);
  await expect(store.visitWriter.insert([visit()])).rejects.toThrow(StoreUnwritable);
  await server.start();
  await heartbeat.read();
  await store.visitWriter.insert([visit()]);
  expect(await new VisitStore(store.db).newestOf('example.com', 9)).toHaveLength(2);
});

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
    for (const attempt of [openStore, lockStore]) {
      const error = await attempt(settings).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Error);
      expect(error instanceof Error ? error.message : '').toMatch(reason);
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/wrong-password|hunter2/);
    }
    expect(nameOfStore(settings)).not.toMatch(/wrong-password|hunter2/);
  }
  expect(url).toContain(POSTGRES_PASSWORD);
});

test('a database is for one to serve, until it is given back', async () => {
  const url = await server.makeDatabase();
  const lock = await lockPostgres(url);
  await expect(lockPostgres(url)).rejects.toThrow('another citable serve is using it');
  const other = await lockPostgres(await server.makeDatabase());
  await other.release();
  await lock.release();
  await (await lockPostgres(url)).release();
});

/** The server's process that has the lock of the database; null when none has. */
async function holderOf(db: Kysely<Database>): Promise<number | null> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.pid ?? null;
}

test('a database whose connection broke is taken again, unless another was quicker', async () => {
  const url = await server.makeDatabase();
  const db = connectPostgres(url, 1);
  onTestFinished(() => db.destroy());
  const lock = await lockPostgres(url);
  const first = await holderOf(db);
  await sql`select pg_terminate_backend(${first})`.execute(db);
  await expect.poll(() => holderOf(db), { timeout: 10_000 }).not.toBeOneOf([first, null]);
  await expect(lockPostgres(url)).rejects.toThrow('another citable serve is using it');

  await db.connection().execute(async (connection) => {
    // Waits for it, and has it the moment that it is free.
    const taken = sql`select pg_advisory_lock(5204118003002)`.execute(connection);
    const terminator = connectPostgres(url, 1);
    await sql`select pg_terminate_backend(${sql`pid`}) from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(terminator);
    await terminator.destroy();
    await taken;
    await lock.lost;
  });
  await lock.release();
});

test('who holds a database is not taken for another when the server has not noticed that the connection is broken', async () => {
  const url = new URL(await server.makeDatabase());
  const connections: { near: Socket; far: Socket }[] = [];
  const relay = createServer((near) => {
    const far = connect(Number(url.port), url.hostname);
    connections.push({ near, far });
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far, { end: false });
    far.pipe(near);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const { near, far } of connections) for (const socket of [near, far]) socket.destroy();
    relay.close();
  });
  await once(relay, 'listening');
  const address = relay.address();
  const port = typeof address === 'object' ? address?.port : null;
  const lock = await lockPostgres(String(Object.assign(new URL(url), { port })));
  const db = connectPostgres(url.href, 1);
  onTestFinished(() => db.destroy());
  const first = await holderOf(db);
  let isLost = false;
  void lock.lost.then(() => {
    isLost = true;
  });

  connections[0]?.near.destroy();
  await expect.poll(() => connections.length, { timeout: 10_000 }).toBeGreaterThan(2);
  expect(await holderOf(db)).toBe(first);
  connections[0]?.far.destroy();
  await expect.poll(() => holderOf(db), { timeout: 10_000 }).not.toBeOneOf([first, null]);
  expect(isLost).toBe(false);
  await lock.release();
});
