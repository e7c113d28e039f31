import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { instantAudit, type ServiceResponse, sharedService, startService } from '../support/running-service.ts';

const shared = sharedService(instantAudit, { RATE_LIMIT: 'off', AUDIT_RATE_LIMIT: 'off' });

/** What clients send that name a type in each request. Not by `fetch`, which adds Content-Length: 0. */
const WITHOUT_BODY = 'HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n';

async function expectError(response: ServiceResponse, status: number, message: string | RegExp): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('cache-control')).toMatch(/no-store/);
  expect(await response.json()).toEqual({
    error: typeof message === 'string' ? message : expect.stringMatching(message),
  });
}

describe('parameters', () => {
  test.each([
    ['', 'The parameter domain is missing; it must be a domain such as example.com.'],
    ['?domain=a.com&domain=b.com', 'The parameter domain must be given once and be a domain such as example.com.'],
    ['?domain=a.com&tier=gold', 'The parameter tier must be given once and be free or vip.'],
    ['?domain=a.com&tier=', 'The parameter tier must be given once and be free or vip.'],
    ['?domain=a.com&tier=VIP', 'The parameter tier must be given once and be free or vip.'],
    ['?domain=a.com&tier=free&tier=free', 'The parameter tier must be given once and be free or vip.'],
    ['?domain=', /^The domain is refused: A domain is needed/],
    ['?domain=127.0.0.1', /^The domain is refused: "127\.0\.0\.1" is an IP address/],
    ['?domain=[::1]', /^The domain is refused: .* is an IP address/],
    ['?domain=localhost', /^The domain is refused: /],
    ['?domain=example.com:8080', /^The domain is refused: .* names a port/],
    ['?domain=https://example.com/page', /^The domain is refused: .* names a page/],
    [`?domain=${'a'.repeat(64)}.com`, /^The domain is refused: .* label longer than 63/],
    ['?domain=%00', /^The domain is refused: /],
  ])('GET /api/audit%s answers 400', async (query, message) => {
    const { request } = await shared();
    await expectError(await request(`/api/audit${query}`), 400, message);
  });

  test('private targets and ports are accepted where the operator allows them', async () => {
    const { request } = await startService(instantAudit, { ALLOW_PRIVATE_TARGETS: '1' });
    const response = await request('/api/audit?domain=localhost:8080');
    expect(response.status).toBe(200);
    expect((await response.json()).domain).toBe('localhost:8080');
  });
});

describe('bodies', () => {
  const json = { 'content-type': 'application/json' };
  const NOT_JSON = 'The body must be a JSON object such as {"domain": "example.com"}.';
  test.each([
    ['none', json, undefined, 400, NOT_JSON],
    ['half of one', json, '{"domain":', 400, NOT_JSON],
    ['an array', json, '["example.com"]', 400, NOT_JSON],
    ['a string', json, '"example.com"', 400, NOT_JSON],
    ['null', json, 'null', 400, NOT_JSON],
    ['a prototype', json, '{"__proto__":{"domain":"example.com"}}', 400, NOT_JSON],
    ['no domain', json, '{}', 400, 'The field domain of the body is missing; it must be a domain such as example.com.'],
    [
      'a number',
      json,
      '{"domain":1}',
      400,
      'The field domain of the body must be given once and be a domain such as example.com.',
    ],
    ['an address', json, '{"domain":"10.0.0.1"}', 400, /^The domain is refused: /],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'domain=a.com', 415, /application\/json/],
    ['plain text', { 'content-type': 'text/plain' }, '{"domain":"a.com"}', 415, /application\/json/],
    ['one byte too many', json, `{"domain":"a.com"${' '.repeat(16_384 - 17)}}`, 413, /16 KiB/],
  ])('POST /api/audit with %s', async (_what, headers, body, status, message) => {
    const { request } = await shared();
    const init = body === undefined ? { headers } : { headers, body };
    await expectError(await request('/api/audit', { method: 'POST', ...init }), status, message);
  });

  test('of 16 KiB are read', async () => {
    const { request } = await shared();
    const body = `{"domain":"a.com"${' '.repeat(16_384 - 18)}}`;
    expect((await request('/api/audit', { method: 'POST', headers: json, body })).status).toBe(200);
  });
});

