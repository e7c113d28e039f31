import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LINK_DAYS } from '../../src/server/audits/report-links.ts';
import { parseAuditId } from '../../src/values/audit-id.ts';
import { instantAudit, type RunningService, startService } from '../support/running-service.ts';

const PRIVATE = { REPORTS: 'private' };

async function audit(service: RunningService, domain = 'example.com'): Promise<string> {
  const response = await service.request(`/api/audit?domain=${domain}&tier=vip`, { headers: service.authorization });
  return (await response.json()).id;
}

/** What reports consist of. */
const listPaths = (id: string) => [
  ...['', '/fix-guide', '/fix-guide.md', '/designer', '/llms-txt', '/badge', '/json', '/evidence'].map(
    (tab) => `/audits/${id}${tab}`,
  ),
  ...['report.csv', 'report.md', 'report.json'].map((file) => `/audits/${id}/${file}`),
  ...['', '/evidence', '/problems.json', '/snapshot', `/changes?since=${id}`].map((part) => `/api/audit/${id}${part}`),
  `/api/audits/${id}/events`,
];

async function requestStatus(
  { request }: RunningService,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const response = await request(path, { headers, redirect: 'manual' });
  await response.body?.cancel();
  return response.status;
}

async function createLink(service: RunningService, id: string): Promise<string> {
  const parsed = parseAuditId(id);
  if (parsed === null) throw new Error('That is not an id.');
  return `/audits/${id}?token=${await service.service.reportLinks.createToken(parsed, Date.now())}`;
}

