import { randomUUID } from 'node:crypto';
import { CompiledQuery, type Kysely, PostgresAdapter, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ApiKeyStore } from '../../src/store/api-keys.ts';
import { AuditStore } from '../../src/store/audits.ts';
import { BatchStore } from '../../src/store/batches.ts';
import type { Database } from '../../src/store/database.ts';
import { Heartbeat } from '../../src/store/heartbeat.ts';
import { LiveAuditStore } from '../../src/store/live-audits.ts';
import { migrate, SCHEMAS } from '../../src/store/migrations/migrate.ts';
import { openStore, type StoreSettings } from '../../src/store/store.ts';
import { WEEK } from '../../src/store/visits/path-visits.ts';
import { makeVisitDay } from '../../src/store/visits/postgres-visit-days.ts';
import { VisitStore } from '../../src/store/visits/visits.ts';
import { daysUntil, plusDays, utcDay } from '../../src/utc-day.ts';
import { doneAudit, keepManyFinished, keepQueued } from '../support/kept-audits.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { expectCountsOfVisits, visit } from './visits.ts';

const AT = '2026-01-01T00:00:00.000Z';
const KEY = { id: 'key', name: 'one', hash: 'hash', createdAt: AT };
const AUDIT = { id: 'audit', domain: 'example.com', requestedAt: AT, keyId: 'key' };

/** An audit that waited when a queue was in the memory of its process. */
async function insertAuditOfBefore(db: Kysely<Database>, id: string, requestedAt: string): Promise<void> {
  await sql`insert into audits (id, domain, kind, status, requested_at, attempts, has_snapshot, key_id)
    values (${id}, ${AUDIT.domain}, 'live', 'queued', ${requestedAt}, 0, 0, ${KEY.id})`.execute(db);
}

/** A visit, and its counts, as they were kept before anything was known of who made it. */
async function insertVisitOfBefore(db: Kysely<Database>): Promise<void> {
  const { time, domain, path, class: kind, crawler, vendor, purpose, userAgent } = visit();
  const day = utcDay(time);
  if (db.getExecutor().adapter instanceof PostgresAdapter) await makeVisitDay(db, day);
  await sql`insert into visits (occurred_at, domain, path, class, crawler, vendor, purpose, user_agent)
    values (${time}, ${domain}, ${path}, ${kind}, ${crawler}, ${vendor}, ${purpose}, ${userAgent})`.execute(db);
  await sql`insert into visit_counts (domain, day, path, class, crawler, vendor, purpose, visits)
    values (${domain}, ${day}, ${path}, ${kind}, ${crawler}, ${vendor}, ${purpose}, 1)`.execute(db);
  await sql`insert into visit_totals (day, class, vendor, visits) values (${day}, ${kind}, ${vendor}, 1)`.execute(db);
  for (const lastDay of daysUntil(plusDays(day, WEEK - 1), WEEK)) {
    await sql`insert into path_weeks (last_day, path, visits) values (${lastDay}, ${path}, 1)`.execute(db);
  }
}

/**
 * What a store does as a whole, in any database.
 * @param place says where a new one may be
 * @param connect connects to a place, where nothing is made yet
 */
