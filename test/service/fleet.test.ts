import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { ApiKeys } from '../../src/server/accounts/api-keys.ts';
import { PublishedDomainStore } from '../../src/server/publishing/published-domain-store.ts';
import { Boss } from '../../src/server/store/postgres/postgres-boss.ts';
import { openStore, type Store } from '../../src/server/store/store.ts';
import { MAIN, PAUSED, run, type ServeProcess, startServing } from '../support/citable-process.ts';
import { postgresServer } from '../support/postgres-server.ts';
import { temporaryFolder } from '../support/running-service.ts';

const ONE = 'paused.example.com';

const server = postgresServer();

const BASE_URL = 'https://citable.example.com';

/** A database with separate processes. */
async function fleet(makeDatabase = server.copyDatabase) {
  const DATABASE_URL = await makeDatabase();
  const store = await openStore({ DATA_DIR: '/nowhere', DATABASE_URL });
  onTestFinished(() => store.close());
  const env = async () => ({
    DATABASE_URL,
    DATA_DIR: await temporaryFolder(),
    LIVE_AUDITS: 'public',
    SCHEDULES: 'off',
  });
  const start = async (settings: Record<string, string>) => startServing(PAUSED, [], { ...(await env()), ...settings });
  return {
    store,
    url: DATABASE_URL,
    web: (settings: Record<string, string> = {}) => start({ RUN_AUDITS: 'off', ...settings }),
    worker: (settings: Record<string, string> = {}) => start({ COMMAND: 'worker', BASE_URL, ...settings }),
  };
}

const readBody = async (response: { text(): Promise<string> }) => JSON.parse(await response.text());

