import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { instantAudit, type RunningService, startService } from '../support/running-service.ts';
import { Visitor } from '../support/visitor.ts';

/** Opens a service with an administrator who has signed in, and with what the forms change. */
async function opened() {
  const running = await startService(instantAudit, { RATE_LIMIT: 'off', BASE_URL: 'http://citable.example.com' });
  const { keys } = running.service;
  await keys.create('admin', { isAdmin: true });
  const key = (await keys.create('boss', { isAdmin: true })) ?? expect.fail('The name is taken.');
  const { id: boss } = (await keys.find('boss')) ?? expect.fail('There is no boss.');
  const { id: batch } = await running.service.batches.create(boss, ['batch.com'], { allowPrivate: false });
  const visitor = await new Visitor(running).signIn(key);
  await visitor.post('/domains/example.com', { action: 'publish' });
  await visitor.post('/sites', { sites: 'a.com' });
  const audit = await running.request('/api/audit?domain=example.com&tier=vip', { headers: running.authorization });
  const { id: shop } = await keys.find('admin').then((found) => found ?? { id: '' });
  return { running, key, visitor, id: (await audit.json()).id, shop, batch };
}

/** Every form of the pages by its route, with fields that do something. */
const FORMS: Readonly<
  Record<
    string,
    (
      of: Awaited<ReturnType<typeof opened>>,
    ) => readonly { readonly path: string; readonly fields: Record<string, string> }[]
  >
> = {
  '/sign-in': ({ key }) => [{ path: '/sign-in', fields: { key } }],
  '/sites': () => [
    { path: '/sites', fields: { sites: 'b.com c.com', audit: 'now' } },
    { path: '/sites', fields: { sites: 'd.com not-a-site' } },
  ],
  '/sites/change': () => [
    { path: '/sites/change', fields: { action: 'audit', all: 'yes' } },
    { path: '/sites/change', fields: { action: 'weekly', 'domain[]': 'a.com' } },
    { path: '/sites/change', fields: { action: 'remove' } },
    { path: '/sites/change', fields: { action: 'remove', 'domain[]': 'c.com' } },
  ],
  '/audits/:id/end-crawl': ({ id }) => [{ path: `/audits/${id}/end-crawl`, fields: {} }],
  '/batches/:id/cancel': ({ batch }) => [{ path: `/batches/${batch}/cancel`, fields: {} }],
  '/sites/undo': () => [{ path: '/sites/undo', fields: { removed: 'never' } }],
  '/keys': () => [{ path: '/keys', fields: { name: 'new' } }],
  '/keys/:id': ({ shop }) => [
    { path: `/keys/${shop}`, fields: { action: 'change', name: 'other', limit: '3' } },
    { path: `/keys/${shop}`, fields: { action: 'revoke' } },
  ],
  '/audits': () => [{ path: '/audits', fields: { domain: 'example.com' } }],
  '/audits/:id/verify': ({ id }) => [{ path: `/audits/${id}/verify`, fields: {} }],
  '/audits/:id/withdraw-links': ({ id }) => [{ path: `/audits/${id}/withdraw-links`, fields: {} }],
  '/domains/:domain/badge': ({ id }) => [
    { path: '/domains/example.com/badge', fields: { label: 'AI', audit: id } },
    { path: '/domains/example.com/badge', fields: { label: 'AI' } },
  ],
  '/domains/:domain/search-report': () => [
    { path: '/domains/example.com/search-report', fields: { csv: 'URL,Citations\nhttps://example.com/,7\n' } },
    { path: '/domains/example.com/search-report', fields: { csv: 'no report' } },
  ],
  '/domains/:domain': () => [
    { path: '/domains/b.com', fields: { action: 'preview' } },
    { path: '/domains/b.com', fields: { action: 'publish' } },
    { path: '/domains/example.com', fields: { action: 'check' } },
  ],
  '/sign-out': () => [{ path: '/sign-out?everywhere=yes', fields: {} }],
};

/** Returns the routes of forms: those that take a POST and are for people, not programs. */
function listFormRoutes({ routes }: RunningService): readonly string[] {
  return routes
    .filter(({ method, url }) => [method].flat().includes('POST') && !url.startsWith('/api/') && url !== '/mcp')
    .map(({ url }) => url);
}

