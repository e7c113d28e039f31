import { describe, expect, test } from 'vitest';
import { newApiKey } from '../../src/server/accounts/api-keys.ts';
import { requestAtOnce } from '../support/request-at-once.ts';
import { instantAudit, pausedAudits, type ServiceResponse, startService } from '../support/running-service.ts';

const VIP = '/api/audit?domain=example.com&tier=vip';

describe('keys', () => {
  test('tier vip without a key answers 401 and says how to send one', async () => {
    const { request } = await startService(instantAudit);
    const response = await request(VIP);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect((await response.json()).error).toContain('Authorization: Bearer');
  });

  test.each([
    ['a key that was never made', `Bearer ${newApiKey()}`],
    ['a mistyped key', 'Bearer ctb_typo'],
    ['no token', 'Bearer'],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['an empty header', ''],
  ])('%s answers 401, for tier vip and for a post', async (_what, authorization) => {
    const paused = pausedAudits();
    const { request, postAudit } = await startService(paused.liveAudit);
    for (const response of [
      await request(VIP, { headers: { authorization } }),
      await postAudit('a.com', { authorization }),
    ]) {
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
    expect(paused.started).toEqual([]);
  });

  test('the scheme is read without case', async () => {
    const { request, key } = await startService(instantAudit);
    expect((await request(VIP, { headers: { authorization: `bearer ${key}` } })).status).toBe(200);
  });

  test('a revoked key stops working with the next request', async () => {
    const { request, postAudit, authorization, service } = await startService(instantAudit);
    expect((await request(VIP, { headers: authorization })).status).toBe(200);
    await service.keys.revoke('test');
    for (const response of [
      await request(VIP, { headers: authorization }),
      await postAudit('example.com', authorization),
    ]) {
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
  });

  test('where live audits are public no key is needed, but a wrong one is still refused', async () => {
    const { request, postAudit, authorization } = await startService(instantAudit, { LIVE_AUDITS: 'public' });
    expect((await request(VIP)).status).toBe(200);
    expect((await postAudit('example.com')).status).toBe(202);
    expect((await request(VIP, { headers: authorization })).status).toBe(200);
    expect((await request(VIP, { headers: { authorization: 'Bearer x' } })).status).toBe(401);
  });

  test('no key ever gets into the log', async () => {
    const { request, postAudit, key, authorization, log } = await startService(async () => {
      throw new Error('a fault while a key is at hand');
    });
    await request(VIP, { headers: authorization });
    await postAudit('example.com', authorization);
    await request(`/api/audit?domain=${key}&tier=vip`, { headers: authorization });
    await request(`/${key}?key=${key}`, { headers: authorization });
    await request(`/api/audit/${key}`);
    await expect.poll(() => log().filter(({ msg }) => msg === 'request').length).toBe(5);
    expect(log().filter(({ msg }) => msg === 'audit').length).toBeGreaterThan(0);
    expect(JSON.stringify(log())).not.toContain(key.slice(4, 24));
  });
});

describe('the log', () => {
  const TRACE = '0af7651916cd43dd8448eb211c80319c';

  test('names each request by a span of its own, in the trace of its caller where that is a valid one', async () => {
    const { request, log } = await startService(instantAudit);
    await request('/healthz', { headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` } });
    await request('/healthz', { headers: { traceparent: `00-${TRACE}-chosen-01`, 'x-request-id': 'chosen' } });
    const lines = () => log().filter(({ msg }) => msg === 'request');
    await expect.poll(() => lines().length).toBe(2);
    const [first, second] = lines();
    const span_id = expect.stringMatching(/^[0-9a-f]{16}$/);
    expect(first).toMatchObject({ trace_id: TRACE, span_id, parent_id: 'b7ad6b7169203331' });
    expect(second).toMatchObject({ trace_id: expect.stringMatching(/^[0-9a-f]{32}$/), span_id });
    expect(second).not.toHaveProperty('parent_id');
    expect(JSON.stringify(second)).not.toContain('chosen');
    expect(second?.['trace_id']).not.toBe(TRACE);
  });

  test('has what the X-Request-Id of an error names', async () => {
    const { request, db, log } = await startService(instantAudit);
    await db.schema.dropTable('audits').execute();
    const response = await request('/api/audit/6f1c2a34-9d8e-4b7a-8c5d-0e1f2a3b4c5d');
    expect(response.status).toBe(500);
    const [trace_id, span_id] = response.headers.get('x-request-id')?.split('-') ?? [];
    await expect.poll(() => log().filter(({ msg }) => msg === 'request').length).toBe(1);
    expect(log()).toContainEqual(expect.objectContaining({ level: 'error', msg: 'fault', trace_id, span_id }));
    expect(log()).toContainEqual(expect.objectContaining({ msg: 'request', status: 500, trace_id, span_id }));
  });

  test('has one line for each request, with what it was about', async () => {
    const { request, authorization, log, service } = await startService(instantAudit);
    const { id } = await (await request(VIP, { headers: authorization })).json();
    await request('/nowhere');
    const lines = () => log().filter(({ msg }) => msg === 'request');
    await expect.poll(() => lines().length).toBe(2);
    const [key] = await service.keys.list();
    expect(lines()).toEqual([
      expect.objectContaining({
        level: 'info',
        method: 'GET',
        route: '/api/audit',
        status: 200,
        domain: 'example.com',
        audit: id,
        key: key?.id,
        duration_ms: expect.any(Number),
      }),
      expect.objectContaining({ route: null, status: 404, key: null }),
    ]);
  });

  test('has one line for each audit, with every fact', async () => {
    const { request, authorization, log, service } = await startService(async (domain, progress) => {
      progress?.('home page', 1);
      progress?.('pages and links', 17);
      return instantAudit(domain);
    });
    const { id } = await (await request(VIP, { headers: authorization })).json();
    const [key] = await service.keys.list();
    expect(log().filter(({ msg }) => msg === 'audit')).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        msg: 'audit',
        audit: id,
        domain: 'example.com',
        status: 'done',
        score: 91,
        failure: null,
        requests: 17,
        snapshot: true,
        callers: 1,
        key: key?.id,
        queued_ms: expect.any(Number),
        processor_ms: null,
        duration_ms: expect.any(Number),
      },
    ]);
  });

  test('says when the caller had gone before the answer', async () => {
    const paused = pausedAudits();
    const { request, authorization, log } = await startService(paused.liveAudit);
    const gone = new AbortController();
    const call = request(VIP, { headers: authorization, signal: gone.signal });
    await paused.whenStarted(1);
    gone.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => log().find(({ msg }) => msg === 'request')).toMatchObject({ aborted: true });
  });
});

describe('rate limits', () => {
  const remaining = (response: ServiceResponse) => response.headers.get('ratelimit-remaining');

  test('per client address: counted down, then 429 until the window ends', async () => {
    const { request } = await startService(instantAudit, { RATE_LIMIT: '2' });
    const first = await request('/api/audit?domain=example.com');
    expect(first.headers.get('ratelimit-limit')).toBe('2');
    expect(remaining(first)).toBe('1');
    expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    expect(remaining(await request('/nowhere'))).toBe('0');
    const refused = await request('/api/audit?domain=example.com');
    expect(refused.status).toBe(429);
    expect(remaining(refused)).toBe('0');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Object.keys(await refused.json())).toEqual(['error']);
  });

  test.each([VIP, '/llms/example.com.txt?tier=vip', '/api/audits?domain=example.com'])(
    'keys cannot be guessed faster than that, at %s',
    async (path) => {
      const { request } = await startService(instantAudit, { RATE_LIMIT: '2' });
      const guess = async () => (await request(path, { headers: { authorization: `Bearer ${newApiKey()}` } })).status;
      expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
    },
  );

  test('come before the queue: who is over one is told so at once, and takes no place', async () => {
    // As many as say hello, and five more.
    const { url } = await startService(instantAudit, { RATE_LIMIT: '155' });
    const request = 'GET /checks HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const responses = await requestAtOnce(url, Array(150).fill(request));
    const statuses = responses.map((response) => response.slice(9, 12));
    const count = (status: string) => statuses.filter((one) => one === status).length;
    expect([count('200'), count('429'), count('503')]).toEqual([5, 145, 0]);
  });

  test('per key for live audits, each key by itself, apart from the address', async () => {
    const { request, postAudit, authorization, service } = await startService(instantAudit, {
      RATE_LIMIT: '1',
      AUDIT_RATE_LIMIT: '2',
    });
    const first = await request(VIP, { headers: authorization });
    expect([first.status, first.headers.get('ratelimit-limit'), remaining(first)]).toEqual([200, '2', '1']);
    expect((await postAudit('example.com', authorization)).status).toBe(202);
    const refused = await request(VIP, { headers: authorization });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    const other = { authorization: `Bearer ${await service.keys.create('other')}` };
    expect((await request(VIP, { headers: other })).status).toBe(200);
    expect((await request('/api/audit?domain=example.com')).status).toBe(200);
  });

  test('a request that is not sound costs no live audit', async () => {
    const { request, authorization } = await startService(instantAudit, { AUDIT_RATE_LIMIT: '1' });
    expect((await request('/api/audit?domain=localhost&tier=vip', { headers: authorization })).status).toBe(400);
    expect((await request(VIP, { headers: authorization })).status).toBe(200);
  });

  test('public live audits are limited per address', async () => {
    const { request } = await startService(instantAudit, { LIVE_AUDITS: 'public', AUDIT_RATE_LIMIT: '1' });
    expect([(await request(VIP)).status, (await request(VIP)).status]).toEqual([200, 429]);
  });

  test('off means off, and the health check and preflights are never limited', async () => {
    const unlimited = await startService(instantAudit, { RATE_LIMIT: 'off' });
    const response = await unlimited.request('/');
    expect(response.headers.get('ratelimit-limit')).toBeNull();
    const limited = await startService(instantAudit, { RATE_LIMIT: '1' });
    for (const _ of [1, 2, 3]) {
      expect((await limited.request('/healthz')).status).toBe(200);
      expect((await limited.request('/api/audit', { method: 'OPTIONS' })).status).toBe(204);
    }
  });

  test.each([
    ['off', [200, 429]],
    ['1', [200, 200]],
    ['127.0.0.1', [200, 200]],
    ['10.0.0.0/8', [200, 429]],
  ])('with TRUST_PROXY=%s two forwarded addresses behind one proxy get %j', async (TRUST_PROXY, statuses) => {
    const { request } = await startService(instantAudit, { RATE_LIMIT: '1', TRUST_PROXY });
    const from = async (address: string) => (await request('/', { headers: { 'x-forwarded-for': address } })).status;
    expect([await from('192.0.2.1'), await from('192.0.2.2')]).toEqual(statuses);
  });
});

describe('CORS', () => {
  test('a preflight is answered for every endpoint', async () => {
    const { request } = await startService(instantAudit);
    for (const path of ['/api/audit', '/api/audit/x', '/api/audit/x/snapshot', '/nowhere']) {
      const response = await request(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type',
        },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type');
      expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PATCH, DELETE');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('every answer may be read by any origin, with the headers that matter, and sets no cookie', async () => {
    const { request } = await startService(instantAudit);
    for (const path of ['/', '/api/audit?domain=example.com', VIP, '/api/audit/x', '/nowhere', '/openapi.json']) {
      const { headers } = await request(path, { headers: { origin: 'https://app.example' } });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      for (const name of [
        'X-Service-Audit-Id',
        'Location',
        'ETag',
        'Retry-After',
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
        'X-Request-Id',
      ]) {
        expect(headers.get('access-control-expose-headers')?.split(', ')).toContain(name);
      }
    }
  });
});
