import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { postgresServer } from '../../../../test/support/postgres-server.ts';
import { doneAudit, requestedAudit, UNBOUNDED } from '../../../../test/support/stored-audits.ts';
import { LiveAuditStore } from '../../audits/store/live-audit-store.ts';
import type { Database } from '../database.ts';
import { openPostgres } from '../postgres/postgres.ts';
import { AUDITS, Boss } from '../postgres/postgres-boss.ts';
import { openStore } from '../store.ts';

const server = postgresServer();
const ANY = { slots: 1_000, running: [], recent: [], perHost: 9 };

async function open(domains: readonly string[]) {
  const url = await server.makeDatabase();
  const { db, jobs, prepareJobs, close } = await openStore({ DATA_DIR: '', DATABASE_URL: url });
  onTestFinished(close);
  await prepareJobs();
  const live = new LiveAuditStore(db, jobs);
  for (const domain of domains) await live.accept(requestedAudit({ domain }), UNBOUNDED);
  const take = async () => (await live.take(ANY)) ?? expect.fail('Nothing waits.');
  return { url, db, jobs, live, take };
}

const findJob = (db: Kysely<Database>, id: string) =>
  sql<{ state: string }>`select state from pgboss.job where id = ${id}::uuid`.execute(db).then(({ rows }) => rows);

test('an audit whose row a batch holds is taken when the batch is stored', async () => {
  const { url, take } = await open(['a.com', 'b.com']);
  const other = await openPostgres(url);
  onTestFinished(() => other.destroy());
  const hold = (domain: string) => sql`select id from audits where domain = ${domain} for update`;
  const { taking } = await other.transaction().execute(async (batch) => {
    await hold('a.com').execute(batch);
    const waiting = take();
    waiting.catch(() => undefined);
    const locked = async () => {
      const { rows } = await sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(batch);
      return rows;
    };
    await expect.poll(locked).toHaveLength(1);
    await hold('b.com').execute(batch);
    return { taking: waiting };
  });
  expect((await taking).domain).toBe('a.com');
});

test('an audit whose taker was not heard of in time is taken again, and its first attempt changes nothing more', async () => {
  const { db, live, take } = await open(['a.com']);
  const first = await take();
  expect(await live.take(ANY)).toBeNull();
  // As pg-boss does when a heartbeat is missing.
  await sql`update pgboss.job set state = 'retry' where id = ${first.id}::uuid`.execute(db);
  // It is looked for now and then.
  await expect.poll(() => live.take(ANY)).toMatchObject({ id: first.id, attempts: 2 });
  expect(await findJob(db, first.id)).toEqual([{ state: 'active' }]);
  await live.requeue(first);
  expect(await live.take(ANY)).toBeNull();
});

test('an audit has a job while it runs', async () => {
  const { db, live, take } = await open(['a.com', 'b.com']);
  const jobs = sql`select id, state from pgboss.job where name = ${AUDITS}`;
  expect((await jobs.execute(db)).rows).toEqual([]);
  const { id } = await take();
  const other = await take();
  await live.requeue(other);
  expect((await jobs.execute(db)).rows).toEqual([{ id, state: 'active' }]);
});

test('an audit that runs longer than 15 minutes is not taken from its process', async () => {
  const { url, db, live, take } = await open(['a.com']);
  const { id } = await take();
  await sql`update pgboss.job set started_on = now() - interval '2 hours' where name = ${AUDITS}`.execute(db);
  const boss = new Boss(url, () => undefined);
  onTestFinished(() => boss.stop());
  await (await boss.get()).supervise(AUDITS);
  expect(await findJob(db, id)).toEqual([{ state: 'active' }]);
  expect(await live.take(ANY)).toBeNull();
});

test('running audits without jobs, as after a restore without them, are taken again', async () => {
  const { db, jobs, live, take } = await open(['a.com']);
  const { id } = await take();
  await sql`delete from pgboss.job where name = ${AUDITS}`.execute(db);
  await jobs.recover([]);
  await expect.poll(() => live.take(ANY)).toMatchObject({ id, attempts: 2 });
});

test('an audit that its process ends although it was presumed dead holds up no other, and is not taken again', async () => {
  const { url, db, live, take } = await open(['a.com', 'b.com']);
  const first = await take();
  const other = await openPostgres(url);
  onTestFinished(() => other.destroy());
  await sql`update pgboss.job set state = 'retry' where id = ${first.id}::uuid`.execute(db);
  await other.transaction().execute(async (ending) => {
    await sql`select id from audits where id = ${first.id} for update`.execute(ending);
    expect((await take()).domain).toBe('b.com');
  });
  await live.finish(first, doneAudit(), null);
  expect(await findJob(db, first.id)).toEqual([]);
  expect(await live.take(ANY)).toBeNull();
});

test('jobs of waiting audits, which earlier versions made, change nothing', async () => {
  const { url, db, live, take } = await open(['a.com']);
  const boss = new Boss(url, () => undefined);
  onTestFinished(() => boss.stop());
  const { id } = await db.selectFrom('audits').select('id').executeTakeFirstOrThrow();
  await (await boss.get()).insert(AUDITS, [{ id }]);
  expect(await take()).toMatchObject({ id, attempts: 1 });
  expect(await findJob(db, id)).toEqual([{ state: 'active' }]);
  expect(await live.take(ANY)).toBeNull();
});

test('processes that start at once create the schema of pg-boss once', async () => {
  const url = await server.makeDatabase();
  const bosses = Array.from({ length: 5 }, () => new Boss(url, () => undefined));
  onTestFinished(async () => void (await Promise.all(bosses.map((boss) => boss.stop()))));
  const started = await Promise.all(bosses.map((boss) => boss.get()));
  expect(await Promise.all(started.map((boss) => boss.schemaVersion()))).toEqual(Array(5).fill(expect.any(Number)));
});
