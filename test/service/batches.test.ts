import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type BatchJson, find, post, request, requestResults, start, whenDone } from '../support/batch-requests.ts';
import { failedReport, RUBRIC_ROWS, report, site } from '../support/reports.ts';
import { instantAudit, pausedAudits, startService } from '../support/running-service.ts';

const DAY = 86_400_000;

const readError = async (response: Response) => JSON.parse(await response.text()).error;

describe('a batch', () => {
  test('audits each domain once, and has a result for what is none', async () => {
    const running = await startService(async (domain) =>
      domain === 'fails.com'
        ? {
            site: site(domain, null),
            report: failedReport(domain, { kind: 'name_not_found', message: 'There is no such name.' }),
          }
        : { site: site(domain), report: report(domain) },
    );
    const sent = ['example.com', '=1+1', 'https://EXAMPLE.com/', 'fails.com', 'münchen.de', '=1+1'];
    const batch = await start(running, sent);
    expect(batch).toMatchObject({ domains: 6, duplicates: 2, finished_at: null });
    expect(batch.counts).toMatchObject({ refused: 1 });

    const done = await whenDone(running, batch.id);
    expect(done.counts).toEqual({ queued: 0, running: 0, done: 2, failed: 1, refused: 1, cancelled: 0 });
    expect(done.estimated_finish_at).toBeNull();
    expect(Date.parse(done.started_at ?? '')).toBeLessThanOrEqual(Date.parse(done.finished_at ?? ''));

    const [example, refused, failed, munich] = await requestResults(running, batch.id);
    expect(example).toMatchObject({ input: 'example.com', domain: 'example.com', status: 'done', aeo_score: 91 });
    expect(example).toMatchObject({ pages_read: 1, pages_known: null });
    expect(example?.findings.map(({ key }) => key)).toEqual(RUBRIC_ROWS.map(([key]) => key));
    expect(refused).toMatchObject({ id: null, input: '=1+1', domain: null, status: 'refused', aeo_score: null });
    expect(refused?.error).toContain('not a web address');
    expect(failed).toMatchObject({
      domain: 'fails.com',
      status: 'failed',
      aeo_score: null,
      error: 'There is no such name.',
    });
    expect(munich).toMatchObject({ input: 'münchen.de', domain: 'xn--mnchen-3ya.de', status: 'done' });
    const audit = await request(running, `/api/audit/${example?.id}`);
    expect(JSON.parse(await audit.text())).toMatchObject({ domain: 'example.com', aeo_score: 91, status: 'done' });
  });

  test('has its results as CSV where that is asked for or preferred', async () => {
    const running = await startService(instantAudit);
    const { id } = await start(running, ['example.com', '=1+1']);
    await whenDone(running, id);
    const byFormat = await request(running, `/api/batches/${id}/results?format=csv`);
    expect(byFormat.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const text = await byFormat.text();
    const [header = '', done = '', refused = '', end] = text.split('\r\n');
    expect(header.split(',').slice(0, 5)).toEqual(['id', 'input', 'domain', 'status', 'aeo_score']);
    expect(header.split(',')).toEqual(expect.arrayContaining(RUBRIC_ROWS.map(([key]) => key)));
    expect(done).toMatch(/^[\da-f-]{36},example\.com,example\.com,done,91,2,/);
    expect(refused).toMatch(/^,'=1\+1,,refused,,/);
    expect(end).toBe('');
    expect(await (await request(running, `/api/batches/${id}/results`, { accept: 'text/csv' })).text()).toBe(text);
    const lines = await request(running, `/api/batches/${id}/results?format=jsonl`, { accept: 'text/csv' });
    expect(lines.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
    expect((await request(running, `/api/batches/${id}/results?format=json`)).status).toBe(400);
  });

  test('of nothing that is a domain is done at once', async () => {
    const running = await startService(instantAudit);
    const batch = await start(running, ['10.0.0.1', '']);
    expect(batch).toMatchObject({ status: 'done', counts: { refused: 2 }, started_at: null });
    expect(batch.finished_at).toBe(batch.requested_at);
    expect(await requestResults(running, batch.id)).toHaveLength(2);
  });

  test('takes 10,000 domains, and says how far it is and about when it will be done', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '4' });
    const domains = Array.from({ length: 10_000 }, (_, n) => `${'a'.repeat(60)}.site-${n}.example.com`);
    const batch = await start(running, domains);
    expect(batch).toMatchObject({ domains: 10_000, duplicates: 0, estimated_finish_at: null });
    await paused.whenStarted(2);
    paused.finish(domains[0] ?? '');
    await expect.poll(async () => (await find(running, batch.id)).counts.done).toBe(1);
    await paused.whenStarted(3);
    const now = await find(running, batch.id);
    expect(now.status).toBe('running');
    expect(now.counts.queued + now.counts.running).toBe(9_999);
    expect(Date.parse(now.estimated_finish_at ?? '')).toBeGreaterThan(Date.now());
    expect((await requestResults(running, batch.id)).map(({ input }) => input)).toEqual([domains[0]]);
  });

  test.each([
    ['no list', {}],
    ['an empty one', { domains: [] }],
    ['one that is too long', { domains: Array.from({ length: 10_001 }, () => 'a.com') }],
    ['what is not text', { domains: ['example.com', 1] }],
    ['what is no JSON', '{"domains":'],
  ])('with %s is refused', async (_, body) => {
    const running = await startService(instantAudit);
    const response = await post(running, body);
    expect(response.status).toBe(400);
    expect(await readError(response)).toMatch(/"?domains"?/);
  });

  test('of more than 4 MiB is refused; one audit still takes 16 KiB', async () => {
    const running = await startService(instantAudit);
    const large = await post(running, { domains: ['a'.repeat(4 * 1024 * 1024)] });
    expect([large.status, await readError(large)]).toEqual([413, 'The body is larger than 4096 KiB.']);
    const one = await running.postAudit('a'.repeat(20_000), running.authorization);
    expect([one.status, (await one.json()).error]).toEqual([413, 'The body is larger than 16 KiB.']);
  });

  test('is its key’s alone', async () => {
    const running = await startService(instantAudit, { LIVE_AUDITS: 'public' });
    const { id } = await start(running, ['example.com']);
    const other = { url: running.url, key: (await running.service.keys.create('other')) ?? '' };
    for (const path of [`/api/batches/${id}`, `/api/batches/${id}/results`]) {
      const response = await request(other, path);
      expect([response.status, await readError(response)]).toEqual([404, 'Batch not found']);
      expect((await running.request(path)).status).toBe(401);
      expect((await request(running, path.replace(id, randomUUID()))).status).toBe(404);
      expect((await request(running, path.replace(id, 'x'))).status).toBe(404);
    }
    expect((await running.request('/api/audits', { method: 'POST', body: '{}' })).status).toBe(401);
  });

  test('counts as one live audit, and a key has ten that are not done', async () => {
    const limited = await startService(instantAudit, { AUDIT_RATE_LIMIT: '1' });
    await start(limited, ['example.com', 'example.org']);
    expect((await post(limited, { domains: ['example.com'] })).status).toBe(429);

    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    for (let n = 0; n < 10; n += 1) await start(running, ['example.com']);
    const one = await post(running, { domains: ['example.com'] });
    expect([one.status, one.headers.get('retry-after')]).toEqual([503, '30']);
    const other = { url: running.url, key: (await running.service.keys.create('other')) ?? '' };
    await start(other, ['example.com']);
  });

  test('is one of ten, also when twelve are sent at once', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    const sent = Array.from({ length: 12 }, (_, n) => post(running, { domains: [`site-${n}.com`] }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(10).fill(202), 503, 503]);
  });

  test('is refused while ten of its key are being sent, and not read; another key’s is taken', async () => {
    const requests = await startService(instantAudit);
    const other = {
      ...requests,
      key: (await requests.service.keys.create('other')) ?? expect.fail('The name is taken.'),
    };
    const sockets = Array.from({ length: 10 }, () => connect(Number(new URL(requests.url).port), '127.0.0.1'));
    const head = `POST /api/audits HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${requests.key}\r\nContent-Type: application/json\r\n`;
    for (const sending of sockets) sending.write(`${head}Content-Length: 100\r\nExpect: 100-continue\r\n\r\n`);
    // Each is being read once it was told to go on.
    for (const sending of sockets) expect(String(await once(sending, 'data'))).toMatch(/^HTTP\/1\.1 100 /);
    await expect.poll(async () => (await post(requests, { domains: ['example.com'] })).status).toBe(503);
    const refused = await post(requests, { domains: ['example.com'] });
    expect(JSON.parse(await refused.text()).error).toMatch(/^You are sending 10 batches already/);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect((await post(other, { domains: ['example.com'] })).status).toBe(202);
    for (const sending of sockets) sending.destroy();
    await expect.poll(async () => (await post(requests, { domains: ['example.com'] })).status).toBe(202);
  });

  test('of a million values is refused before they are read', async () => {
    const running = await startService(instantAudit);
    for (const value of ['{}', '[]', '0']) {
      const refused = await post(running, `{"domains":[${`${value},`.repeat(1_000_000)}0]}`);
      expect([refused.status, await readError(refused)]).toEqual([
        400,
        'The body has too many values; send at most 10,000 domains.',
      ]);
    }
    const commas = await start(running, ['a,b,c'.repeat(1_000)]);
    expect(commas).toMatchObject({ counts: { refused: 1 } });
  });

  test('is deleted when its time is over', async () => {
    const running = await startService(instantAudit, { AUDIT_RETENTION_DAYS: '7' });
    const { id } = await start(running, ['example.com']);
    await whenDone(running, id);
    expect((await running.service.maintenance.deleteExpired(Date.now() + 6 * DAY)).batches).toBe(0);
    expect((await requestResults(running, id))[0]).toMatchObject({ aeo_score: 91 });
    expect((await running.service.maintenance.deleteExpired(Date.now() + 8 * DAY)).batches).toBe(1);
    expect((await request(running, `/api/batches/${id}`)).status).toBe(404);
    expect(await running.db.selectFrom('batch_domains').selectAll().execute()).toEqual([]);
  });
});

