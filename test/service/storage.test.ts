import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { finishedColumns, queuedColumns } from '../../src/server/audits/store/audit-store.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { report } from '../support/reports.ts';
import { instantAudit, pausedAudits, type RunningService, startService } from '../support/running-service.ts';
import { doneAudit, requestedAudit } from '../support/stored-audits.ts';

const FULL =
  /^The storage of your key is full: \d\.\d MB of 1\.0 MB are used\. Delete old audits \(DELETE \/api\/audits\?before=DATE\), or withdraw a domain with large logs\.$/;
const LONG_AGO = '2020-01-01T00:00:00.000Z';
const LATER = '2020-02-01T00:00:00.000Z';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const json = { 'content-type': 'application/json' };

async function readKeyId({ db }: RunningService): Promise<string> {
  return (await db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow()).id;
}

/** Stores an audit of 600 kB for the key, as though it had run before. */
async function fill(running: RunningService, domain: string, finishedAt: string): Promise<string> {
  const inventory = JSON.stringify(randomBytes(600_000).toString('base64'));
  const audit = requestedAudit({ domain, keyId: await readKeyId(running) });
  const finished = doneAudit({ finishedAt, inventory, report: JSON.stringify(report(domain)) });
  const columns = { ...queuedColumns(audit), started_at: finishedAt, ...(await finishedColumns(finished)) };
  await running.db.insertInto('audits').values(columns).execute();
  return audit.id;
}

test('a key whose storage is full gets 507 for what is new, and makes room by deleting old audits', async () => {
  const running = await startService(instantAudit, { STORAGE_PER_KEY: '1MB' });
  const { request, authorization, postAudit, service } = running;
  const old = await fill(running, 'old.com', LONG_AGO);
  const newest = await fill(running, 'old.com', LATER);
  await publishDomains(running.db, ['mine.com'], await readKeyId(running));

  const post = (path: string, body: string, type: string) =>
    request(path, { method: 'POST', headers: { ...authorization, 'content-type': type }, body });
  const line = '203.0.113.9 - - [01/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 9 "-" "GPTBot/1.2"\n';
  const refusals = await Promise.all([
    postAudit('new.com', authorization),
    post('/api/audits', '{"domains": ["one.com", "two.com"]}', 'application/json'),
    request('/api/audit?domain=new.com&tier=vip', { headers: authorization }),
    post('/api/domains/mine.com/traffic', line, 'text/plain'),
  ]);
  for (const refusal of refusals) {
    expect(refusal.status).toBe(507);
    expect((await refusal.json()).error).toMatch(FULL);
  }
  // What needs no key, what is another key's, and visits go on.
  expect((await request('/llms/mine.com.txt?tier=vip', { headers: { 'user-agent': 'GPTBot/1.2' } })).status).toBe(200);
  const other = await service.keys.create('other');
  expect((await postAudit('other.com', { authorization: `Bearer ${other}` })).status).toBe(202);

  const storage = await (await request('/api/storage', { headers: authorization })).json();
  expect(storage).toMatchObject({ limit_bytes: 1_000_000 });
  const init = { method: 'DELETE', headers: authorization };
  expect((await request('/api/audits?before=2020-13-01', init)).status).toBe(400);
  expect(await (await request('/api/audits?before=2020-01-15', init)).json()).toEqual({
    deleted_audits: 1,
    deleted_batches: 0,
  });
  expect((await request(`/api/audit/${old}`)).status).toBe(404);
  expect((await request(`/api/audit/${newest}`)).status).toBe(200);
  expect((await postAudit('new.com', authorization)).status).toBe(202);
});

