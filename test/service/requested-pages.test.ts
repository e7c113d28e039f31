import { expect, test } from 'vitest';
import { instantAudit, pausedAudits, startService } from '../support/running-service.ts';
import { Visitor } from '../support/visitor.ts';

test('an audit reads the pages that were asked for, within the limit of the service', async () => {
  const service = await startService(instantAudit, { MAX_PAGES: '400' });
  const post = (pages: unknown, headers: Record<string, string> = service.authorization) =>
    service.request('/api/audit', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ domain: 'example.com', pages }),
    });
  const asked = async () =>
    (await service.db.selectFrom('audits').select('pages').where('kind', '=', 'live').execute()).map(
      ({ pages }) => pages,
    );
  for (const pages of [undefined, 25, 26, 400, 'all']) expect((await post(pages)).status).toBe(202);
  await expect.poll(async () => (await asked()).length).toBeGreaterThanOrEqual(3);
  expect(new Set(await asked())).toEqual(new Set([25, 26, 400]));
  for (const pages of [24, 401, 1.5, 'many', null, [25]]) {
    for (const headers of [service.authorization, {}]) {
      const response = await post(pages, headers);
      expect([pages, response.status]).toEqual([pages, 400]);
      expect((await response.json()).error).toMatch(/^The field pages .*25 to .*, or all\.$/);
    }
  }
});

test('requests share an unfinished audit only if it reads as many pages, and the form starts one', async () => {
  const { liveAudit, finish } = pausedAudits();
  const service = await startService(liveAudit, { MAX_PAGES: '400' });
  const start = async (pages: string) => {
    const response = await service.request('/audits', {
      method: 'POST',
      redirect: 'manual',
      headers: { ...service.authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ domain: 'example.com', pages }),
    });
    return response.headers.get('location');
  };
  const [small, large] = [await start('25'), await start('all')];
  expect(large).not.toBe(small);
  expect(await start('400')).toBe(large);
  expect(await start('')).toBe(small);
  expect(await start('401')).toBeNull();
  finish('example.com');
});

test('a crawl runs beside other audits, which never wait for it', async () => {
  const { liveAudit, finish } = pausedAudits();
  const service = await startService(liveAudit, { MAX_RUNNING_AUDITS: '1' });
  const requestStatus = async (id: string) => (await (await service.request(`/api/audit/${id}`)).json()).status;
  const post = async (domain: string, pages: number) => {
    const response = await service.request('/api/audit', {
      method: 'POST',
      headers: { ...service.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ domain, pages }),
    });
    return (await response.json()).id;
  };
  const [crawl, waiting, small] = [
    await post('a.example.com', 500),
    await post('b.example.com', 500),
    await post('c.example.com', 25),
  ];
  await expect.poll(() => requestStatus(small)).toBe('running');
  await expect.poll(() => requestStatus(crawl)).toBe('running');
  expect(await requestStatus(waiting)).toBe('queued');
  finish('c.example.com');
  await expect.poll(() => requestStatus(small)).toBe('done');
  expect(await requestStatus(waiting)).toBe('queued');
  finish('a.example.com');
  await expect.poll(() => requestStatus(waiting)).toBe('running');
  finish('b.example.com');
});

test('the form offers more pages to those who may start an audit, up to the limit', async () => {
  const open = await startService(instantAudit, { LIVE_AUDITS: 'public' });
  const html = await (await open.request('/audits')).text();
  expect([...html.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)).toEqual(['25', '100', 'all']);
  const small = await startService(instantAudit, { LIVE_AUDITS: 'public', MAX_PAGES: '25' });
  expect(await (await small.request('/audits')).text()).not.toContain('<select');
});

test('a batch, a verification and the forms read the pages that were asked for, within the same bounds', async () => {
  const asked: (number | undefined)[] = [];
  const service = await startService(
    async (domain, progress, signal, work) => {
      asked.push(work?.pages);
      return instantAudit(domain, progress, signal, work);
    },
    { MAX_PAGES: '400' },
  );
  const post = (path: string, body?: object) =>
    service.request(path, {
      method: 'POST',
      headers: { ...service.authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const visitor = await new Visitor(service).signIn(service.key);
  const form = (path: string, fields: Record<string, string>) => visitor.post(path, fields);
  const { id } = await (
    await service.request('/api/audit?domain=a.com&tier=vip', { headers: service.authorization })
  ).json();
  await form('/sites', { sites: 'd.com' });
  const requests: Record<string, (pages: unknown) => Promise<{ readonly status: number }>> = {
    batch: (pages) => post('/api/audits', { domains: ['b.com', 'c.com'], pages }),
    verification: (pages) => post(`/api/audit/${id}/verify`, { pages }),
    'form to verify': (pages) => form(`/audits/${id}/verify`, { pages: String(pages) }),
    'my sites': (pages) => form('/sites/change', { action: 'audit', 'domain[]': 'd.com', pages: String(pages) }),
  };
  for (const [name, send] of Object.entries(requests)) {
    const count = name === 'batch' ? 2 : 1;
    for (const [pages, read] of [
      [100, 100],
      ['all', 400],
    ]) {
      asked.length = 0;
      expect([name, (await send(pages)).status]).toEqual([name, expect.toBeOneOf([200, 202, 303])]);
      await expect.poll(() => asked).toEqual(Array(count).fill(read));
    }
    asked.length = 0;
    for (const pages of [24, 401, 'many']) {
      const response = await send(pages);
      expect([name, pages, response.status]).toEqual([name, pages, 400]);
      if (response instanceof Response) expect(await response.text()).toMatch(/pages .*must be .* 25 to /);
    }
    expect(asked).toEqual([]);
  }
  // Without a body, the pages of the score are read.
  expect((await post(`/api/audit/${id}/verify`)).status).toBe(200);
  expect((await form(`/audits/${id}/verify`, {})).status).toBe(303);
  await expect.poll(() => asked).toEqual([25, 25]);
});