describe('the audits of batches', () => {
  test('take turns', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '1' });
    await start(running, ['a1.com', 'a2.com', 'a3.com', 'a4.com']);
    await paused.whenStarted(1);
    await start(running, ['b1.com', 'b2.com']);
    for (let count = 1; count < 6; count += 1) {
      paused.finish(paused.started[count - 1] ?? '');
      await paused.whenStarted(count + 1);
    }
    expect(paused.started).toEqual(['a1.com', 'b1.com', 'a2.com', 'b2.com', 'a3.com', 'a4.com']);
  });

  test('wait for those that somebody asks for, and take no place from them', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '1', MAX_QUEUED_AUDITS: '1' });
    await start(running, ['a1.com', 'a2.com']);
    await paused.whenStarted(1);
    for (const domain of ['one.com', 'two.com']) {
      expect((await running.postAudit(domain, running.authorization)).status).toBe(202);
    }
    for (let count = 1; count < 4; count += 1) {
      paused.finish(paused.started[count - 1] ?? '');
      await paused.whenStarted(count + 1);
    }
    expect(paused.started).toEqual(['a1.com', 'one.com', 'two.com', 'a2.com']);
  });

  test('leave a quarter of the places to others', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '8' });
    await start(
      running,
      Array.from({ length: 12 }, (_, n) => `a${n}.com`),
    );
    await paused.whenStarted(6);
    const waiting = { callers: 0, others: 6 };
    expect(await running.service.metrics.queue()).toMatchObject({ running: 6, waiting });
  });

  test('are so many at once of one host', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '8', MAX_AUDITS_PER_HOST: '2' });
    await start(running, ['a.shop.com', 'b.shop.com', 'shop.com', 'one.github.io', 'two.github.io', 'three.github.io']);
    await paused.whenStarted(4);
    expect(paused.started).toEqual(['a.shop.com', 'b.shop.com', 'one.github.io', 'two.github.io']);
    paused.finish('b.shop.com');
    await paused.whenStarted(5);
    expect(paused.started[4]).toBe('shop.com');
  });

  test('are tried again later, three times at most, where what failed may pass', async () => {
    const failure = { kind: 'timeout', message: 'It timed out.' } as const;
    const running = await startService(async (domain) => ({
      site: site(domain, null),
      report: failedReport(domain, failure),
    }));
    const { id } = await start(running, ['example.com']);
    const audit = async () =>
      running.db.selectFrom('audits').select(['status', 'attempts', 'not_before']).executeTakeFirstOrThrow();
    for (const [attempts, seconds] of [
      [1, 30],
      [2, 120],
    ] as const) {
      await expect.poll(audit).toMatchObject({ status: 'queued', attempts });
      const { not_before: notBefore } = await audit();
      const wait = Date.parse(notBefore) - Date.now();
      expect(wait).toBeGreaterThan((seconds - 10) * 1_000);
      expect(wait).toBeLessThanOrEqual(seconds * 1_000);
      await running.db.updateTable('audits').set({ not_before: '' }).execute();
      await running.service.start();
    }
    expect((await whenDone(running, id)).counts).toMatchObject({ failed: 1 });
    expect(await audit()).toMatchObject({ attempts: 3 });
    expect(await requestResults(running, id)).toMatchObject([{ status: 'failed', error: 'It timed out.' }]);
    expect(running.log().filter(({ msg }) => msg === 'audit put back')).toHaveLength(2);
    const [ended] = running.log().filter(({ msg }) => msg === 'batch');
    expect(ended).toMatchObject({ batch: id, failed: 1 });
  });

  test('are shared with who asks for the same', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    const { id: single } = await (await running.postAudit('example.com', running.authorization)).json();
    await paused.whenStarted(1);
    const first = await start(running, ['example.com']);
    const second = await start(running, ['example.com']);
    await expect.poll(async () => (await find(running, second.id)).counts.running).toBe(1);
    paused.finish('example.com');
    for (const { id } of [first, second]) {
      await whenDone(running, id);
      expect((await requestResults(running, id)).map(({ id: audit }) => audit)).toEqual([single]);
    }
    expect(paused.started).toHaveLength(1);
  });
});