async function post({ url }: ServeProcess, domain: string): Promise<{ id: string; status: string }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/audit`, { method: 'POST', headers, body: JSON.stringify({ domain }) });
  expect(response.status).toBe(202);
  return readBody(response);
}

const requestStatus = async ({ url }: ServeProcess, id: string) =>
  (await readBody(await fetch(`${url}/api/audit/${id}`))).status;

const waitFor = ({ url }: ServeProcess, domain: string) => fetch(`${url}/api/audit?domain=${domain}&tier=vip`);

const whenPaused = (worker: ServeProcess) => expect.poll(() => worker.stderr()).toContain('paused audit started');

/** The events of an audit, as they come. */
async function watch({ url }: ServeProcess, id: string) {
  const { body } = await fetch(`${url}/api/audits/${id}/events`);
  let output = '';
  const read = async () => {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) output += chunk;
  };
  return { said: () => output, end: read() };
}

const listAudits = ({ db }: Store) => db.selectFrom('audits').select(['id', 'domain', 'status', 'attempts']).execute();

async function makeKey({ store }: Awaited<ReturnType<typeof fleet>>): Promise<string> {
  return (await new ApiKeys(new ApiKeyStore(store.db)).create(randomUUID())) ?? expect.fail('The name is taken.');
}

describe('two webs and two workers', () => {
  test('run one audit for all who ask for a domain at once, and tell each its end', async () => {
    const { store, web, worker } = await fleet();
    const [one, two, ...workers] = await Promise.all([
      web(),
      web(),
      worker({ PAUSE_UNTIL: 'SIGUSR2' }),
      worker({ PAUSE_UNTIL: 'SIGUSR2' }),
    ]);
    const waiting = [one, two, one, two].map((requests) => waitFor(requests, ONE));
    const posted = await Promise.all([one, two, one, two].map((requests) => post(requests, ONE)));
    await expect.poll(() => workers.map((worker) => worker.stderr()).join('')).toContain('paused audit started');
    for (const worker of workers) worker.signal('SIGUSR2');
    const responses = await Promise.all((await Promise.all(waiting)).map(readBody));
    const [id, ...others] = new Set([...responses, ...posted].map((audit) => audit.id));
    expect(others).toEqual([]);
    expect(await listAudits(store)).toEqual([{ id, domain: ONE, status: 'done', attempts: 1 }]);
  });

  test('verify fixes on a web process that runs no audits, for an audit that another one accepted', async () => {
    const { web, worker } = await fleet();
    const [one, two] = await Promise.all([web(), web(), worker()]);
    const since = await readBody(await waitFor(one, 'example.com'));
    const response = await fetch(`${two.url}/api/audit/${since.id}/verify`, { method: 'POST' });
    expect(response.status).toBe(200);
    const verified = await readBody(response);
    expect(verified).toMatchObject({ domain: 'example.com', since: { id: since.id }, is_all_fixed: true });
    expect(await requestStatus(one, verified.id)).toBe('done');
  });

  test('show on each web what a worker does for the other', async () => {
    const { web, worker } = await fleet();
    const [one, two, running] = await Promise.all([web(), web(), worker({ PAUSE_UNTIL: 'SIGUSR2' })]);
    const { id } = await post(one, ONE);
    await whenPaused(running);
    const events = await watch(two, id);
    const progress = '"status":"running","place":null,"stage":"home page","requests":3';
    await expect.poll(events.said).toContain(progress);
    running.signal('SIGUSR2');
    await events.end;
    expect(events.said()).toContain('event: done');
  });

  test('end an audit once whose worker was killed, and one that was accepted by a web that was', async () => {
    const { store, web, worker } = await fleet();
    const [one, two, first] = await Promise.all([web(), web(), worker({ PAUSE_UNTIL: 'killed' })]);
    const { id } = await post(one, ONE);
    await whenPaused(first);
    const waiting = waitFor(two, ONE);
    const [, second] = await Promise.all([one.end('SIGKILL'), worker()]);
    await first.end('SIGKILL');
    expect(await readBody(await waiting)).toMatchObject({ id, status: 'done' });
    expect(await listAudits(store)).toEqual([{ id, domain: ONE, status: 'done', attempts: 2 }]);
    const log = (await second.end('SIGTERM')).stdout;
    expect(log.match(/"msg":"audit"/g)).toHaveLength(1);
  });

  test('share a batch, and settle each of its entries once', async () => {
    const running = await fleet();
    const [one, two, ...workers] = await Promise.all([
      running.web(),
      running.web(),
      running.worker(),
      running.worker(),
    ]);
    const key = await makeKey(running);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const domains = Array.from({ length: 300 }, (_, n) => `site-${n}.com`);
    const accepted = await fetch(`${one.url}/api/audits`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ domains }),
    });
    const { id } = await readBody(accepted);
    const batch = async () => readBody(await fetch(`${two.url}/api/batches/${id}`, { headers }));
    await expect.poll(async () => (await batch()).status).toBe('done');
    expect((await batch()).counts).toMatchObject({ done: 300, queued: 0, running: 0 });
    expect((await listAudits(running.store)).filter(({ attempts }) => attempts !== 1)).toEqual([]);
    const logs = (await Promise.all(workers.map((worker) => worker.end('SIGTERM')))).map(({ stdout }) => stdout);
    const lines = logs.map((log) => log.match(/"msg":"audit"/g)?.length ?? 0);
    expect(lines.reduce((sum, count) => sum + count)).toBe(300);
    expect(Math.min(...lines)).toBeGreaterThan(0);
    expect(logs.join('').match(/"msg":"batch"/g)).toHaveLength(1);
  });

  test('go on when PostgreSQL is started anew, and lose nothing', async () => {
    const { store, web, worker } = await fleet();
    const [one, running] = await Promise.all([web(), worker({ PAUSE_UNTIL: 'SIGUSR2' })]);
    const { id } = await post(one, ONE);
    await whenPaused(running);
    const events = await watch(one, id);
    await expect.poll(events.said).toContain('"status":"running"');
    await server.stop();
    running.signal('SIGUSR2');
    expect((await fetch(`${one.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${one.url}/readyz`)).status).toBe(503);
    await server.start();
    await events.end;
    expect(events.said()).toContain('event: done');
    await expect.poll(async () => (await waitFor(one, 'example.com')).status).toBe(200);
    expect((await listAudits(store)).map(({ status }) => status)).toEqual(['done', 'done']);
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
  });

  test('audit a published domain once a day, whichever of them looks', async () => {
    const { store, url, worker } = await fleet();
    await new PublishedDomainStore(store.db).insert({
      domain: 'example.com',
      publishedAt: '2026-01-01T00:00:00.000Z',
      keyId: null,
      auditId: '00000000-0000-4000-8000-000000000000',
      auditedAt: '2026-01-01T00:00:00.000Z',
      llmsTxt: 'An old text.',
      llmsTxtHash: '',
    });
    const workers = await Promise.all([worker({ SCHEDULES: 'on' }), worker({ SCHEDULES: 'on' })]);
    const boss = new Boss(url, () => undefined);
    onTestFinished(() => boss.stop());
    const started = await boss.get();
    const findCron = async () => (await started.getSchedules()).find(({ name }) => name === 'daily-audits')?.cron;
    await expect.poll(findCron).toBe('* * * * *');
    // As pg-boss does at the minute; what is sent while one is not over is dropped.
    for (const _ of workers) await started.send('daily-audits', {});
    await expect.poll(() => listAudits(store)).toMatchObject([{ status: 'done', attempts: 1 }]);
    await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
    expect(await listAudits(store)).toHaveLength(1);
  });
});

test('a process that is told to stop puts back what does not end in time, for another at once', async () => {
  const { store, web, worker } = await fleet();
  const [one, first] = await Promise.all([web(), worker({ PAUSE_UNTIL: 'killed', GRACE_MS: '0' })]);
  const { id } = await post(one, ONE);
  await whenPaused(first);
  const second = await worker();
  expect((await first.end('SIGTERM')).code).toBe(0);
  // Sooner than what a process that died had would be taken from it.
  await expect.poll(() => requestStatus(one, id), { timeout: 5_000 }).toBe('done');
  expect(await listAudits(store)).toMatchObject([{ attempts: 1 }]);
  expect((await second.end('SIGTERM')).code).toBe(0);
  expect((await one.end('SIGTERM')).code).toBe(0);
});

test('of many that start at once on a database that is new, one shows the first key', async () => {
  const { web } = await fleet(server.makeDatabase);
  const webs = await Promise.all([web(), web(), web()]);
  const keys = () => webs.flatMap((process) => process.stderr().match(/ctb_\w{40}/g) ?? []);
  await expect.poll(keys).toHaveLength(1);
  await Promise.all(webs.map((process) => process.end('SIGTERM')));
  expect(keys()).toHaveLength(1);
});

describe('a worker', () => {
  test('answers how it is, and nothing else', async () => {
    const { worker } = await fleet();
    const { url } = await worker({ METRICS: 'public' });
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(url + path)).status, path).toBe(200);
    for (const path of ['/', '/api/audit?domain=example.com', '/llms/example.com.txt', '/openapi.json']) {
      expect((await fetch(url + path)).status, path).toBe(404);
    }
  });

  test('takes the address of those that serve', async () => {
    const DATA_DIR = await temporaryFolder();
    const DATABASE_URL = 'postgres://127.0.0.1/citable';
    expect(await run(MAIN, ['worker'], { DATA_DIR, DATABASE_URL, PORT: '0' })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'citable: The worker requires BASE_URL, the public URL of the service.\n',
    });
  });

  test('takes a database that several processes can have; and so does a web without audits', async () => {
    const DATA_DIR = await temporaryFolder();
    expect(await run(MAIN, ['worker'], { DATA_DIR, PORT: '0' })).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'citable: The worker requires DATABASE_URL. Only citable serve can use the embedded database, in one process.\n',
    });
    expect(await run(MAIN, ['serve'], { DATA_DIR, PORT: '0', RUN_AUDITS: 'off' })).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'citable: RUN_AUDITS=off requires DATABASE_URL. A worker, which then runs the audits, cannot use the embedded database.\n',
    });
  });
});
