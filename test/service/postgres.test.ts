import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectPostgres } from '../../src/server/store/postgres/postgres.ts';
import { openStore } from '../../src/server/store/store.ts';
import { MAIN, PAUSED, run, startServing } from '../support/citable-process.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { POSTGRES_PASSWORD, postgresServer } from '../support/postgres-server.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { domainName, instantAudit, pausedAudits, startService, temporaryFolder } from '../support/running-service.ts';

const server = postgresServer();

const readBody = async (response: { text(): Promise<string> }) => JSON.parse(await response.text());

/** What is refused says so in one line, without the password. */
function expectOneLine(stderr: string, output: RegExp): void {
  expect(stderr).toMatch(output);
  expect(stderr.match(/\n/g)).toHaveLength(1);
  expect(stderr).not.toContain(POSTGRES_PASSWORD);
}

describe('the service on PostgreSQL', () => {
  const start = async (liveAudit = instantAudit, settings = {}) =>
    startService(liveAudit, { DATABASE_URL: await server.copyDatabase(), ...settings });

  test('audits a domain, and keeps the audit, its evidence, its snapshot and its score', async () => {
    const { request, authorization, postAudit } = await start();
    const demonstration = await (await request('/api/audit?domain=example.com')).json();
    expect(await (await request(`/api/audit/${demonstration.id}`)).json()).toEqual(demonstration);

    const live = await request('/api/audit?domain=example.com&tier=vip', { headers: authorization });
    expect(live.status).toBe(200);
    const audit = await live.json();
    expect(await (await request(`/api/audit/${audit.id}`)).json()).toEqual(audit);
    expect((await request(`/api/audit/${audit.id}/evidence`)).status).toBe(200);
    expect((await request(`/api/audit/${audit.id}/snapshot`)).status).toBe(200);
    const history = await readBody(await request('/api/audits?domain=example.com', { headers: authorization }));
    expect(JSON.stringify(history)).toContain(audit.id);
    expect(await (await request('/api/badge?domain=example.com')).text()).toContain('<svg');
    expect((await postAudit('example.org', authorization)).status).toBe(202);
  });

  test('publishes a domain, serves its file, and records and counts who asks for it', async () => {
    const running = await start();
    const { request, authorization } = running;
    const text = await (await request('/api/llms-txt?domain=example.com&tier=vip', { headers: authorization })).text();
    const visitors = ['GPTBot/1.3', 'ClaudeBot/1.0', 'GPTBot/1.3', 'curl/8.5.0'];
    await Promise.all(
      visitors.map(async (agent) => {
        const hosted = await request('/llms/example.com.txt?tier=vip', { headers: { 'user-agent': agent } });
        expect([hosted.status, await hosted.text()]).toEqual([200, text]);
      }),
    );
    const { totals } = await readBody(await request('/api/ai-bot-index'));
    expect(totals).toMatchObject({ ai_bot: 3, traditional_bot: 1 });
    const visits = await readBody(await request('/api/domains/example.com/visits', { headers: authorization }));
    expect(JSON.stringify(visits)).toContain('ClaudeBot');
    const pages = ['/', '/crawlers', '/domains/example.com', '/metrics', '/readyz'];
    for (const path of pages) expect((await request(path, { headers: authorization })).status, path).toBe(200);
  });

  test('a domain that one process withdraws is withdrawn in another that has its file cached', async () => {
    const url = await server.makeDatabase();
    const one = await start(instantAudit, { DATABASE_URL: url });
    // Only one of them audits: the other would ask the real site.
    const settings = { DATA_DIR: await temporaryFolder(), DATABASE_URL: url, RUN_AUDITS: 'off' };
    const other = await startServing(MAIN, ['serve'], settings);
    await (await one.request('/api/llms-txt?domain=example.com&tier=vip', { headers: one.authorization })).text();
    const hosted = async () => (await fetch(`${other.url}/llms/example.com.txt?tier=vip`)).status;
    for (let time = 0; time < 3; time += 1) expect(await hosted()).toBe(200);
    const withdrawn = await one.request('/api/domains/example.com', { method: 'DELETE', headers: one.authorization });
    expect(withdrawn.status).toBe(204);
    await expect.poll(hosted).toBe(401);
    const rows = ['visits', 'visit_counts', 'path_visits', 'published_domains'] as const;
    for (const table of rows)
      expect([table, await one.db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
    expect(Object.values((await readBody(await one.request('/api/ai-bot-index'))).totals)).toContainEqual(
      expect.toSatisfy((visits) => visits >= 3),
    );
  });

  test('makes, lists and revokes keys', async () => {
    const { service, request } = await start();
    const [first] = await service.keys.list();
    // Keys of one millisecond have no order.
    await expect.poll(() => new Date().toISOString()).not.toBe(first?.createdAt);
    const key = await service.keys.create('another');
    expect(await service.keys.create('another')).toBeNull();
    const withKey = () =>
      request('/api/audit?domain=example.com&tier=vip', { headers: { authorization: `Bearer ${key}` } });
    expect((await withKey()).status).toBe(200);
    await service.keys.revoke('another');
    expect((await withKey()).status).toBe(401);
    expect((await service.keys.list()).map(({ name, revokedAt }) => [name, revokedAt === null])).toEqual([
      ['test', true],
      ['another', false],
    ]);
  });

  test('audits a batch', async () => {
    const { request, authorization } = await start();
    const domains = ['one.example.com', 'two.example.com', 'no domain'];
    const headers = { ...authorization, 'content-type': 'application/json' };
    const accepted = await request('/api/audits', { method: 'POST', headers, body: JSON.stringify({ domains }) });
    expect(accepted.status).toBe(202);
    const { id } = await readBody(accepted);
    const batch = async () => readBody(await request(`/api/batches/${id}`, { headers: authorization }));
    await expect.poll(async () => (await batch()).status).toBe('done');
    expect((await batch()).counts).toMatchObject({ done: 2, refused: 1 });
    const results = await (await request(`/api/batches/${id}/results`, { headers: authorization })).text();
    expect(results.match(/\n/g)).toHaveLength(3);
  });

  test('takes up what an earlier process left, and deletes what has been kept long enough', async () => {
    const paused = pausedAudits();
    const url = await server.makeDatabase();
    const first = await start(paused.liveAudit, { DATABASE_URL: url });
    await first.postAudit('example.com', first.authorization);
    await paused.whenStarted(1);
    await first.service.stop(0);
    const store = await openStore({ DATA_DIR: '/nowhere', DATABASE_URL: url });
    onTestFinished(() => store.close());
    expect(await store.db.selectFrom('audits').select(['domain', 'status']).execute()).toEqual([
      { domain: 'example.com', status: 'queued' },
    ]);
    await store.db.deleteFrom('audits').execute();

    const running = await start();
    const { id } = await running.service.auditQueue.findFresh(domainName('example.com'), { keyId: null });
    await publishDomains(running.db, ['example.com']);
    await running.request('/llms/example.com.txt');
    const years = 400 * 86_400_000;
    expect(await running.service.maintenance.deleteExpired(Date.now() + years)).toMatchObject({
      audits: 1,
      snapshots: 1,
      visits: 1,
    });
    expect((await running.request(`/api/audit/${id}`)).status).toBe(404);
    expect((await readBody(await running.request('/api/ai-bot-index'))).totals.traditional_bot).toBe(1);
  });

  test('the newest audit is the last one that ended, although the clock of its process was slow', async () => {
    const { request, authorization } = await start();
    const audit = async () =>
      (await readBody(await request('/api/audit?domain=example.com&tier=vip', { headers: authorization }))).id;
    await audit();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 300_000 });
    onTestFinished(() => void vi.useRealTimers());
    const last = await audit();
    const history = await readBody(await request('/api/audits?domain=example.com', { headers: authorization }));
    expect(history.audits[0].id).toBe(last);
  });

  test('serves published files and badges while the database is away, and counts their visits', async () => {
    const { request, authorization } = await start();
    const vip = await request('/api/llms-txt?domain=example.com&tier=vip', { headers: authorization });
    const text = await vip.text();
    const file = '/llms/example.com.txt?tier=vip';
    const badge = '/api/badge?domain=example.com';
    const agent = { 'user-agent': 'GPTBot/1.3' };
    const tag = (await request(file, { headers: agent })).headers.get('etag') ?? '';
    const svg = await (await request(badge)).text();
    await server.stop();
    // Conditional requests are not answered from the cache: the store is read for each.
    const conditional = (entityTag: string) => ({ headers: { ...agent, 'if-none-match': entityTag } });
    const hosted = await request(file, conditional('"another"'));
    expect([hosted.status, await hosted.text(), hosted.headers.get('etag')]).toEqual([200, text, tag]);
    expect((await request(file, conditional(tag))).status).toBe(304);
    expect((await request(file, { ...conditional('"another"'), method: 'HEAD' })).status).toBe(200);
    const drawn = await request(badge, conditional('"another"'));
    expect([drawn.status, await drawn.text(), drawn.headers.get('content-type')]).toEqual([
      200,
      svg,
      'image/svg+xml; charset=utf-8',
    ]);
    expect((await request('/llms/example.org.txt?tier=vip')).status).toBe(503);
    await server.start();
    const visits = async () => (await readBody(await request('/api/ai-bot-index'))).totals.ai_bot;
    await expect.poll(visits, { timeout: 30_000 }).toBe(4);
  });

  test('serves published files and badges soon while the database does not respond', async () => {
    const proxy = await startDatabaseProxy(await server.copyDatabase());
    onTestFinished(() => proxy.close());
    const { request, authorization } = await start(instantAudit, { DATABASE_URL: proxy.url });
    const vip = await request('/api/llms-txt?domain=example.com&tier=vip', { headers: authorization });
    const expected = [await vip.text(), await (await request('/api/badge?domain=example.com')).text()];
    const paths = ['/llms/example.com.txt?tier=vip', '/api/badge?domain=example.com'];
    const served = () => Promise.all(paths.map(async (path) => (await request(path)).text()));
    expect(await served()).toEqual(expected);
    proxy.answer('silence');
    const unknown = request('/api/badge?domain=example.org');
    const conditional = { headers: { 'if-none-match': '"another"' } };
    const late = await Promise.all(paths.map(async (path) => (await request(path, conditional)).text()));
    const first = await Promise.race([unknown.then(() => 'unknown'), Promise.resolve('served')]);
    expect([first, late]).toEqual(['served', expected]);
    expect(await served()).toEqual(expected);
    proxy.answer('closed');
    expect((await unknown).status).toBe(503);
    proxy.answer('database');
    await expect.poll(async () => (await request('/readyz')).status).toBe(200);
  });

  test('says that nothing can be stored while the database is away, goes on serving, and recovers by itself', async () => {
    const { request, log, postAudit, authorization } = await start();
    expect((await request('/llms/example.com.txt')).status).toBe(200);
    await server.stop();
    expect((await request('/llms/example.com.txt')).status).toBe(200);
    expect((await request('/api/audit?domain=example.com')).status).toBe(503);
    expect((await request('/readyz')).status).toBe(503);
    expect((await request('/healthz')).status).toBe(200);
    await server.start();
    expect((await request('/api/audit?domain=example.com')).status).toBe(200);
    expect((await postAudit('example.com', authorization)).status).toBe(202);
    expect(JSON.stringify(log())).not.toContain(POSTGRES_PASSWORD);
  });
});

