import { describe, expect, test } from 'vitest';
import { publishDomains } from '../support/publish-domains.ts';
import { instantAudit, type RunningService, startService } from '../support/running-service.ts';
import { Visitor } from '../support/visitor.ts';

async function opened(settings: Record<string, string> = {}) {
  const running = await startService(instantAudit, settings);
  const admin = (await running.service.keys.create('boss', { isAdmin: true })) ?? expect.fail('The name is taken.');
  return { running, admin, call: createCaller(running, admin) };
}

function createCaller({ request }: RunningService, key: string) {
  return async (method: string, path: string, body?: object) => {
    const response = await request(path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text === '' ? null : JSON.parse(text) };
  };
}

describe('/api/keys', () => {
  test('is for keys that may manage keys', async () => {
    const { running, call } = await opened();
    const other = createCaller(running, running.key);
    for (const [method, path, body] of [
      ['GET', '/api/keys', undefined],
      ['POST', '/api/keys', { name: 'a' }],
      ['PATCH', '/api/keys/a', { name: 'a' }],
      ['DELETE', '/api/keys/a', undefined],
    ] as const)
      expect([method, (await other(method, path, body)).status]).toEqual([method, 403]);
    expect((await running.request('/api/keys')).status).toBe(401);
    expect((await call('GET', '/api/keys')).status).toBe(200);
  });

  test('makes, lists, changes and revokes keys', async () => {
    const { running, call } = await opened();
    const made = await call('POST', '/api/keys', { name: 'shop', audits_per_day: 2 });
    expect(made).toMatchObject({
      status: 201,
      json: { name: 'shop', is_admin: false, audits_per_day: 2, domains: 0, last_used_at: null, revoked_at: null },
    });
    const { id, key } = made.json;
    expect(key).toMatch(/^ctb_\w{40}$/);
    const shop = createCaller(running, key);
    expect((await shop('GET', '/api/sites')).status).toBe(200);
    const listed = async () =>
      (await call('GET', '/api/keys')).json.keys.find((one: { readonly id: string }) => one.id === id);
    await expect.poll(async () => (await listed()).last_used_at).toMatch(/^\d{4}-/);
    expect(JSON.stringify((await call('GET', '/api/keys')).json)).not.toContain('ctb_');
    expect(await call('PATCH', `/api/keys/${id}`, { name: 'store', audits_per_day: null })).toMatchObject({
      status: 200,
      json: { name: 'store', audits_per_day: null },
    });
    expect((await call('DELETE', `/api/keys/${id}`)).status).toBe(204);
    expect((await shop('GET', '/api/sites')).status).toBe(401);
    expect((await call('DELETE', `/api/keys/${id}`)).status).toBe(404);
  });

  test('gives the domains of a revoked key to another key, or withdraws them', async () => {
    const { running, call } = await opened();
    const { keys } = (await call('GET', '/api/keys')).json;
    const findId = (name: string) => keys.find((one: { readonly name: string }) => one.name === name).id;
    await publishDomains(running.db, ['a.com', 'b.com'], findId('test'));
    expect(await call('DELETE', `/api/keys/${findId('test')}`)).toMatchObject({
      status: 409,
      json: { error: 'test has published domains: withdraw them, or give them to another key.' },
    });
    expect((await call('DELETE', `/api/keys/${findId('test')}?heir=${findId('boss')}&withdraw=true`)).status).toBe(400);
    expect((await call('DELETE', `/api/keys/${findId('test')}?heir=${findId('boss')}`)).status).toBe(204);
    expect((await call('GET', '/api/sites')).json.total).toBe(2);
    const { id } = (await call('POST', '/api/keys', { name: 'second', is_admin: true })).json;
    const second = await call('DELETE', `/api/keys/${findId('boss')}?withdraw=true`);
    expect(second.status).toBe(204);
    expect(await running.service.publications.isPublished('a.com')).toBe(false);
    expect(id).toMatch(/^[0-9a-f]{12}$/);
  });

  test.each([
    ['POST', '/api/keys', { name: 'test' }, 409, 'A key named test already exists'],
    ['POST', '/api/keys', { name: 'a\nb' }, 409, 'A name must be one line'],
    ['POST', '/api/keys', { name: '\ufffd \ufffd' }, 409, 'that can be read'],
    ['POST', '/api/keys', { name: '\u3164' }, 409, 'that can be read'],
    ['POST', '/api/keys', { name: '\u2800' }, 409, 'that can be read'],
    ['POST', '/api/keys', { name: 'a', audits_per_day: -1 }, 400, 'a whole number from 0 to 1,000,000, or null'],
    ['PATCH', '/api/keys/none', { name: 'a' }, 404, 'No key in use has that id.'],
  ])('%s %s with %j is refused with a sentence', async (method, path, body, status, error) => {
    const { call } = await opened();
    const response = await call(method, path, body);
    expect([response.status, response.json.error]).toEqual([status, expect.stringContaining(error)]);
  });

  test.each([
    ['/api/keys', '{"name": "new", "is_admin": false, "is_admin": true}', 'is_admin'],
    ['/api/keys', String.raw`{"name": "new", "is_admin": false, "is\u005fadmin" : true}`, 'is_admin'],
    ['/api/audits', '{"domains": ["a.com"], "domains": ["b.com"]}', 'domains'],
    ['/mcp', '{"jsonrpc": "2.0", "params": {"name": "a", "name": "b"}}', 'name'],
  ])('POST %s refuses a body with a repeated name: %s', async (path, body, name) => {
    const { running, admin } = await opened();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin}` };
    const response = await running.request(path, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: `The body has the name "${name}" twice in one object. Send each name once.` },
    ]);
    expect(await running.service.keys.find('new')).toBeNull();
  });

  test('never revokes the last key that may manage keys', async () => {
    const { call } = await opened();
    const { keys } = (await call('GET', '/api/keys')).json;
    const { id } = keys.find((one: { readonly name: string }) => one.name === 'boss');
    expect((await call('DELETE', `/api/keys/${id}`)).status).toBe(409);
    expect((await call('GET', '/api/keys')).status).toBe(200);
  });
});

test('a key requests no more audits on a day than its limit, alone or in batches', async () => {
  const { running, call } = await opened();
  const { key } = (await call('POST', '/api/keys', { name: 'shop', audits_per_day: 2 })).json;
  const shop = createCaller(running, key);
  expect((await shop('POST', '/api/audit', { domain: 'a.com' })).status).toBe(202);
  const batch = await shop('POST', '/api/audits', { domains: ['b.com', 'c.com'] });
  expect([batch.status, batch.json.error]).toEqual([429, expect.stringContaining('1 more today; these are 2.')]);
  expect((await shop('POST', '/api/audit', { domain: 'b.com' })).status).toBe(202);
  const third = await shop('POST', '/api/audit', { domain: 'c.com' });
  expect([third.status, third.json.error]).toEqual([429, expect.stringContaining('its 2 audits of today')]);
  expect((await call('POST', '/api/audit', { domain: 'c.com' })).status).toBe(202);
});

test('requests that arrive together have one limit', async () => {
  const { running, call } = await opened();
  const { key } = (await call('POST', '/api/keys', { name: 'shop', audits_per_day: 3 })).json;
  const shop = createCaller(running, key);
  const batches = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => shop('POST', '/api/audits', { domains: [`1${name}.com`, `2${name}.com`] })),
  );
  expect(batches.map(({ status }) => status).toSorted()).toEqual([202, 429, 429, 429]);
  const singles = await Promise.all(
    ['x', 'y', 'z'].map((name) => shop('POST', '/api/audit', { domain: `${name}.com` })),
  );
  expect(singles.map(({ status }) => status).toSorted()).toEqual([202, 429, 429]);
});

test('the page makes a key, shows it once, and revokes it', async () => {
  const { running, admin } = await opened();
  const visitor = await new Visitor(running).signIn(admin);
  const made = await visitor.submit('/keys', { name: 'shop', limit: '40' });
  const [key = ''] = /ctb_\w{40}/.exec(made) ?? [];
  expect(await running.service.keys.verify(key)).toMatchObject({ name: 'shop', auditsPerDay: 40, isAdmin: false });
  const page = async () => (await visitor.open('/keys')).text();
  expect(await page()).not.toContain('ctb_');
  expect(await page()).toContain('40 audits per UTC day');
  const refused = await visitor.post('/keys', { name: 'shop' });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toMatch(/A key named shop already exists[\s\S]*value="shop"/);
  const { id = '' } = (await running.service.keys.find('shop')) ?? {};
  expect(await visitor.submit(`/keys/${id}`, { action: 'revoke' })).toContain('The key is revoked.');
  expect(await running.service.keys.verify(key)).toBeNull();
  const other = await new Visitor(running).signIn(running.key);
  expect((await other.post('/keys', { name: 'x' })).status).toBe(403);
  expect((await other.open('/keys')).status).toBe(403);
  expect((await running.request('/keys', { redirect: 'manual' })).headers.get('location')).toBe(
    '/sign-in?next=%2Fkeys',
  );
});