test('every endpoint that can answer 507 documents it, and no other does', async () => {
  const running = await startService(instantAudit, { STORAGE_PER_KEY: '1MB', BASE_URL: 'https://citable.example' });
  const { request, authorization, db } = running;
  const id = await fill(running, 'old.com', LONG_AGO);
  await fill(running, 'older.com', LONG_AGO);
  await publishDomains(db, ['mine.com'], await readKeyId(running));
  const text = { ...authorization, 'content-type': 'text/plain' };
  const line = '203.0.113.9 - - [01/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 9 "-" "GPTBot/1.2"\n';
  const bodies: Readonly<Record<string, { readonly headers: Record<string, string>; readonly body: string }>> = {
    queueAudit: { headers: { ...authorization, ...json }, body: '{"domain": "new.com"}' },
    queueBatch: { headers: { ...authorization, ...json }, body: '{"domains": ["new.com"]}' },
    uploadTraffic: { headers: text, body: line },
    importSearchReport: {
      headers: { ...authorization, 'content-type': 'text/csv' },
      body: 'URL,Citations\nhttps://mine.com/,7\n',
    },
    addSites: { headers: { ...authorization, ...json }, body: '{"domains": ["new.com"]}' },
    scheduleSite: { headers: { ...authorization, ...json }, body: '{"schedule": "daily"}' },
    changeDomain: { headers: { ...authorization, ...json }, body: '{"label": "AI"}' },
  };
  const { paths }: OpenApi = JSON.parse(await (await request('/openapi.json')).text());
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  // What deletes goes last.
  operations.sort((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'));
  const answered: string[] = [];
  for (const { path, method, operationId, parameters = [] } of operations) {
    const values: Readonly<Record<string, string>> = { domain: 'new.com', tier: 'vip', before: '2019-01-01' };
    const query = parameters.flatMap(({ name, in: place }) =>
      place === 'query' && values[name] !== undefined ? [`${name}=${values[name]}`] : [],
    );
    const target = path.replace('{id}', id).replace('{domain}', path.startsWith('/llms/') ? 'new.com' : 'mine.com');
    const init = { method: method.toUpperCase(), headers: authorization, ...bodies[operationId] };
    const { status } = await request(`${target}?${query.join('&')}`, init);
    if (status === 507) answered.push(operationId);
  }
  const documented = operations.filter(({ responses }) => responses['507'] !== undefined);
  expect(answered.toSorted()).toEqual(documented.map(({ operationId }) => operationId).toSorted());
  expect(answered).toHaveLength(9);
});

test('a key with one audit of each site makes room with all of them, and with its finished batches', async () => {
  const running = await startService(instantAudit, { STORAGE_PER_KEY: '1MB' });
  const { request, authorization, postAudit, db } = running;
  const body = JSON.stringify({ domains: ['one.com', ...Array.from({ length: 99 }, (_, n) => `not a name ${n}`)] });
  const batch = await request('/api/audits', { method: 'POST', headers: { ...authorization, ...json }, body });
  const path = batch.headers.get('location') ?? '';
  const requestStatus = async () => (await (await request(path, { headers: authorization })).json()).status;
  await expect.poll(requestStatus).toBe('done');
  await db.updateTable('batches').set({ finished_at: LONG_AGO }).execute();
  await db.updateTable('audits').set({ finished_at: LONG_AGO }).execute();
  for (const domain of ['two.com', 'three.com']) await fill(running, domain, LATER);
  expect((await postAudit('new.com', authorization)).status).toBe(507);

  const init = { method: 'DELETE', headers: authorization };
  const deleted = await (await request('/api/audits?before=2020-03-01', init)).json();
  expect(deleted).toEqual({ deleted_audits: 3, deleted_batches: 1 });
  expect((await request(path, { headers: authorization })).status).toBe(404);
  const storage = await (await request('/api/storage', { headers: authorization })).json();
  expect(storage).toMatchObject({ used_bytes: 0 });
  expect((await postAudit('new.com', authorization)).status).toBe(202);
});

test('while the disk has too little free space, queued audits wait, and what is new gets 507', async () => {
  const paused = pausedAudits();
  const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '1' });
  const { request, authorization, postAudit, service } = running;
  await service.start();
  await publishDomains(running.db, ['mine.com'], await readKeyId(running));
  const ids: string[] = [];
  for (const domain of ['first.com', 'second.com'])
    ids.push((await (await postAudit(domain, authorization)).json()).id);
  await paused.whenStarted(1);
  const statuses = () => Promise.all(ids.map(async (id) => (await (await request(`/api/audit/${id}`)).json()).status));
  const disk = vi.spyOn(service.storage, 'isDiskLow').mockResolvedValue(true);
  const line = '203.0.113.9 - - [01/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 9 "-" "GPTBot/1.2"\n';
  const headers = { ...authorization, 'content-type': 'text/plain' };
  for (const refusal of [
    await postAudit('third.com', authorization),
    await request('/api/domains/mine.com/traffic', { method: 'POST', headers, body: line }),
  ]) {
    expect(refusal.status).toBe(507);
    // Room may be made by the operator, so repeating it makes sense.
    expect(refusal.headers.get('retry-after')).toBe('30');
    expect((await refusal.json()).error).toBe('Nothing can be saved right now. The operator has to free disk space.');
  }
  disk.mockClear();
  paused.finish('first.com');
  await expect.poll(statuses).toEqual(['done', 'queued']);
  await expect.poll(() => disk.mock.calls.length).toBeGreaterThan(0);
  expect(await statuses()).toEqual(['done', 'queued']);
  expect(paused.started).toEqual(['first.com']);
  disk.mockRestore();
  await paused.whenStarted(2);
  paused.finish('second.com');
  await expect.poll(statuses).toEqual(['done', 'done']);
});

