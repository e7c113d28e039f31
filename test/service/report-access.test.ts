import type { RouteOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { parseAuditId } from '../../src/values/audit-id.ts';
import type { LiveAudit } from '../support/live-audit.ts';
import { report, site } from '../support/reports.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { sampled } from '../support/sample.ts';
import { Visitor } from '../support/visitor.ts';

const DOMAIN = 'example.com';
const SETTINGS = (['public', 'private'] as const).flatMap((REPORTS) =>
  (['key', 'public'] as const).map((LIVE_AUDITS) => ({ REPORTS, LIVE_AUDITS })),
);
type Settings = (typeof SETTINGS)[number];

/** Opens a service whose every audit has a mark of its own in its report and its home page, with two audits by a key. */
async function opened(settings: Settings) {
  let runs = 0;
  const audit: LiveAudit = async (domain) => {
    runs += 1;
    const mark = `mark${runs}x`;
    const { findings, ...rest } = report(domain);
    const marked = findings.map((finding) => ({
      ...finding,
      label: mark,
      details: mark,
      questions: finding.questions.map((question) => ({
        ...question,
        // Each loses points, and another share of them than in the audit before.
        share: { earned: runs % 2, of: 2 },
        earned: (runs % 2) * Math.floor(question.maxPoints / 2),
        points: 0,
        observed: question.observed.map((observation) => ({ ...observation, note: mark })),
        fix: { place: 'head' as const, instruction: `Remove ${mark}.`, lines: null, proof: null },
      })),
    }));
    return {
      site: site(domain, `<!doctype html><title>${mark}</title><p>Text`),
      report: { ...rest, findings: marked },
    };
  };
  const running = await startService(audit, { ...settings, RATE_LIMIT: 'off', AUDIT_RATE_LIMIT: 'off' });
  const run = async (): Promise<string> => {
    const path = `/api/audit?domain=${DOMAIN}&tier=vip`;
    return (await (await running.request(path, { headers: running.authorization })).json()).id;
  };
  const [earlier, id] = [await run(), await run()];
  const bearer = (key: string | null) => ({ authorization: `Bearer ${key}` });
  const token = await running.service.reportLinks.createToken(parseAuditId(id) ?? expect.fail(), Date.now());
  const session = await running.request('/sign-in', {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: running.url },
    body: new URLSearchParams({ key: running.key }),
  });
  const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const readers = {
    'no key': { headers: {}, query: '' },
    'a wrong key': { headers: bearer('ctb_wrong'), query: '' },
    'a link': { headers: {}, query: `&token=${token}` },
    'its key': { headers: running.authorization, query: '' },
    'another key': { headers: bearer(await running.service.keys.create('other')), query: '' },
    'an admin': { headers: bearer(await running.service.keys.create('boss', { isAdmin: true })), query: '' },
    'a session': { headers: { cookie, 'sec-fetch-site': 'same-origin' }, query: '' },
  };
  return { running, earlier, id, readers, runs: () => runs };
}

type Opened = Awaited<ReturnType<typeof opened>>;
type Reader = keyof Opened['readers'];

/** Every route of the service with a body, by method and path. */
function listRoutes({ routes }: RunningService): readonly (RouteOptions & { readonly name: string })[] {
  return routes
    .flatMap((route) => [route.method].flat().map((method) => ({ ...route, method, name: `${method} ${route.url}` })))
    .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS');
}

/** Requests a route about the audit and its site, also compared with the earlier audit, and returns what it says. */
async function read({ running, earlier, id, readers }: Opened, { method, url }: RouteOptions, reader: Reader) {
  const { headers, query } = readers[reader];
  const path = url.replace(':id', id).replace(':domain', DOMAIN).replace(':key', 'metadata').replace('*', 'x');
  const said: { readonly status: number; readonly text: string }[] = [];
  for (const since of ['', `&since=${earlier}`]) {
    const asked = `${path}?domain=${DOMAIN}&tier=vip&a=${id}&b=${earlier}${since}${query}`;
    const response = await running.request(asked, {
      method: String(method),
      redirect: 'manual',
      headers: { accept: 'text/html', ...headers },
    });
    said.push({ status: response.status, text: await response.text() });
  }
  return said;
}

/** Representations of a report that say what is in it, and of those which a link to it opens. */
const BY_ID = [
  ...['', '/json', '/evidence', '/designer', '/fix-guide', '/fix-guide.md', '/llms-txt', '/llms.txt'].map(
    (tab) => `/audits/:id${tab}`,
  ),
  ...['report.csv', 'report.md', 'report.json'].map((file) => `/audits/:id/${file}`),
  ...['', '/evidence', '/problems.json', '/snapshot', '/changes'].map((part) => `/api/audit/:id${part}`),
].map((url) => `GET ${url}`);
const BY_NAME = ['GET /compare', 'GET /api/agent-prompt', 'GET /api/llms-txt'];

