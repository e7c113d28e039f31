import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { requestAtOnce } from '../support/request-at-once.ts';
import {
  instantAudit,
  pausedAudits,
  type RunningService,
  type ServiceResponse,
  sharedService,
  startService,
} from '../support/running-service.ts';

const shared = sharedService(instantAudit, { RATE_LIMIT: 'off' });

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

function browse({ request }: RunningService, path: string, init: RequestInit = {}): Promise<ServiceResponse> {
  return request(path, { ...init, headers: { accept: BROWSER, ...init.headers } });
}

async function expectPage(response: ServiceResponse, status: number, ...texts: (string | RegExp)[]): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/);
  expect(response.headers.get('cache-control')).toMatch(/no-store/);
  expect(response.headers.get('vary')).toMatch(/\bAccept\b/i);
  const html = await response.text();
  expect(html).toMatch(/^<!doctype html><html lang="en">/);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  for (const text of texts) expect(html).toMatch(text);
}

async function expectJson(response: ServiceResponse, status: number): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Object.keys(await response.json())).toEqual(['error']);
}

test.each(['/healthz', '/readyz', '/metrics', '/openapi.json'])(
  'who errs at %s gets JSON, as there is no page',
  async (path) => {
    const running = await shared();
    await expectJson(await browse(running, path, { method: 'DELETE' }), 405);
  },
);

describe('a browser is shown a page', () => {
  test('where there is nothing', async () => {
    const running = await shared();
    await expectPage(await browse(running, '/nothing'), 404, '<h1>Page not found</h1>');
    await expectPage(await browse(running, '/checks/nothing'), 404, '/checks');
    await expectPage(await browse(running, '/audits/0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b'), 404, 'Audit not found');
  });

  test('where the address cannot be read', async () => {
    const running = await shared();
    await expectPage(await browse(running, '/checks/%zz'), 400, 'The request is malformed.');
    await expectPage(await browse(running, '/audits?domain=a.com&domain=b.com'), 400, '<h1>This request');
  });

  test('where a key is needed', async () => {
    const running = await shared();
    const response = await browse(running, '/audits', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'domain=example.com',
    });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    await expectPage(response, 401, '<h1>A live audit needs a key</h1>');
  });

  test('where the method is not allowed', async () => {
    const running = await shared();
    const response = await browse(running, '/checks', { method: 'DELETE' });
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    await expectPage(response, 405, 'DELETE is not allowed here');
  });

  test('where the limit is reached', async () => {
    const running = await startService(instantAudit, { RATE_LIMIT: '1' });
    await browse(running, '/checks');
    const response = await browse(running, '/checks');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectPage(response, 429, '<h1>Too many requests</h1>', /try again in \d+ seconds/);
  });

  test('where the fault is ours, and it tells nothing of the inside', async () => {
    const running = await startService(instantAudit);
    await running.db.schema.dropTable('audits').execute();
    const response = await browse(running, '/audits/0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b');
    const html = await response.clone().text();
    await expectPage(response, 500, 'its log has the details');
    expect(html).not.toMatch(/sqlite|no such table/i);
  });

  test('where the disk is full, which is logged once and not for each request', async () => {
    const running = await startService(instantAudit, {
      RATE_LIMIT: 'off',
      AUDIT_RATE_LIMIT: 'off',
      LIVE_AUDITS: 'public',
    });
    await sql`pragma max_page_count = 1`.execute(running.db);
    const refused: ServiceResponse[] = [];
    for (let n = 0; refused.length < 5; n++) {
      const response = await browse(running, '/audits', {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `domain=shop-${n}.com`,
      });
      if (response.status !== 303) refused.push(response);
    }
    for (const response of refused) {
      await expectPage(response, 503, 'Nothing can be saved right now. The operator has to free disk space.');
    }
    const lines = running.log().filter(({ msg }) => msg === 'audit not stored' || msg === 'fault');
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', count: 1, msg: 'audit not stored' })]);
  });

  test('where there is no room', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, {
      LIVE_AUDITS: 'public',
      MAX_RUNNING_AUDITS: '1',
      MAX_QUEUED_AUDITS: '0',
    });
    const post = (domain: string) =>
      browse(running, '/audits', {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `domain=${domain}`,
      });
    await post('example.com');
    await paused.whenStarted(1);
    const response = await post('other.com');
    expect(response.headers.get('retry-after')).toBe('30');
    await expectPage(response, 503, 'Too many audits are waiting; try again later.');
  });

  test('where too many ask at once', async () => {
    const { url } = await startService(instantAudit, { RATE_LIMIT: 'off' });
    const request = `GET /checks HTTP/1.1\r\nHost: localhost\r\nAccept: ${BROWSER}\r\nConnection: close\r\n\r\n`;
    const responses = await requestAtOnce(url, Array(1_100).fill(request));
    const refusals = responses.filter((response) => !response.startsWith('HTTP/1.1 200 '));
    expect(refusals.length).toBeGreaterThan(0);
    for (const page of refusals) {
      expect(page).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: 5\r\nx-request-id: /s);
      expect(page).toMatch(/^access-control-allow-origin: \*\r$/m);
      expect(page).toMatch(/<h1>This is not possible right now<\/h1>.*Too many requests are waiting/s);
    }
  });

  test('whose text is what the address says, never markup', async () => {
    const running = await shared();
    const html = await (await browse(running, '/%3Cscript%3Ealert(1)%3C/script%3E"><script>alert(2)</script>')).text();
    expect(html).not.toMatch(/<script>/i);
  });
});

describe('programs are answered with JSON', () => {
  test.each([undefined, '*/*', 'application/json', 'application/json, text/html'])(
    'where Accept is %s',
    async (accept) => {
      const { request } = await shared();
      const response = await request('/nothing', accept === undefined ? {} : { headers: { accept } });
      expect(response.headers.get('vary')).toMatch(/\bAccept\b/);
      await expectJson(response, 404);
    },
  );

  test.each([
    ['/api/nothing', 404],
    ['/api/audit', 400],
    ['/api/audit?domain=example.com&tier=vip', 401],
    ['/api/audit/x', 404],
    ['/llms/localhost.txt', 400],
    ['/llms/nothing', 404],
  ])('at %s, whatever Accept says', async (path, status) => {
    const running = await shared();
    await expectJson(await browse(running, path), status);
  });
});