describe('paths and methods', () => {
  test.each(['/api/', '/api/audit/', '/api/auditing', '/nothing', '/api/audit/a/b', '/..%2f'])(
    '%s answers 404',
    async (path) => {
      const { request } = await shared();
      const response = await request(path);
      expect(response.status).toBe(404);
      expect(Object.keys(await response.json())).toEqual(['error']);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    },
  );

  test.each([
    ['DELETE', '/api/audit', 'GET, HEAD, POST, OPTIONS'],
    ['PUT', '/api/audit', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/api/audit/0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api/audit/x/snapshot', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/audit/x/evidence', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
  ])('%s %s answers 405 with Allow, whatever the body', async (method, path, allow) => {
    const { request } = await shared();
    const response = await request(path, { method, body: 'whatever', headers: { 'content-type': 'text/x-whatever' } });
    expect([...(response.headers.get('allow') ?? '').split(', ')].sort()).toEqual(allow.split(', ').sort());
    await expectError(response, 405, /is not allowed here/);
  });

  test.each(['PROPFIND', 'QUERY', 'TRACE', 'M-SEARCH'])('so does %s, which few servers know', async (method) => {
    const { url } = await shared();
    const requests = request(`${url}/api/audit`, { method }).end();
    const [response]: IncomingMessage[] = await once(requests, 'response');
    expect(response?.statusCode).toBe(405);
    expect(response?.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    response?.resume();
  });

  test('a path that cannot be decoded answers 400', async () => {
    const { request, log } = await startService(instantAudit);
    await expectError(await request('/api/audit/%zz'), 400, 'The request is malformed.');
    await expect.poll(() => log().find(({ msg }) => msg === 'request')).toMatchObject({ route: null, status: 400 });
  });

  test.each([
    ['bytes that are no HTTP', 'what is this\r\n\r\n', 400],
    ['a request without a Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts in HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    ['two Hosts at no path', 'GET /nothing HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts of a preflight', 'OPTIONS / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', 400],
    [
      'an expectation that nobody knows',
      'GET /nothing HTTP/1.1\r\nHost: x\r\nExpect: what\r\nConnection: close\r\n\r\n',
      404,
    ],
    ['a POST of JSON without a body', `POST /api/audit ${WITHOUT_BODY}`, 400],
    ['a DELETE of JSON without a body', `DELETE /api/domains/example.com ${WITHOUT_BODY}`, 401],
    ['a PUT of JSON without a body at no path', `PUT /nothing ${WITHOUT_BODY}`, 404],
    ['a header of 20 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s are answered in the same shape', async (_what, bytes, status) => {
    const { url } = await shared();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end(bytes);
    let response = '';
    for await (const chunk of socket) response += String(chunk);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).toMatch(/\r\nContent-Type: application\/json; charset=utf-8\r\n/i);
    expect(response).toMatch(/\r\nAccess-Control-Allow-Origin: \*\r\n/i);
    expect(Object.keys(JSON.parse(response.slice(response.indexOf('\r\n\r\n'))))).toEqual(['error']);
  });

  test('a fault tells the caller nothing of the inside, and the log everything', async () => {
    const { request, db, log } = await startService(instantAudit);
    await db.schema.dropTable('audits').execute();
    const response = await request('/api/audit/0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b');
    await expectError(response, 500, 'Something went wrong in the service; its log has the details.');
    expect(log().find(({ msg }) => msg === 'fault')).toMatchObject({ level: 'error', err: { message: /audits/ } });
  });
});

describe('HEAD', () => {
  test.each(['/healthz', '/', '/openapi.json', '/api/audit?domain=example.com', '/api/audit?tier=x'])(
    '%s answers as GET does, without a body',
    async (path) => {
      const { request } = await shared();
      const [get, head] = [await request(path), await request(path, { method: 'HEAD' })];
      expect(head.status).toBe(get.status);
      expect(await head.text()).toBe('');
      for (const name of ['content-type', 'content-length', 'cache-control', 'etag']) {
        expect(head.headers.get(name), name).toBe(get.headers.get(name));
      }
    },
  );
});