describe('a cancelled batch', () => {
  test('ends its waiting audits, for its key or one that may manage keys', async () => {
    const audits = pausedAudits();
    const running = await startService(audits.liveAudit, { MAX_RUNNING_AUDITS: '1' });
    const other = (await running.service.keys.create('other')) ?? expect.fail('The name is taken.');
    const admin = (await running.service.keys.create('boss', { isAdmin: true })) ?? expect.fail('The name is taken.');
    const cancel = async (key: string, id: string) => {
      const init = { method: 'DELETE', headers: { authorization: `Bearer ${key}` } };
      const response = await fetch(`${running.url}/api/batches/${id}`, init);
      return { status: response.status, json: JSON.parse(await response.text()) };
    };
    const first = await start(running, ['a.com', 'b.com', 'c.com']);
    const second = await start(running, ['d.com']);
    await audits.whenStarted(1);
    expect((await cancel(other, first.id)).status).toBe(404);
    const cancelled = await cancel(running.key, first.id);
    expect(cancelled).toMatchObject({
      status: 200,
      json: { status: 'cancelled', counts: { queued: 0, cancelled: 3 } },
    });
    expect(await cancel(running.key, first.id)).toEqual(cancelled);
    const { started_at: startedAt } = cancelled.json;
    expect(startedAt).not.toBeNull();
    audits.finish('a.com');
    await audits.whenStarted(2);
    expect(await find(running, first.id)).toEqual(cancelled.json);
    expect(audits.started).toEqual(['a.com', 'd.com']);
    expect((await cancel(admin, second.id)).json.status).toBe('cancelled');
    // Also that of the audit that ran and was done afterwards, as the counts say.
    const lines = await requestResults(running, first.id);
    expect(lines).toMatchObject(
      ['a.com', 'b.com', 'c.com'].map((domain) => {
        return { id: null, domain, status: 'cancelled', error: 'The batch was cancelled.' };
      }),
    );
    const { batches } = JSON.parse(await (await request(running, '/api/batches')).text());
    expect(batches.map(({ id }: BatchJson) => id).toSorted()).toEqual([first.id, second.id].toSorted());
    audits.finish('d.com');
  });

  test('is cancelled by the button on its page, which then says so once', async () => {
    const audits = pausedAudits();
    const running = await startService(audits.liveAudit, { MAX_RUNNING_AUDITS: '1' });
    await start(running, ['a.com', 'b.com']);
    const post = (path: string, cookie: string, fields = {}) =>
      running.request(path, {
        method: 'POST',
        redirect: 'manual',
        headers: { accept: 'text/html', origin: running.url, cookie },
        body: new URLSearchParams(fields),
      });
    const readCookie = (response: { readonly headers: Headers }) =>
      response.headers.get('set-cookie')?.split(';')[0] ?? '';
    const session = readCookie(await post('/sign-in', '', { key: running.key }));
    const page = async (cookie: string) => (await running.request('/batches', { headers: { cookie } })).text();
    const [, action = ''] = /<form method="post" action="(\/batches\/[^"]+)"/.exec(await page(session)) ?? [];
    const response = await post(action, session);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/batches']);
    const after = await page(`${session}; ${readCookie(response)}`);
    expect(after).toContain(
      'The batch is cancelled: 1 waiting audit will not run. 1 audit goes on outside the batch: it runs already, or others want it too. Results so far stay.',
    );
    expect(after).not.toContain('/cancel"');
    audits.finish('a.com');
    const again = await post(action, session);
    expect(await page(`${session}; ${readCookie(again)}`)).toContain(
      'The batch had already ended. Nothing was changed.',
    );
  });
});