describe('every form', () => {
  test('of the service is tested here', async () => {
    const running = await startService(instantAudit);
    expect(listFormRoutes(running).toSorted()).toEqual(Object.keys(FORMS).toSorted());
  });

  test('ends with a redirect, and reloading the page it leads to changes nothing', async () => {
    const state = await opened();
    const { running, visitor } = state;
    const contents = () => countContents(running);
    for (const forms of Object.values(FORMS)) {
      for (const { path, fields } of forms(state)) {
        const { status, headers } = await visitor.post(path, fields);
        const location = headers.get('location') ?? '';
        expect([path, fields, status]).toEqual([path, fields, 303]);
        expect([path, (await visitor.open(location)).status]).toEqual([path, 200]);
        const before = await contents();
        await visitor.open(location);
        expect([path, await contents()]).toEqual([path, before]);
      }
    }
  });
});

/** Counts what forms make. */
async function countContents({ db }: RunningService) {
  const counted = await Promise.all(
    (['audits', 'api_keys', 'sites', 'published_domains', 'batches'] as const).map((table) =>
      db.selectFrom(table).select(db.fn.countAll().as('n')).executeTakeFirstOrThrow(),
    ),
  );
  return counted.map(({ n }) => Number(n));
}

describe('a notice', () => {
  test('is shown once, by the page that the form leads to', async () => {
    const { visitor } = await opened();
    expect(await visitor.submit('/sites', { sites: 'b.com c.com' })).toContain('2 sites added.');
    expect(await (await visitor.open('/sites')).text()).not.toContain('added.');
  });

  test('does not come from the address', async () => {
    const { visitor, id } = await opened();
    for (const path of ['/sites?done=removed&count=7', '/keys?done=revoked', `/audits/${id}?links=withdrawn`]) {
      const html = await (await visitor.open(path)).text();
      expect([path, /7 sites|is revoked|are withdrawn/.exec(html)]).toEqual([path, null]);
    }
  });

  test('is for one page of one session: neither another user nor another page shows it', async () => {
    const { running, key, visitor } = await opened();
    const { headers } = await visitor.post('/sites', { sites: 'b.com' });
    const [cookie = ''] = (headers.getSetCookie().at(-1) ?? '').split(';');
    const other = await running.request('/sign-in', {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: running.url },
      body: new URLSearchParams({ key }),
    });
    const session = (other.headers.get('set-cookie') ?? '').split(';')[0];
    const tampered = `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const sent of [cookie, tampered, 'citable_notice=x', 'citable_notice=eyJ0ZXh0IjoiSGVsbG8ifQ']) {
      for (const path of ['/sites', '/keys']) {
        const page = await running.request(path, { headers: { cookie: `${session}; ${sent}` } });
        expect([page.status, (await page.text()).includes('added.')]).toEqual([200, false]);
      }
    }
  });

  test('is over after two minutes, also in its own session', async () => {
    const { running, visitor, key } = await opened();
    const signedIn = await visitor.post('/sign-in', { key });
    const posted = await visitor.post('/keys', { name: 'new' });
    const cookie = [signedIn, posted]
      .map(({ headers }) => (headers.getSetCookie().at(-1) ?? '').split(';')[0])
      .join('; ');
    const shown = async () => /ctb_\w{40}/.test(await (await running.request('/keys', { headers: { cookie } })).text());
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await shown()).toBe(true);
    vi.setSystemTime(Date.now() + 121_000);
    expect(await shown()).toBe(false);
  });

  test('leaves out what has no room in a cookie; a list with too many faults stays in the form, and adds nothing', async () => {
    const { visitor, running } = await opened();
    const before = await countContents(running);
    const faulty = Array.from({ length: 400 }, (_, i) => `not-a-site-${i}`).join('\n');
    const response = await visitor.post('/sites', { sites: `new.com\n${faulty}` });
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain('Nothing was added. Fix or remove these 400 entries:');
    expect(html).toContain(`>new.com\n${faulty}</textarea>`);
    expect(await countContents(running)).toEqual(before);
  });
});

test('sites that were added stay added when their audits are refused, and the page says why', async () => {
  const running = await startService(instantAudit, { AUDIT_RATE_LIMIT: '1' });
  const visitor = await new Visitor(running).signIn(running.key);
  await visitor.post('/audits', { domain: 'a.com' });
  const html = await visitor.submit('/sites', { sites: 'b.com', audit: 'now' });
  expect(html).toMatch(/1 site added\. It is not audited yet\. Too many requests; try again in \d+ seconds\./);
});

test('the key that a form makes is shown once, and reloading makes no other', async () => {
  const { visitor, running } = await opened();
  const html = await visitor.submit('/keys', { name: 'shop' });
  const [key = ''] = /ctb_\w{40}/.exec(html) ?? [];
  expect(await running.service.keys.verify(key)).toMatchObject({ name: 'shop' });
  expect(await (await visitor.open('/keys')).text()).not.toContain('ctb_');
});