describe('the commands on PostgreSQL', () => {
  test('serve, and manage keys beside it', async () => {
    const DATA_DIR = join(await temporaryFolder(), 'data');
    const env = { DATA_DIR, DATABASE_URL: await server.makeDatabase() };
    const serving = await startServing(MAIN, ['serve'], env);
    const made = await run(MAIN, ['keys', 'create', 'another'], env);
    expect(made.code).toBe(0);
    const headers = { authorization: `Bearer ${made.stdout.trim()}` };
    expect((await fetch(`${serving.url}/api/audits?domain=example.com`, { headers })).status).toBe(200);
    expect((await run(MAIN, ['keys', 'revoke', 'another'], env)).code).toBe(0);
    expect((await fetch(`${serving.url}/api/audits?domain=example.com`, { headers })).status).toBe(401);

    const ended = await serving.end('SIGTERM');
    expect(ended.code).toBe(0);
    expect(ended.stdout + ended.stderr).not.toContain(POSTGRES_PASSWORD);
  });

  test('an outage is one line a minute for requests, audits and jobs', async () => {
    const env = { DATA_DIR: join(await temporaryFolder(), 'data'), DATABASE_URL: await server.makeDatabase() };
    const serving = await startServing(MAIN, ['serve'], env);
    const countLines = (message: string) => serving.stdout().split(`"msg":"${message}"`).length - 1;
    // Its last act of starting: it prints its first key.
    await expect.poll(() => serving.stdout() + serving.stderr()).toContain('ctb_');
    await server.stop();
    const asked = Array.from({ length: 20 }, (_, n) => fetch(`${serving.url}/api/badge?domain=site-${n}.com`));
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([503]));
    await expect.poll(() => countLines('jobs')).toBeGreaterThan(0);
    await expect.poll(() => countLines('audits not taken')).toBeGreaterThan(0);
    expect(['requests refused', 'audits not taken', 'jobs'].map(countLines)).toEqual([1, 1, 1]);
    await server.start();
  });

  test('many may start at once on a database that is new', async () => {
    const env = { DATA_DIR: '/nowhere', DATABASE_URL: await server.makeDatabase() };
    const lists = await Promise.all([1, 2, 3].map(() => run(MAIN, ['keys', 'list'], env)));
    expect(lists).toEqual(lists.map(() => ({ code: 0, stdout: '', stderr: '' })));
  });

  test('what was accepted or answered before kill -9 is in the database, and the counts agree', async () => {
    const DATA_DIR = join(await temporaryFolder(), 'data');
    const DATABASE_URL = await server.makeDatabase();
    const env = { DATA_DIR, DATABASE_URL, PAUSE_UNTIL: 'killed', LIVE_AUDITS: 'public' };
    const first = await startServing(PAUSED, [], env);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ domain: 'paused.example.com' });
    const accepted = await fetch(`${first.url}/api/audit`, { method: 'POST', headers, body });
    expect(accepted.status).toBe(202);
    const { id } = await readBody(accepted);
    const db = connectPostgres(DATABASE_URL, 1);
    await publishDomains(db, ['example.com']);
    await db.destroy();
    const answered = { 'example.com': 0, 'invented.com': 0 };
    const visiting = Array.from({ length: 16 }, async (_, place) => {
      const domain = place % 2 === 0 ? 'example.com' : 'invented.com';
      for (;;) {
        await (await fetch(`${first.url}/llms/${domain}.txt`)).text();
        answered[domain] += 1;
      }
    });
    const ended = Promise.allSettled(visiting);
    await expect.poll(() => Math.min(...Object.values(answered))).toBeGreaterThan(100);
    await first.end('SIGKILL');
    await ended;

    const second = await startServing(PAUSED, [], { ...env, GRACE_MS: '0' });
    // Once the first has not been heard of for long enough.
    await expect.poll(() => second.stderr()).toContain('paused audit started');
    expect((await readBody(await fetch(`${second.url}/api/audit/${id}`))).status).toBe('running');
    expect((await second.end('SIGTERM')).code).toBe(0);
    const store = await openStore({ DATA_DIR, DATABASE_URL });
    onTestFinished(() => store.close());
    const { rows } = await sql<{ visits: number; counts: number; totals: number }>`select
      (select count(*) from visits) as visits,
      (select sum(visits)::bigint from visit_counts) as counts,
      (select sum(visits)::bigint from visit_totals) as totals`.execute(store.db);
    const [found] = rows;
    expect(found?.visits).toBeGreaterThanOrEqual(answered['example.com']);
    expect(found?.counts).toBe(found?.visits);
    expect((found?.totals ?? 0) - (found?.visits ?? 0)).toBeGreaterThanOrEqual(answered['invented.com']);
  });

  test('say in one line what is wrong with the database', async () => {
    const DATA_DIR = await temporaryFolder();
    const url = await server.makeDatabase();
    const attempt = (command: string[], DATABASE_URL: string) =>
      run(MAIN, command, { DATA_DIR, DATABASE_URL, PORT: '0' });
    const [unreachable, unknown] = await Promise.all([
      attempt(['serve'], url.replace(/:\d+\//, ':1/')),
      attempt(['keys', 'list'], url.replace(POSTGRES_PASSWORD, `${POSTGRES_PASSWORD}-not`)),
    ]);
    expect([unreachable.code, unknown.code]).toEqual([1, 1]);
    expectOneLine(
      unreachable.stderr,
      /^citable: DATABASE_URL \(127\.0\.0\.1:1\/citable_\w+\) cannot be used: connection refused\.\n$/,
    );
    expectOneLine(unknown.stderr, /cannot be used: password authentication failed for user "postgres"\.\n$/);
  });

  test('serve says in one line that it may not make the schema of its jobs', async () => {
    const url = new URL(await server.makeDatabase());
    const db = connectPostgres(url.href, 1);
    onTestFinished(() => db.destroy());
    const role = `role_${url.pathname.slice(1)}`;
    await sql`create role ${sql.id(role)} login password 'limited'`.execute(db);
    await sql`grant all on schema public to ${sql.id(role)}`.execute(db);
    const DATABASE_URL = String(Object.assign(url, { username: role, password: 'limited' }));
    const { code, stderr } = await run(MAIN, ['serve'], { DATA_DIR: await temporaryFolder(), DATABASE_URL, PORT: '0' });
    expect(code).toBe(1);
    expectOneLine(stderr, /cannot be used: permission denied for database citable_\w+\.\n$/);
  });

  test('backup names the tool that PostgreSQL has for it', async () => {
    const env = { DATA_DIR: '/nowhere', DATABASE_URL: 'postgres://citable:hunter2@db/citable' };
    expect(await run(MAIN, ['backup', '/nowhere/copy'], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'citable: DATABASE_URL is set. Back up that PostgreSQL database with pg_dump (see docs/operating.md).\n',
    });
  });
});
