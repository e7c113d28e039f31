import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { requestedAudit } from '../../test/support/kept-audits.ts';
import { postgresServer } from '../../test/support/postgres-server.ts';
import { LiveAuditStore } from './live-audits.ts';
import { openPostgres } from './postgres.ts';
import { openStore } from './store.ts';

const server = postgresServer();

test('what is taken together waits in no circle with a batch that names the same domains', async () => {
  const url = await server.makeDatabase();
  const { db, jobs, close } = await openStore({ DATA_DIR: '', DATABASE_URL: url });
  onTestFinished(close);
  const other = await openPostgres(url);
  onTestFinished(() => other.destroy());
  const live = new LiveAuditStore(db, jobs);
  // By its number and its place in the table the last by name comes first.
  for (const [n, domain] of ['c.com', 'b.com', 'a.com'].entries()) {
    await live.accept(requestedAudit({ id: `00000000-0000-4000-8000-00000000000${n}`, domain }), 9);
  }

  const hold = (domain: string) => sql`select id from audits where domain = ${domain} for update`;
  const taken = await other.transaction().execute(async (batch) => {
    await hold('a.com').execute(batch);
    const taking = jobs.take({ most: 3, leastPriority: null, perHost: 1 });
    taking.catch(() => undefined);
    const locked = async () => {
      const { rows } = await sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(batch);
      return rows;
    };
    await expect.poll(locked).toHaveLength(1);
    for (const domain of ['b.com', 'c.com']) await hold(domain).execute(batch);
    return { taking };
  });
  expect((await taken.taking).map(({ domain }) => domain).toSorted()).toEqual(['a.com', 'b.com', 'c.com']);
});