describe('a private report', () => {
  test('is for key holders, in all its parts, and is stored nowhere on the way', async () => {
    const service = await startService(instantAudit, PRIVATE);
    const id = await audit(service);
    for (const path of [...listPaths(id), `/compare?a=${id}&b=${id}`, '/domains/example.com']) {
      expect([path, await requestStatus(service, path)]).toEqual([path, 401]);
      const response = await service.request(path, { headers: service.authorization });
      await response.body?.cancel();
      expect([path, response.status === 401]).toEqual([path, false]);
      expect([path, response.headers.get('cache-control')]).toEqual([path, 'private, no-store']);
    }
  });

  test('says in one sentence what to do', async () => {
    const service = await startService(instantAudit, PRIVATE);
    const response = await service.request(`/api/audit/${await audit(service)}`);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect((await response.json()).error).toBe(
      'This report is private: sign in, send an API key, or ask for a link to it.',
    );
  });

  test('leads browsers to the page that signs in, and back', async () => {
    const service = await startService(instantAudit, PRIVATE);
    const id = await audit(service);
    const page = await (await service.request(`/audits/${id}`, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain(`<a class="button" href="/sign-in?next=${encodeURIComponent(`/audits/${id}`)}"`);
  });

  test('leaves badges, demonstrations and the rubric public', async () => {
    const service = await startService(instantAudit, PRIVATE);
    await audit(service);
    const demonstration = await (await service.request('/api/audit?domain=example.com')).json();
    const paths = ['/api/badge?domain=example.com', '/llms/example.com.txt', '/checks', '/'];
    for (const path of [...paths, `/api/audit/${demonstration.id}`, `/audits/${demonstration.id}`]) {
      expect([path, await requestStatus(service, path)]).toEqual([path, 200]);
    }
  });
});

describe('a link to a private report', () => {
  test('is on the page of who has signed in, and opens that report and its parts', async () => {
    const service = await startService(instantAudit, PRIVATE);
    const id = await audit(service);
    const signedIn = await service.request('/sign-in', {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ key: service.key }),
    });
    const [session = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    const page = await (await service.request(`/audits/${id}`, { headers: { cookie: session } })).text();
    const link = /\/audits\/[0-9a-f-]+\?token=[\w.-]+/.exec(page)?.[0] ?? '';
    expect(link).toContain(id);

    const opened = await service.request(link);
    expect(opened.status).toBe(200);
    const cookies = opened.headers.getSetCookie();
    expect(cookies.map((cookie) => /Path=([^;]+)/.exec(cookie)?.[1])).toEqual([
      `/audits/${id}`,
      `/api/audit/${id}`,
      `/api/audits/${id}`,
    ]);
    expect(cookies.every((cookie) => /HttpOnly; SameSite=Lax/.test(cookie))).toBe(true);
    const cookie = cookies[0]?.split(';')[0] ?? '';
    for (const path of [`/audits/${id}/fix-guide`, `/audits/${id}/report.csv`, `/api/audit/${id}/evidence`]) {
      expect([path, await requestStatus(service, path, { cookie })]).toEqual([path, 200]);
    }
    expect(await (await service.request(link)).text()).not.toContain('>Share<');
  });

  test('opens no other report, and not when it was altered', async () => {
    const service = await startService(instantAudit, PRIVATE);
    const [id, other] = [await audit(service), await audit(service, 'other.example.com')];
    const link = await createLink(service, id);
    expect(await requestStatus(service, link.replace(id, other))).toBe(401);
    for (const altered of [`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`, link.replace('token=', 'token=1')])
      expect(await requestStatus(service, altered)).toBe(401);
    expect(await requestStatus(service, `/audits/${other}`, { cookie: `citable_report=${link.split('=')[1]}` })).toBe(
      401,
    );
  });

  test('shows nothing of an earlier report that is named beside it', async () => {
    const service = await startService(instantAudit, PRIVATE);
    const [earlier, id, other] = [
      await audit(service),
      await audit(service),
      await audit(service, 'other.example.com'),
    ];
    const opened = await service.request(await createLink(service, id));
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    for (const since of [earlier, other]) {
      for (const path of [`/audits/${id}?since=${since}`, `/api/audit/${id}/changes?since=${since}`])
        expect([path, await requestStatus(service, path, { cookie })]).toEqual([path, 401]);
    }
    const demonstration = await (await service.request('/api/audit?domain=example.com')).json();
    const response = await service.request(`/audits/${demonstration.id}?since=${earlier}`);
    expect([response.status, (await response.text()).includes(earlier)]).toEqual([401, false]);
    const signedIn = await requestStatus(service, `/audits/${id}?since=${earlier}`, service.authorization);
    expect(signedIn).toBe(200);
  });

  test(`expires after ${LINK_DAYS} days`, async () => {
    const service = await startService(instantAudit, PRIVATE);
    const link = await createLink(service, await audit(service));
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + LINK_DAYS * 86_400_000);
    expect(await requestStatus(service, link)).toBe(200);
    vi.setSystemTime(Date.now() + 86_400_000);
    expect(await requestStatus(service, link)).toBe(401);
  });

  test('does not renew itself: what it opens contains no later link', async () => {
    const service = await startService(instantAudit, { ...PRIVATE, LIVE_AUDITS: 'public' });
    const id = await audit(service);
    const link = await createLink(service, id);
    const token = link.split('token=')[1] ?? '';
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 10 * 86_400_000);
    const cookie = (await service.request(link)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    for (const path of [`/audits/${id}/fix-guide.md`, `/audits/${id}/fix-guide`]) {
      for (const [asked, headers] of [
        [`${path}?token=${token}`, {}],
        [path, { cookie }],
      ] as const) {
        const text = await (await service.request(asked, { headers })).text();
        expect([asked, [...new Set(text.match(/\b\d+\.[\w-]{43}/g))]]).toEqual([asked, [token]]);
      }
    }
  });
});

test('links to a private report are withdrawn by a button, at once and for that report alone', async () => {
  const service = await startService(instantAudit, PRIVATE);
  const [id, other] = [await audit(service), await audit(service, 'other.example.com')];
  const [link, linkOfOther] = [await createLink(service, id), await createLink(service, other)];
  const opened = await service.request(link);
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const withdraw = (headers: Record<string, string>) =>
    service.request(`/audits/${id}/withdraw-links`, { method: 'POST', headers, redirect: 'manual' });
  expect((await withdraw({ cookie })).status).toBe(401);
  expect(await requestStatus(service, link)).toBe(200);
  const withdrawn = await withdraw(service.authorization);
  expect([withdrawn.status, withdrawn.headers.get('location')]).toEqual([303, `/audits/${id}`]);
  expect(await requestStatus(service, link)).toBe(401);
  expect(await requestStatus(service, `/audits/${id}/fix-guide`, { cookie })).toBe(401);
  expect(await requestStatus(service, linkOfOther)).toBe(200);
  const next = await createLink(service, id);
  expect(next).not.toBe(link);
  expect(await requestStatus(service, next)).toBe(200);
});

test('a public report needs no key, and its link no token', async () => {
  const service = await startService(instantAudit);
  const id = await audit(service);
  expect(await (await service.request(`/audits/${id}`)).text()).toContain(`/audits/${id}</code>`);
});
