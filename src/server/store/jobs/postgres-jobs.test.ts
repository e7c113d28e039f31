import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { postgresServer } from '../../../../test/support/postgres-server.ts';
import { requestedAudit, UNBOUNDED } from '../../../../test/support/stored-audits.ts';
import { LiveAuditStore } from '../../audits/store/live-audit-store.ts';
import type { Database } from '../database.ts';
import { openPostgres } from '../postgres/postgres.ts';
import { openStore } from '../store.ts';

const server = postgresServer();
const ANY = { slots: 1_000, running: [], recent: [], perHost: 9 };

async function open(domains: readonly string[]) {
  const url = await server.makeDatabase();
  const { db, jobs, close } = await openStore({ DATA_DIR: '', DATABASE_URL: url });
  onTestFinished(close);
  const live = new LiveAuditStore(db, jobs);
  for (const domain of domains) await live.accept(requestedAudit({ domain }), UNBOUNDED);
  const take = async () => (await live.take(ANY)) ?? expect.fail('Nothing waits.');
  return { url, db, jobs, live, take };
}

const jobOf = (db: Kysely<Database>, id: string) =>
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
  expect(await jobOf(db, first.id)).toEqual([{ state: 'active' }]);
  await live.requeue(first);
  expect(await live.take(ANY)).toBeNull();
});

test('an audit without a job has one from when it is taken', async () => {
  const { db, take } = await open(['a.com']);
  await sql`delete from pgboss.job`.execute(db);
  const { id } = await take();
  expect(await jobOf(db, id)).toEqual([{ state: 'active' }]);
});