describe.each(sampled(SETTINGS, 2))('with %j', (settings) => {
  const isPrivate = settings.REPORTS === 'private';

  test('no route tells a stored report to who may not read it, and a link opens its own report alone', async () => {
    const state = await opened(settings);
    const opens = new Map<Reader, Set<string>>();
    for (const reader of isPrivate ? (['no key', 'a wrong key', 'a link'] as const) : (['no key'] as const)) {
      for (const route of listRoutes(state.running)) {
        const stored = state.runs();
        const texts = (await read(state, route, reader)).map(({ text }) => text).join('\n');
        const told = [...texts.matchAll(/mark(\d+)x/g)].map(([, n]) => Number(n)).filter((n) => n <= stored);
        if (told.length > 0) opens.set(reader, (opens.get(reader) ?? new Set()).add(route.name));
        if (isPrivate)
          expect([reader, route.name, told.filter((n) => reader !== 'a link' || n !== 2)]).toEqual([
            reader,
            route.name,
            [],
          ]);
      }
    }
    const byLink = BY_ID.filter((name) => name !== 'GET /api/audit/:id/changes');
    if (isPrivate) expect([...(opens.get('a link') ?? [])].toSorted()).toEqual(byLink.toSorted());
    else expect([...(opens.get('no key') ?? [])]).toEqual(expect.arrayContaining([...BY_ID, 'GET /compare']));
  });

  test('key holders read every report', async () => {
    const state = await opened(settings);
    for (const reader of ['its key', 'another key', 'an admin', 'a session'] as const) {
      for (const route of listRoutes(state.running)) {
        if (![...BY_ID, ...BY_NAME].includes(route.name)) continue;
        const said = await read(state, route, reader);
        expect([reader, route.name, said.some(({ status, text }) => status === 200 && /mark2x/.test(text))]).toEqual([
          reader,
          route.name,
          true,
        ]);
      }
    }
  });

  test('every route of an audit is one of a report, or for key holders', async () => {
    const state = await opened(settings);
    const routes = listRoutes(state.running).filter(({ url }) => /^\/(?:api\/)?audits?\/:id/.test(url));
    expect(routes.length).toBeGreaterThan(15);
    for (const route of routes) {
      const { isReport = false, isForKeysOnly = false } = route.config ?? {};
      expect([route.name, isReport || isForKeysOnly]).toEqual([route.name, true]);
      if (!isPrivate) continue;
      const statuses = (await read(state, route, 'no key')).map(({ status }) => status);
      expect([route.name, statuses]).toEqual([route.name, [401, 401]]);
    }
  });
});

describe('whoever starts an audit without a key, where reports are private', () => {
  const OPEN = { REPORTS: 'private', LIVE_AUDITS: 'public' } as const;

  test('is led by the form to its report, its files and its progress, and to no earlier report', async () => {
    const { running } = await opened(OPEN);
    const visitor = new Visitor(running);
    const { status, headers } = await visitor.post('/audits', { domain: DOMAIN });
    const location = headers.get('location') ?? '';
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/audits\/[0-9a-f-]{36}\?token=/)]);
    const [path = ''] = location.split('?');
    await expect.poll(async () => (await visitor.open(location)).text()).toContain('mark3x');
    expect((await visitor.open(`/api/audits/${path.slice(8)}/events`)).status).toBe(200);
    expect(await (await visitor.open(`${path}/report.csv`)).text()).toContain('mark3x');
    expect(await (await visitor.open(path)).text()).not.toMatch(/mark[12]x|What changed/);
    const verified = await visitor.post(`${path}/verify`, {});
    expect([verified.status, (await visitor.open(verified.headers.get('location') ?? '')).status]).toEqual([303, 200]);
  });

  test('is told by the API where its report is', async () => {
    const { running } = await opened(OPEN);
    const queued = await running.postAudit(DOMAIN);
    const run = await running.request(`/api/audit?domain=other.example.com&tier=vip`);
    for (const location of [queued.headers.get('location'), run.headers.get('content-location')]) {
      expect(location).toMatch(/^\/api\/audit\/[0-9a-f-]{36}\?token=/);
      await expect.poll(async () => (await (await running.request(location ?? '')).json()).status).toBe('done');
    }
    const keyed = await running.postAudit(DOMAIN, running.authorization);
    expect(keyed.headers.get('location')).toMatch(/^\/api\/audit\/[0-9a-f-]{36}$/);
  });

  test('gets a fix guide and an llms.txt of an own audit, and verifies by the commands of the guide', async () => {
    const { running, id } = await opened(OPEN);
    const guide = await running.request(`/api/agent-prompt?domain=${DOMAIN}&tier=vip`);
    expect(guide.headers.get('x-service-audit-id')).not.toBe(id);
    const [, command = ''] = /curl -sS -X POST '([^']+)'/.exec(await guide.text()) ?? [];
    expect((await running.request(command.replace(running.url, ''), { method: 'POST' })).status).toBe(200);
    const text = await (await running.request(`/api/llms-txt?domain=${DOMAIN}&tier=vip`)).text();
    expect(text).toContain('mark5x');
  });
});