export function storeContract(
  place: () => Promise<StoreSettings>,
  connect: (place: StoreSettings) => Kysely<Database>,
): void {
  const open = async (settings: StoreSettings) => {
    const store = await openStore(settings);
    onTestFinished(() => store.close());
    return store;
  };

  test.each(SCHEMAS)('what is in a store of schema %s is there when it is opened', async (schema) => {
    const settings = await place();
    const old = connect(settings);
    await migrate(old, schema);
    await new ApiKeyStore(old).insert(KEY);
    await insertAuditOfBefore(old, 'audit', AT);
    const hasVisits = schema >= '0003' && schema < '0009';
    if (hasVisits) {
      await publishDomains(old, ['example.com']);
      await insertVisitOfBefore(old);
    }
    await old.destroy();

    const store = await open(settings);
    if (!hasVisits) await publishDomains(store.db, ['example.com']);
    expect(await new AuditStore(store.db).find('audit')).toMatchObject(AUDIT);
    expect(await new AuditStore(store.db).findInventory('audit')).toBeNull();
    expect(await new ApiKeyStore(store.db).list()).toMatchObject([KEY]);
    await store.visitWriter.insert([visit()]);
    expect(await store.newestVisits('example.com', 9)).toEqual(hasVisits ? [visit(), visit()] : [visit()]);
    expect(await new VisitStore(store.db).countsOf('example.com', '2026-03-10')).toMatchObject([
      { visits: hasVisits ? 2 : 1, verified: 0, spoofed: 0 },
    ]);
    await expectCountsOfVisits(store);
  });

  test('rows of names that nobody has published are removed, and their visits stay in the totals', async () => {
    const settings = await place();
    const old = connect(settings);
    await migrate(old, '0013-audits-with-snapshot');
    await publishDomains(old, ['example.com', 'm.example']);
    const isPostgres = old.getExecutor().adapter instanceof PostgresAdapter;
    if (isPostgres) await makeVisitDay(old, '2026-03-10');
    // More rows than one statement looks at.
    const names = 12_000;
    const { time, class: kind, crawler, vendor, purpose } = visit();
    const day = utcDay(time);
    const domain = sql`case n when 1 then 'example.com' when 2 then 'm.example' else n || '.invented.example' end`;
    const path = sql`'/llms/' || domain || '.txt'`;
    const each = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(names)}),
      named as (select n, ${domain} as domain from numbers)`;
    await sql`${each} insert into visits (id, occurred_at, domain, path, class)
      select n, ${sql.lit(time)}, domain, ${path}, ${sql.lit(kind)} from named`.execute(old);
    if (!isPostgres) await sql`${each} insert into visit_blocks select domain, n / 64 from named`.execute(old);
    await sql`${each} insert into visit_counts (domain, day, path, class, crawler, vendor, purpose, visits)
      select domain, ${sql.lit(day)}, ${path}, ${sql.lit(kind)}, ${sql.lit(crawler)}, ${sql.lit(vendor)}, ${sql.lit(purpose)}, 1
      from named`.execute(old);
    await sql`${each} insert into path_visits (path, last_day, visits_0) select ${path}, ${sql.lit(day)}, 1 from named`.execute(
      old,
    );
    await sql`insert into visit_totals (day, class, vendor, visits) values (${day}, ${kind}, ${vendor}, ${names})`.execute(
      old,
    );
    await old.destroy();

    const { db } = await open(settings);
    const left = async (table: 'visits' | 'visit_counts' | 'visit_blocks') =>
      (await db.selectFrom(table).select('domain').orderBy('domain').execute()).map(({ domain }) => domain);
    expect(await left('visits')).toEqual(['example.com', 'm.example']);
    expect(await left('visit_counts')).toEqual(['example.com', 'm.example']);
    if (!isPostgres) expect(await left('visit_blocks')).toEqual(['example.com', 'm.example']);
    expect(await db.selectFrom('path_visits').select('path').orderBy('path').execute()).toEqual([
      { path: '/llms/example.com.txt' },
      { path: '/llms/m.example.txt' },
    ]);
    expect(await db.selectFrom('visit_totals').select('visits').execute()).toEqual([{ visits: names }]);
  });

  test('a store that a newer version has changed is refused with a sentence that says so', async () => {
    const settings = await place();
    const store = await openStore(settings);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-the-future', ${AT})`.execute(store.db);
    await store.close();
    await expect(openStore(settings)).rejects.toThrow(/^a newer version of Citable has changed it$/);
  });

  test('what waited and what batches waited for in the memory of a process has one unfinished audit of each domain', async () => {
    const settings = await place();
    const old = connect(settings);
    await migrate(old, '0007-batches');
    await new ApiKeyStore(old).insert(KEY);
    const [first, later, gone] = [randomUUID(), randomUUID(), randomUUID()];
    await insertAuditOfBefore(old, later, '2026-01-02T00:00:00.000Z');
    await insertAuditOfBefore(old, first, AT);
    const batch = async (id: string) =>
      sql`insert into batches (id, key_id, requested_at, domains, duplicates) values (${id}, ${KEY.id}, ${AT}, 3, 0)`.execute(
        old,
      );
    const entry = async (id: string, position: number, domain: string, status: string, audit: string | null) =>
      sql`insert into batch_domains (batch_id, position, input, domain, status, audit_id)
        values (${id}, ${position}, ${domain}, ${domain}, ${status}, ${audit})`.execute(old);
    await batch('one');
    await entry('one', 0, 'done.com', 'done', gone);
    await entry('one', 1, 'example.com', 'running', later);
    await entry('one', 2, 'waiting.com', 'queued', null);
    await batch('two');
    await entry('two', 0, 'waiting.com', 'running', gone);
    await batch('ended');
    await entry('ended', 0, 'done.com', 'done', gone);
    await old.destroy();

    const { db, jobs } = await open(settings);
    const live = new LiveAuditStore(db, jobs);
    await jobs.recover([]);
    const batches = new BatchStore(db);
    expect((await batches.find('ended'))?.finishedAt).not.toBeNull();
    const take = async () => (await jobs.take({ leastPriority: null, perHost: 9 })) ?? expect.fail('Nothing waits.');
    const taken = [await take(), await take()];
    expect(taken.map(({ domain, priority }) => [domain, priority])).toEqual([
      ['example.com', 2],
      ['waiting.com', expect.any(Number)],
    ]);
    expect(taken[0]?.id).toBe(first);
    for (const audit of taken) await live.finish(audit, doneAudit(), null);
    for (const id of ['one', 'two']) expect((await batches.find(id))?.finishedAt).toBe(AT);
  });

  test('looks up the audits that have a snapshot in an index of these alone', async () => {
    const asked: CompiledQuery[] = [];
    const { db, close } = await openStore(await place(), ({ query }) => void asked.push(query));
    onTestFinished(close);
    await keepManyFinished(db, 500);
    await sql`analyze audits`.execute(db);
    asked.length = 0;
    expect(await new AuditStore(db).idsWithSnapshotBefore('2026-02-01T00:00:00.000Z', 10)).toEqual([]);
    const [question] = asked;
    const explain = db.getExecutor().adapter instanceof PostgresAdapter ? 'explain' : 'explain query plan';
    const { sql: text = '', parameters = [] } = question ?? {};
    const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
    expect(JSON.stringify(rows)).toContain('audits_with_snapshot');
  });

  test('is as it was when it is opened again, and while it is open', async () => {
    const settings = await place();
    const first = await open(settings);
    await new Heartbeat(first.db).beat(AT);
    const { db } = await open(settings);
    await new Heartbeat(db).read();
    expect(await db.selectFrom('heartbeats').selectAll().execute()).toEqual([{ id: 1, beaten_at: AT }]);
  });

  test('writes what it was given before it is closed', async () => {
    const settings = await place();
    const store = await openStore(settings);
    await publishDomains(store.db, ['example.com']);
    const written = store.visitWriter.insert([visit()]);
    await store.close();
    await written;
    const { newestVisits } = await open(settings);
    expect(await newestVisits('example.com', 9)).toEqual([visit()]);
  });

  test('tells of each statement how it ended, visits apart', async () => {
    const told: string[] = [];
    const store = await openStore(await place(), ({ level, query }) => {
      told.push(`${level} ${query.query.kind}`);
    });
    onTestFinished(() => store.close());
    told.length = 0;
    await store.visitWriter.insert([visit()]);
    expect(told).toEqual([]);
    await new Heartbeat(store.db).read();
    await expect(keepQueued(store.db, { keyId: 'nobody' })).rejects.toThrow();
    expect(told).toEqual(['query SelectQueryNode', 'query RawNode', 'error InsertQueryNode', 'query RawNode']);
  });
}