test('an audit whose key fills its storage while it waits is not started, and says why', async () => {
  const paused = pausedAudits();
  const running = await startService(paused.liveAudit, { STORAGE_PER_KEY: '1MB', MAX_RUNNING_AUDITS: '1' });
  const { request, authorization, service } = running;
  await running.postAudit('first.com', authorization);
  await paused.whenStarted(1);
  const batch = await request('/api/audits', {
    method: 'POST',
    headers: { ...authorization, ...json },
    body: '{"domains": ["second.com"]}',
  });
  expect(batch.status).toBe(202);
  const keyId = await readKeyId(running);
  await running.db
    .updateTable('audits')
    .set({ inventory: randomBytes(1_100_000) })
    .where('domain', '=', 'first.com')
    .execute();
  expect((await service.storage.measureUse(keyId)).used).toBeGreaterThan(1_000_000);
  // Stays larger than the limit: the inventory that its end stores is small.
  await publishDomains(running.db, ['large.com'], keyId);
  await running.db
    .updateTable('published_domains')
    .set({ llms_txt: 'x'.repeat(1_100_000) })
    .execute();
  paused.finish('first.com');
  const requestResults = async () =>
    (await request(`${batch.headers.get('location')}/results`, { headers: authorization })).text();
  await expect.poll(requestResults).toContain('The storage of your key is full');
  expect(paused.started).toEqual(['first.com']);
});

test('with STORAGE_EVICT=oldest, the oldest audits give way, but no newest of a site and none of the last day', async () => {
  const running = await startService(instantAudit, { STORAGE_PER_KEY: '2MB', STORAGE_EVICT: 'oldest' });
  const { request, postAudit, authorization } = running;
  const ids = [
    await fill(running, 'a.com', LONG_AGO),
    await fill(running, 'a.com', LATER),
    await fill(running, 'b.com', LONG_AGO),
    await fill(running, 'a.com', new Date().toISOString()),
    await fill(running, 'a.com', new Date().toISOString()),
  ];
  expect((await postAudit('new.com', authorization)).status).toBe(202);
  const statuses = await Promise.all(ids.map(async (id) => (await request(`/api/audit/${id}`)).status));
  expect(statuses).toEqual([404, 404, 200, 200, 200]);
  // Nothing is left that may be deleted.
  await fill(running, 'a.com', new Date().toISOString());
  expect((await postAudit('newer.com', authorization)).status).toBe(507);
});
