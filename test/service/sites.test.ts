import { describe, expect, test } from 'vitest';
import { combinedLine, USER_AGENTS } from '../support/access-log.ts';
import { instantAudit, pausedAudits, type RunningService, startService } from '../support/running-service.ts';
import { Visitor } from '../support/visitor.ts';

const BROWSER = { accept: 'text/html', 'sec-fetch-site': 'same-origin' };

async function signedIn(running: RunningService) {
  const visitor = await new Visitor(running).signIn(running.key);
  return {
    post: (path: string, fields: [string, string][]) => visitor.post(path, fields),
    submit: (path: string, fields: [string, string][]) => visitor.submit(path, fields),
    page: async (path: string) => (await visitor.open(path)).text(),
  };
}

const rows = (html: string) => [...html.matchAll(/href="\/domains\/([^"]+)"/g)].map(([, domain]) => domain);

describe('my sites', () => {
  test('are for who has signed in', async () => {
    const running = await startService(instantAudit);
    for (const [method, path, fields] of [
      ['GET', '/sites?sort=score', {}],
      ['POST', '/sites', { sites: 'a.com' }],
      ['POST', '/sites/change', { action: 'audit' }],
    ] as const) {
      const response = await running.request(path, {
        method,
        redirect: 'manual',
        headers: BROWSER,
        ...(method === 'POST' ? { body: new URLSearchParams(fields) } : {}),
      });
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toMatch(/^\/sign-in\?next=%2Fsites/);
    }
    const { page } = await signedIn(running);
    expect(rows(await page('/sites'))).toEqual([]);
  });

  test('are added from a pasted list and audited as a batch; what is not a website stays in the field', async () => {
    const running = await startService(instantAudit);
    const { submit, page } = await signedIn(running);
    const added = await submit('/sites', [
      ['sites', 'b.com\r\nhttps://a.com/page\r\nb.com'],
      ['audit', 'now'],
    ]);
    expect(added).toContain('2 sites added. They will be audited now.');
    await expect
      .poll(async () => (await page('/sites')).match(/class="tag tag-\w+ sites-verdict" href="\/audits\//g)?.length)
      .toBe(2);
    expect(rows(await page('/sites'))).toEqual(['a.com', 'b.com']);
    const html = await submit('/sites', [['sites', 'c.com\nsomeone@d.com\nlocalhost']]);
    expect(html).toContain('1 site added. We skipped 2 entries:');
    expect(html).toContain('>someone@d.com\nlocalhost</textarea>');
    expect(rows(html)).toEqual(['a.com', 'b.com', 'c.com']);
  });

  test('are audited, scheduled and removed: those that are ticked, or all that a search shows', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    const { post, submit, page } = await signedIn(running);
    await post('/sites', [['sites', 'a.com b.com c.org']]);
    const change = async (...fields: [string, string][]) => {
      const html = await submit('/sites/change', [['back', '/sites?q=.com'], ...fields]);
      expect(html).toContain('type="search" value=".com"');
      return /role="status"><p>([^<]*)/.exec(html)?.[1];
    };
    const ticked = (name: string): [string, string] => ['domain[]', name];
    expect(await change(['action', 'audit'], ticked('a.com'))).toBe('1 site will be audited now.');
    await paused.whenStarted(1);
    expect(await page('/sites')).toContain('running now');
    expect(await change(['action', 'weekly'], ['all', 'yes'])).toBe('2 sites will be audited every week.');
    expect((await page('/sites')).match(/sites-schedule">weekly/g)?.length).toBe(2);
    expect(await change(['action', 'remove'], ticked('b.com'), ticked('c.org'), ticked('others.com'))).toBe(
      '2 sites removed. Published sites remain until you withdraw them on their page.',
    );
    expect(await change(['action', 'remove'])).toBe('Select sites first, then choose an action.');
    for (const action of ['audit', 'daily', 'weekly', 'off'])
      expect(await change(['action', action], ticked('others.com'))).toBe(
        'Nothing changed: your list does not have these sites.',
      );
    expect(paused.started).toEqual(['a.com']);
    expect(rows(await page('/sites'))).toEqual(['a.com']);
  });

  test('of another key are never shown or changed', async () => {
    const running = await startService(instantAudit);
    const { post } = await signedIn(running);
    await post('/sites', [['sites', 'a.com']]);
    const key = await running.service.keys.create('other');
    const other = await signedIn({ ...running, key: key ?? '' });
    expect(rows(await other.page('/sites'))).toEqual([]);
    const removed = await other.submit('/sites/change', [
      ['action', 'remove'],
      ['domain[]', 'a.com'],
    ]);
    expect(removed).toContain('0 sites removed.');
  });

  test('have a page each, published or not, with their scores', async () => {
    const running = await startService(instantAudit);
    const { post, page } = await signedIn(running);
    await post('/sites', [['sites', 'a.com b.com']]);
    const { id } = await (
      await running.request('/api/audit?domain=a.com&tier=vip', { headers: running.authorization })
    ).json();
    expect(await page('/domains/a.com')).toContain(`href="/audits/${id}"`);
    expect(await page('/domains/b.com')).toContain('Audit now');
    const statusFor = async (path: string, headers: Record<string, string>) =>
      (await running.request(path, { headers })).status;
    expect(await statusFor('/domains/a.com', {})).toBe(404);
    expect(await statusFor('/domains/unknown.com', {})).toBe(404);
    expect(await (await running.request('/domains/a.com')).text()).not.toContain(id);
  });

  test('come fifty on a page', async () => {
    const running = await startService(instantAudit);
    const { post, page } = await signedIn(running);
    const names = Array.from({ length: 120 }, (_, n) => `site-${String(n).padStart(3, '0')}.com`);
    await post('/sites', [['sites', names.join('\n')]]);
    expect(rows(await page('/sites'))).toEqual(names.slice(0, 50));
    expect(rows(await page('/sites?page=3'))).toEqual(names.slice(100));
    expect(rows(await page('/sites?page=99'))).toEqual(names.slice(100));
    expect(await page('/sites?page=2&sort=-name')).toContain('href="/sites?sort=-name&amp;page=3"');
  });

  test('are at most 5,000', async () => {
    const running = await startService(instantAudit);
    const { post, page } = await signedIn(running);
    const names = Array.from({ length: 5_001 }, (_, n) => `s${n}.com`);
    const refused = await post('/sites', [['sites', names.join('\n')]]);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('A list has at most 5000 sites.');
    const many = Array.from({ length: 10_001 }, (_, n) => `no-site-${n}`);
    expect((await post('/sites', [['sites', many.join('\n')]])).status).toBe(400);
    expect(rows(await page('/sites'))).toEqual([]);
  });
});

test('the list counts requests for pages by the access logs beside those for the hosted file', async () => {
  const running = await startService(instantAudit);
  const { request, authorization: headers } = running;
  for (const domain of ['a.com', 'b.com'])
    await (await request(`/api/llms-txt?domain=${domain}&tier=vip`, { headers })).text();
  await (await request('/llms/a.com.txt?tier=vip', { headers: { 'user-agent': USER_AGENTS.GPTBot } })).text();
  const time = Date.now() - 60_000;
  const log = [combinedLine({ time }), combinedLine({ time, userAgent: USER_AGENTS.Firefox }), combinedLine({ time })];
  const sent = await request('/api/domains/a.com/traffic', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: log.join(''),
  });
  expect(sent.status).toBe(202);
  const { sites } = JSON.parse(await (await request('/api/sites?sort=-visits', { headers })).text());
  const counted = sites.map((one: Record<string, unknown>) => [
    one['domain'],
    one['ai_visits'],
    one['ai_page_requests'],
  ]);
  expect(counted).toEqual([
    ['a.com', 1, 2],
    ['b.com', 0, null],
  ]);
});

describe('/api/sites', () => {
  async function opened() {
    const running = await startService(instantAudit);
    const call = async (method: string, path: string, body?: object) => {
      const response = await running.request(path, {
        method,
        headers: { ...running.authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, json: text === '' ? null : JSON.parse(text) };
    };
    return { running, call };
  }

  test('adds, lists, schedules and removes', async () => {
    const { running, call } = await opened();
    expect(await call('POST', '/api/sites', { domains: ['https://b.com/x', 'a.com', 'b.com', 'me@c.com'] })).toEqual({
      status: 200,
      json: {
        added: 2,
        domains: ['b.com', 'a.com'],
        refused: [{ input: 'me@c.com', error: expect.stringContaining('is an e-mail address') }],
      },
    });
    const { id } = await (
      await running.request('/api/audit?domain=a.com&tier=vip', { headers: running.authorization })
    ).json();
    expect(await call('PATCH', '/api/sites/b.com', { schedule: 'weekly' })).toEqual({
      status: 200,
      json: { domain: 'b.com', schedule: 'weekly' },
    });
    const { json } = await call('GET', '/api/sites');
    const site = {
      is_published: false,
      change: null,
      ai_visits: null,
      ai_page_requests: null,
      failed: null,
      unfinished: null,
    };
    expect(json).toEqual({
      total: 2,
      selected: 2,
      page: 1,
      pages: 1,
      sites: [
        {
          domain: 'a.com',
          schedule: 'off',
          ...site,
          audit: expect.objectContaining({ id, aeo_score: expect.any(Number), worst_problem: null }),
          trend: [expect.any(Number)],
        },
        { domain: 'b.com', schedule: 'weekly', ...site, audit: null, trend: [] },
      ],
    });
    expect((await call('GET', '/api/sites?sort=-name&search=b')).json.sites).toMatchObject([{ domain: 'b.com' }]);
    expect(await call('DELETE', '/api/sites/b.com')).toEqual({ status: 204, json: null });
    expect((await call('GET', '/api/sites')).json.total).toBe(1);
  });

  test.each([
    ['DELETE', '/api/sites/other.com', undefined, 404, 'other.com is not in your list'],
    ['PATCH', '/api/sites/other.com', { schedule: 'daily' }, 404, 'other.com is not in your list'],
    ['PATCH', '/api/sites/other.com', { schedule: 'hourly' }, 400, 'must be given once and be off, daily or weekly'],
    ['GET', '/api/sites?sort=size', undefined, 400, 'one of name, -name, score, -score, change'],
    ['GET', '/api/sites?page=0', undefined, 400, 'a page number from 1'],
    ['POST', '/api/sites', { domains: [] }, 400, 'The field domains of the body'],
  ])('%s %s gets a sentence that helps', async (method, path, body, status, error) => {
    const { call } = await opened();
    const response = await call(method, path, body);
    expect(response.status).toBe(status);
    expect(response.json.error).toContain(error);
  });

  test('needs a key', async () => {
    const { running } = await opened();
    expect((await running.request('/api/sites')).status).toBe(401);
  });
});

test('removing sites asks first, and can be undone', async () => {
  const running = await startService(instantAudit);
  const visitor = await new Visitor(running).signIn(running.key);
  const listed = async () =>
    [...(await (await visitor.open('/sites')).text()).matchAll(/name="domain\[\]" value="(?<name>[^"]+)"/g)].map(
      ({ groups }) => groups?.['name'],
    );
  await visitor.submit('/sites', { sites: 'a.com b.com c.com' });
  await visitor.submit('/sites/change', { action: 'weekly', all: 'yes' });
  const { body: before } = await requestSites(running);
  expect(await (await visitor.open('/sites')).text()).toMatch(
    /<button[^>]* formmethod="get" formaction="\/sites\/remove"/i,
  );

  const asked = await (await visitor.open('/sites/remove?domain[]=a.com&domain[]=b.com&domain[]=others.com')).text();
  expect(asked).toContain('<h1>Remove 2 sites?</h1>');
  expect(asked).not.toContain('others.com');
  expect(await listed()).toEqual(['a.com', 'b.com', 'c.com']);
  const fields = [...asked.matchAll(/<input type="hidden" name="(?<name>[^"]+)" value="(?<value>[^"]*)"/g)].map(
    ({ groups }) => [groups?.['name'] ?? '', groups?.['value'] ?? ''],
  );
  const removed = await visitor.submit('/sites/change', [...fields, ['action', 'remove']]);
  expect(removed).toContain('You removed 2 sites.');
  expect(await listed()).toEqual(['c.com']);
  const [, at = ''] = /name="removed" value="([^"]+)"/.exec(removed) ?? [];
  expect(await visitor.submit('/sites/undo', { removed: at })).toContain('2 sites added again, as they were.');
  expect((await requestSites(running)).body).toEqual(before);
  expect(await visitor.submit('/sites/undo', { removed: at })).toContain('There was nothing to undo.');

  expect(await (await visitor.open('/sites/remove?all=yes')).text()).toContain('<h1>Remove 3 sites?</h1>');
  expect(await visitor.open('/sites/remove')).toMatchObject({ status: 303 });
});

async function requestSites({ request, authorization }: RunningService) {
  const response = await request('/api/sites', { headers: authorization });
  return { body: await response.json() };
}
