import { describe, expect, test } from 'vitest';
import {
  domainName,
  instantAudit,
  type RunningService,
  startService,
} from '../../../../test/support/running-service.ts';

const HTML = { accept: 'text/html,application/xhtml+xml' };

function submit({ request }: RunningService, domain: string | null, headers: Record<string, string> = {}) {
  return request('/audits', {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...HTML, ...headers },
    body: domain === null ? '' : new URLSearchParams({ domain }).toString(),
  });
}

function show({ request }: RunningService, domain: string) {
  return request(`/audits?${new URLSearchParams({ domain })}`, { redirect: 'manual', headers: HTML });
}

describe('GET /audits', () => {
  test('leads to the demonstration, which is of an invented shop', async () => {
    const running = await startService(instantAudit);
    const response = await running.request('/audits?example', { redirect: 'manual', headers: HTML });
    const { id } = await running.service.audits.demonstration(domainName('shop.example.com'));
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`/audits/${id}`);
  });

  test('shows the form with the domain, and audits nothing', async () => {
    const running = await startService(instantAudit, { LIVE_AUDITS: 'public' });
    const response = await show(running, 'example.com');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('value="example.com"');
    expect(await running.db.selectFrom('audits').selectAll().execute()).toEqual([]);
  });

  test('shows the form again for invalid input, with the input and one sentence', async () => {
    const running = await startService(instantAudit);
    const response = await show(running, 'mailto:"><script>alert(1)</script>@example.com');
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('is an e-mail address; the domain of a website is needed');
    expect(html).toContain('value="mailto:&quot;>&lt;script>alert(1)&lt;/script>@example.com"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).not.toContain('<script>alert');
  });

  test('shows the form without a domain', async () => {
    const { request } = await startService(instantAudit);
    const response = await request('/audits', { headers: HTML });
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/<p id="domain-problem"[^>]* hidden><\/p>/);
  });

  test('refuses two domains', async () => {
    const { request } = await startService(instantAudit);
    expect((await request('/audits?domain=a.com&domain=b.com')).status).toBe(400);
  });
});

describe('POST /audits', () => {
  test('needs a key where live audits do', async () => {
    const running = await startService(instantAudit);
    const response = await submit(running, 'example.com');
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('queues a live audit where they are public, and redirects to its page', async () => {
    const running = await startService(instantAudit, { LIVE_AUDITS: 'public' });
    const response = await submit(running, 'https://example.com/a');
    const [, id = ''] = /^\/audits\/([0-9a-f-]{36})#whole-site$/.exec(response.headers.get('location') ?? '') ?? [];
    expect(response.status).toBe(303);
    expect(await running.service.audits.find(id)).toMatchObject({ domain: 'example.com', kind: 'live' });
  });

  test.each([null, '', 'not a site'])('shows the form again for %j', async (domain) => {
    const running = await startService(instantAudit, { LIVE_AUDITS: 'public' });
    const response = await submit(running, domain);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('aria-invalid="true"');
  });

  test('counts towards the rate limit of live audits', async () => {
    const running = await startService(instantAudit, { LIVE_AUDITS: 'public', AUDIT_RATE_LIMIT: '1' });
    expect((await submit(running, 'one.example.com')).status).toBe(303);
    const refused = await submit(running, 'two.example.com');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('says when the queue is full', async () => {
    const never = () => new Promise<never>(() => undefined);
    const running = await startService(never, {
      LIVE_AUDITS: 'public',
      MAX_RUNNING_AUDITS: '1',
      MAX_QUEUED_AUDITS: '0',
    });
    expect((await submit(running, 'one.example.com')).status).toBe(303);
    const refused = await submit(running, 'two.example.com');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('accepts forms of at most 16 KiB', async () => {
    const running = await startService(instantAudit, { LIVE_AUDITS: 'public' });
    expect((await submit(running, 'a'.repeat(17_000))).status).toBe(413);
  });
});
