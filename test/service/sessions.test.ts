import { get } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { newApiKey } from '../../src/server/accounts/api-keys.ts';
import { SESSION_SECONDS } from '../../src/server/app/session-cookie.ts';
import {
  instantAudit,
  pausedAudits,
  type RunningService,
  type ServiceResponse,
  sharedService,
  startService,
} from '../support/running-service.ts';

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Posts a form as a page of the service does. */
function post(
  { request }: Pick<RunningService, 'request'>,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<ServiceResponse> {
  return request(path, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...BROWSER, ...SAME_ORIGIN, ...headers },
    body: new URLSearchParams(fields),
  });
}

/** Returns the Cookie header that a browser would send after a response. */
function toCookie(response: ServiceResponse): { readonly cookie: string } {
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  return { cookie };
}

async function signIn(running: RunningService): Promise<{ readonly cookie: string }> {
  return toCookie(await post(running, '/sign-in', { key: running.key }));
}

const figures = ({ request }: RunningService, headers: Record<string, string>) =>
  request('/api/audits?domain=example.com', { headers });

/** Follows a link: `fetch` would say of itself that it is a script. @returns the status */
function follow(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
}

const shared = sharedService(instantAudit, { RATE_LIMIT: 'off' });

describe('signing in', () => {
  test('sets a cookie that scripts cannot read, and goes back to the page', async () => {
    const running = await startService(instantAudit);
    const response = await post(running, '/sign-in', { key: running.key, next: '/checks?a=b' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/checks?a=b');
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^citable_session=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(running.key.slice(4));
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  test('where the public URL is https, the cookie is for this very host, and one from a sibling host is ignored', async () => {
    const running = await startService(instantAudit, { BASE_URL: 'https://citable.example' });
    const response = await post(running, '/sign-in', { key: running.key });
    const attributes = 'Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure';
    const [, token = ''] =
      /^__Host-citable_session=([^;]*); (.*)$/.exec(response.headers.get('set-cookie') ?? '') ?? [];
    expect(response.headers.get('set-cookie')).toBe(`__Host-citable_session=${token}; ${attributes}`);
    const statusWith = async (cookie: string) => (await figures(running, { cookie, ...SAME_ORIGIN })).status;
    expect(await statusWith(`__Host-citable_session=${token}`)).toBe(200);
    expect(await statusWith(`citable_session=${token}`)).toBe(401);
  });

  test('makes another session each time, and adopts none that the browser sent', async () => {
    const running = await startService(instantAudit);
    const planted = await signIn(running);
    const again = toCookie(await post(running, '/sign-in', { key: running.key }, planted));
    expect(again.cookie).not.toBe(planted.cookie);
    expect(again.cookie).not.toBe((await signIn(running)).cookie);
  });

  test.each([
    '//evil.example/',
    'https://evil.example/',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'checks',
  ])('never leads to another site: %s', async (next) => {
    const running = await shared();
    const response = await post(running, '/sign-in', { key: running.key, next });
    expect(response.headers.get('location')).toBe('/');
    const form = await (await running.request(`/sign-in?next=${encodeURIComponent(next)}`)).text();
    expect(form).toContain('name="next" value="/"');
  });

  test('shows a refused key again, with what is wrong', async () => {
    const running = await shared();
    for (const [key, problem] of [
      ['ctb_mistyped', /not a complete key/],
      [newApiKey(), /does not accept that key/],
    ] as const) {
      const response = await post(running, '/sign-in', { key });
      expect(response.status).toBe(401);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      const html = await response.text();
      expect(html).toMatch(problem);
      expect(html).toContain(`value="${key}"`);
    }
  });

  test('answers a script with 204, or 401 and one sentence', async () => {
    const running = await shared();
    const json = { accept: 'application/json' };
    expect((await post(running, '/sign-in', { key: running.key }, json)).status).toBe(204);
    const refused = await post(running, '/sign-in', { key: 'x' }, json);
    expect(refused.status).toBe(401);
    expect((await refused.json()).error).toMatch(/^That is not a complete key/);
  });

  test('counts attempts against the limit of the client address', async () => {
    const running = await startService(instantAudit, { RATE_LIMIT: '3' });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await post(running, '/sign-in', { key: newApiKey() })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });
});

describe('a session', () => {
  test('is the key, for the API and for pages', async () => {
    const running = await startService(instantAudit);
    const cookie = await signIn(running);
    const audited = await running.postAudit('example.com', { ...cookie, ...SAME_ORIGIN });
    expect(audited.status).toBe(202);
    expect((await figures(running, { ...cookie, ...SAME_ORIGIN })).status).toBe(200);
    const page = await running.request('/', { headers: cookie });
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('etag')).toBeNull();
    expect(await page.text()).toContain('Sign out');
    const others = await running.request('/');
    expect(await others.text()).not.toContain('Sign out');
    expect(others.headers.get('cache-control')).toBe('no-cache');
    expect(others.headers.get('vary')).toContain('Cookie');
    await expect
      .poll(() => running.log().filter(({ msg, key }) => msg === 'request' && typeof key === 'string').length)
      .toBe(4);
  });

  test('does not change how assets and hosted files are cached', async () => {
    const running = await startService(instantAudit);
    const cookie = await signIn(running);
    const [asset = ''] = /\/assets\/\w+\/citable\.css/.exec(await (await running.request('/')).text()) ?? [];
    for (const path of [asset, '/robots.txt', '/llms/example.com.txt']) {
      const caching = async (headers: Record<string, string>) =>
        (await running.request(path, { headers })).headers.get('cache-control');
      expect(await caching(cookie)).toBe(await caching({}));
    }
  });

  test('ends at once when its key is revoked', async () => {
    const running = await startService(instantAudit);
    const cookie = await signIn(running);
    await running.service.keys.revoke('test');
    const refused = await figures(running, { ...cookie, ...SAME_ORIGIN });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('set-cookie')).toMatch(/^citable_session=; .*Max-Age=0/);
    expect(await (await running.request('/', { headers: cookie })).text()).toContain('Sign in');
  });

  test('ends after 30 days', async () => {
    const running = await startService(instantAudit);
    const cookie = await signIn(running);
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(now + (SESSION_SECONDS - 60) * 1000);
    expect((await figures(running, { ...cookie, ...SAME_ORIGIN })).status).toBe(200);
    vi.setSystemTime(now + (SESSION_SECONDS + 1) * 1000);
    expect((await figures(running, { ...cookie, ...SAME_ORIGIN })).status).toBe(401);
  });

  test('is refused when it was altered', async () => {
    const running = await startService(instantAudit);
    const { cookie } = await signIn(running);
    for (const altered of [
      `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`,
      `${cookie}A`,
      cookie.slice(0, -1),
      'citable_session=',
    ])
      expect((await figures(running, { cookie: altered, ...SAME_ORIGIN })).status).toBe(401);
    expect((await figures(running, { cookie, ...SAME_ORIGIN })).status).toBe(200);
  });

  test('is not in the database, which has its hash alone', async () => {
    const running = await startService(instantAudit);
    const token = (await signIn(running)).cookie.replace('citable_session=', '');
    const rows = await running.db.selectFrom('sessions').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('ends when it signs out, also for who has copied the cookie; others of the key go on', async () => {
    const running = await startService(instantAudit);
    const [cookie, other] = [await signIn(running), await signIn(running)];
    const response = await running.request('/sign-out', {
      method: 'POST',
      redirect: 'manual',
      headers: { ...cookie, ...SAME_ORIGIN },
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('set-cookie')).toMatch(/^citable_session=; Path=\/; Max-Age=0/);
    const requestStatus = async (headers: { readonly cookie: string }) =>
      (await figures(running, { ...headers, ...SAME_ORIGIN })).status;
    expect([await requestStatus(cookie), await requestStatus(other)]).toEqual([401, 200]);
  });

  test('ends in all browsers of its key when one asks for that', async () => {
    const running = await startService(instantAudit);
    const key = (await running.service.keys.create('other')) ?? '';
    const ofOther = toCookie(await post(running, '/sign-in', { key }));
    const [cookie, second] = [await signIn(running), await signIn(running)];
    expect(await (await running.request('/sign-in', { headers: cookie })).text()).toContain('Sign out in all browsers');
    await post(running, '/sign-out?everywhere=yes', {}, cookie);
    for (const [headers, status] of [
      [cookie, 401],
      [second, 401],
      [ofOther, 200],
    ] as const)
      expect((await figures(running, { ...headers, ...SAME_ORIGIN })).status).toBe(status);
  });

  test('ends when its browser signs in again', async () => {
    const running = await startService(instantAudit);
    const first = await signIn(running);
    const second = toCookie(await post(running, '/sign-in', { key: running.key }, first));
    expect((await figures(running, { ...first, ...SAME_ORIGIN })).status).toBe(401);
    expect((await figures(running, { ...second, ...SAME_ORIGIN })).status).toBe(200);
  });

  test('is not the key of a request whose header has another', async () => {
    const running = await startService(instantAudit);
    const headers = { ...(await signIn(running)), ...SAME_ORIGIN, authorization: `Bearer ${newApiKey()}` };
    expect((await figures(running, headers)).status).toBe(401);
    // A proxy in front of the service may ask for a password.
    expect((await figures(running, { ...headers, authorization: 'Basic dXNlcjpwYXNz' })).status).toBe(200);
  });
});

describe('another site', () => {
  test.each([
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }],
    ['Sec-Fetch-Site none', { 'sec-fetch-site': 'none' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
    ['a foreign Referer', { referer: 'https://evil.example/' }],
    ['nothing that tells', {}],
  ])('cannot use the session: %s', async (_what, headers: Record<string, string>) => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    const cookie = await signIn(running);
    expect((await figures(running, { ...cookie, ...headers })).status).toBe(401);
    expect((await running.postAudit('example.com', { ...cookie, ...headers })).status).toBe(401);
    const form = (path: string, fields: Record<string, string>) =>
      running.request(path, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...BROWSER, ...cookie, ...headers },
        body: new URLSearchParams(fields),
      });
    expect((await form('/audits', { domain: 'example.com' })).status).toBe(401);
    expect((await form('/audits', { domain: 'example.com', key: running.key })).status).toBe(403);
    expect((await form('/sign-in', { key: running.key })).status).toBe(403);
    expect((await form('/sign-out', {})).status).toBe(403);
    expect(paused.started).toEqual([]);
  });

  test.each([
    ['Origin', (url: string) => ({ origin: url })],
    ['Referer, from a script of ours over plain http', (url: string) => ({ referer: `${url}/domains/example.com` })],
  ])('is told from our own pages by %s', async (_what, headersAt) => {
    const running = await shared();
    const cookie = await signIn(running);
    expect((await figures(running, { ...cookie, ...headersAt(running.url) })).status).toBe(200);
  });

  test('cannot start work by a link that a report shows', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    const headers = { ...(await signIn(running)), ...SAME_ORIGIN, 'sec-fetch-mode': 'navigate' };
    for (const path of [
      '/api/audit?domain=a.com&tier=vip',
      '/api/llms-txt?domain=a.com&tier=vip',
      '/llms/a.com.txt?tier=vip',
    ])
      expect(await follow(`${running.url}${path}`, headers)).toBe(401);
    expect(paused.started).toEqual([]);
    expect(await follow(`${running.url}/api/audits?domain=a.com`, headers)).toBe(200);
  });
});

describe('the form that starts an audit', () => {
  test('checks the domain, then asks for a key, then starts', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    const wrong = await post(running, '/audits', { domain: 'someone@example.com' });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('is an e-mail address');
    const requests = await post(running, '/audits', { domain: 'https://example.com/page' });
    expect(requests.status).toBe(401);
    const html = await requests.text();
    expect(html).toContain('name="domain" value="https://example.com/page"');
    expect(html).toContain('name="key"');
    const mistyped = await post(running, '/audits', { domain: 'https://example.com/page', key: 'ctb_x' });
    expect(mistyped.status).toBe(401);
    expect(await mistyped.text()).toContain('value="ctb_x"');
    const started = await post(running, '/audits', { domain: 'https://example.com/page', key: running.key });
    expect(started.status).toBe(303);
    expect(started.headers.get('location')).toMatch(/^\/audits\/[\w-]{36}#whole-site$/);
    await paused.whenStarted(1);
    const again = await post(running, '/audits', { domain: 'b.com' }, toCookie(started));
    expect(again.status).toBe(303);
  });
});