test('revoking a key ends its waiting audits, its requests that wait and its event streams', async () => {
  const audits = pausedAudits();
  const running = await startService(audits.liveAudit, { MAX_RUNNING_AUDITS: '1', REPORTS: 'private' });
  const admin = (await running.service.keys.create('boss', { isAdmin: true })) ?? expect.fail('The name is taken.');
  const begun = request(running, '/api/audit?domain=running.com&tier=vip');
  await audits.whenStarted(1);
  const { id } = await running.db.selectFrom('audits').select('id').executeTakeFirstOrThrow();
  await start(running, ['a.com', 'b.com']);
  const waiting = request(running, '/api/audit?domain=waiting.com&tier=vip');
  const { id: queued } = JSON.parse(await (await running.postAudit('queued.com', running.authorization)).text());
  const stream = await request(running, `/api/audits/${id}/events`);
  const left = () => running.db.selectFrom('audits').select('domain').where('finished_at', 'is', null).execute();
  await expect.poll(left).toHaveLength(5);
  expect(await running.service.keys.revoke('test')).toMatchObject({ ended: { batches: 1, audits: 4 } });
  expect((await waiting).status).toBe(401);
  await expect(stream.text()).rejects.toThrow();
  expect(await left()).toEqual([{ domain: 'running.com' }]);
  expect((await request({ ...running, key: admin }, `/api/audit/${queued}`)).status).toBe(404);
  audits.finish('running.com');
  expect((await begun).status).toBe(200);
  expect((await request(running, `/api/audit/${id}`)).status).toBe(401);
});
