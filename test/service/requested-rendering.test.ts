import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { renderedPage, renderedSite } from '../../src/audit/rendered/rendered-site.ts';
import type { LiveAudit } from '../support/live-audit.ts';
import { mcpClient, readText } from '../support/mcp-client.ts';
import { report, site } from '../support/reports.ts';
import { instantAudit, pausedAudits, type RunningService, startService } from '../support/running-service.ts';
import { createPage } from '../support/small-sites.ts';

const OFF = 'This service loads no pages in a browser: its operator has not set RENDER=on.';
/** Bytes as different as two pictures; the browser must not take them for HTML. */
const PICTURES = { 'as-sent': Buffer.from('<script>as sent'), 'after-scripts': Buffer.from([0, 255, 128, 1]) };
const URL_OF_PAGE = 'https://example.com/';

/** Ends at once, and shows a page that scripts fill where a browser is asked for. */
const withRendering: LiveAudit = async (domain, _progress, _signal, work) => {
  const reading = { words: 0, headings: 0, links: 0, jsonLd: [], title: 'App', canonical: null, robots: [] };
  const html = '<!doctype html><title>App</title><div id="root"></div>';
  const page = renderedPage(
    { url: URL_OF_PAGE, html, sent: reading, faults: ['shell'] },
    {
      html: createPage('home').replace(
        '</main>',
        '<script>alert(1)</script><p>Text of the site &lt;b&gt;bold&lt;/b&gt;.</p></main>',
      ),
      missing: 0,
      forms: { forms: 1, fields: 2, labelled: 1, completed: 0, tools: 0 },
      controls: [{ role: 'button', name: '', autocomplete: null }],
      controlCount: 1,
      stoodAfter: 1_240,
      revealed: {
        pressed: 1,
        folds: 1,
        lines: ['Nothing else says this.'],
        hovered: 8,
        hovers: 9,
        hoverLines: ['Hover tells <i>this</i>.'],
      },
      pictures: PICTURES,
    },
  );
  const requests = { sent: 9, bytes: 1_000, refused: { not_text: 3 } };
  const rendered = { site: renderedSite([page]), browser: 'HeadlessChrome/1', isSandboxed: true, requests };
  const audited = { site: site(domain), report: report(domain) };
  return work?.render === true
    ? { ...audited, rendering: { failure: null, ...rendered }, pictures: [{ place: 0, ...PICTURES }] }
    : audited;
};

/** Audits example.com in a browser. Returns the id of the finished audit. */
async function rendered(service: RunningService): Promise<string> {
  const { id } = (await post(service, true)).body;
  const isFinished = async () => (await (await service.request(`/api/audit/${id}`)).json()).finished_at !== null;
  await expect.poll(isFinished).toBe(true);
  return id;
}

async function post({ request, authorization }: RunningService, render?: unknown) {
  const response = await request('/api/audit', {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ domain: 'example.com', render }),
  });
  return { status: response.status, body: await response.json() };
}

async function sendForm({ request, authorization }: RunningService, render: string) {
  const response = await request('/audits', {
    method: 'POST',
    redirect: 'manual',
    headers: { ...authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ domain: 'example.com', ...(render !== '' && { render }) }),
  });
  return { status: response.status, location: response.headers.get('location'), body: await response.text() };
}

async function connect({ url, key }: RunningService) {
  const client = mcpClient('auto');
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  return client;
}

test('a service without RENDER=on loads no pages in a browser, and says so', async () => {
  const service = await startService(instantAudit);
  expect(await post(service, true)).toMatchObject({ status: 400, body: { error: OFF } });
  expect((await post(service, false)).status).toBe(202);
  const form = await sendForm(service, 'on');
  expect([form.status, form.body.includes(OFF)]).toEqual([400, true]);
  const client = await connect(service);
  const called = await client.callTool({ name: 'audit_site', arguments: { site: 'example.com', render: true } });
  expect([called.isError, readText(called)]).toEqual([true, expect.stringContaining(OFF)]);
  expect(await (await service.request('/audits')).text()).not.toContain('name="render"');
});

test('requests share an unfinished audit only if it loads the pages in the same way', async () => {
  const { liveAudit, finish } = pausedAudits();
  const service = await startService(liveAudit, { RENDER: 'on', MAX_RUNNING_AUDITS: '1' });
  const [plain, rendered] = [await post(service), await post(service, true)];
  expect(rendered.body.id).not.toBe(plain.body.id);
  expect((await post(service, true)).body.id).toBe(rendered.body.id);
  expect((await sendForm(service, 'on')).location).toBe(`/audits/${rendered.body.id}`);
  expect((await sendForm(service, '')).location).toBe(`/audits/${plain.body.id}`);
  // Neither waits for the slot of the other.
  const requestStatus = async (id: string) => (await (await service.request(`/api/audit/${id}`)).json()).status;
  await expect
    .poll(() => Promise.all([plain.body.id, rendered.body.id].map(requestStatus)))
    .toEqual(['running', 'running']);
  const page = await (await service.request(`/audits/${rendered.body.id}`)).text();
  expect(page).toContain('Its pages are loaded in a browser, too');
  finish('example.com');
});

test('a rendering is stored with the report, and shown on a tab, in JSON and to agents', async () => {
  const service = await startService(withRendering, { RENDER: 'on' });
  const [plain, rendered] = [await post(service), await post(service, true)];
  const read = async (path: string) => {
    const response = await service.request(path, { headers: service.authorization });
    return { status: response.status, text: await response.text() };
  };
  for (const { body } of [plain, rendered])
    await expect.poll(async () => (await read(`/api/audit/${body.id}/evidence`)).status).toBe(200);
  expect(await read(`/api/audit/${plain.body.id}/rendering`)).toMatchObject({ status: 404 });
  const json = JSON.parse((await read(`/api/audit/${rendered.body.id}/rendering`)).text);
  expect(json).toMatchObject({
    id: rendered.body.id,
    failure: null,
    summary: '173 of 173 words come from scripts on 1 of 1 page: /.',
    words_from_scripts: 173,
    pages: [{ url: URL_OF_PAGE, stood_after_ms: 1_240, folded: { words_only_pressed: 4 }, rule: ['shell'] }],
  });
  // The score is that of the audit without a browser.
  const scores = await Promise.all(
    [plain, rendered].map(async ({ body }) => JSON.parse((await read(`/api/audit/${body.id}`)).text)),
  );
  expect(scores[1]).toMatchObject({ aeo_score: scores[0].aeo_score, findings: scores[0].findings });

  const { text: tab } = await read(`/audits/${rendered.body.id}/rendering`);
  for (const part of [
    '173 of 173 words come from scripts',
    'The text stood after 1.2 seconds.',
    '<mark>Text of the site &lt;b>bold&lt;/b>.</mark>',
    'Only after scrolling or a click, and nowhere in the page before: 4 words.',
    'Only on hover: 5 words, 0 of them in the HTML as sent.',
    'The pointer was moved over 8 of 9 places.',
    'Hover tells &lt;i>this&lt;/i>.',
    '2 fields in 1 form',
    'without a name',
  ])
    expect(tab).toContain(part);
  expect(tab).not.toContain('alert(1)');
  expect((await read(`/audits/${rendered.body.id}`)).text).toContain('In a browser');
  expect((await read(`/audits/${plain.body.id}`)).text).not.toContain(`${plain.body.id}/rendering`);

  const client = await connect(service);
  const called = await client.callTool({ name: 'read_rendering', arguments: { audit_id: rendered.body.id } });
  expect(called.structuredContent).toMatchObject({
    failure: null,
    page_count: 1,
    pages: [{ words_sent: 0, words_from_scripts: 173, untrusted_text: expect.arrayContaining(['All about home']) }],
  });
  const refused = await client.callTool({ name: 'read_rendering', arguments: { audit_id: plain.body.id } });
  expect(readText(refused)).toContain('call audit_site with render');
});

test('pictures are shown beside each other and stored as snapshots are', async () => {
  const service = await startService(withRendering, { RENDER: 'on' });
  const id = await rendered(service);
  const requestPictures = async () =>
    JSON.parse(await (await service.request(`/api/audit/${id}/rendering`)).text()).pages[0].pictures;
  const { as_sent: sent, after_scripts: after } = await requestPictures();
  const tab = await (await service.request(`/audits/${id}/rendering`)).text();
  for (const path of [sent, after]) expect(tab).toContain(`<img src="${path}" alt="`);
  for (const [path, bytes] of [
    [sent, PICTURES['as-sent']],
    [after, PICTURES['after-scripts']],
  ]) {
    const response = await service.request(path);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  }
  const missing = [sent.replace('/0/', '/1/'), sent.replace('as-sent', '__proto__'), sent.replace('/0/', '/-1/')];
  expect(await Promise.all(missing.map(async (path) => (await service.request(path)).status))).toEqual([404, 400, 400]);
  const { bytes } = await service.db
    .selectFrom('audits')
    .select('snapshot_bytes as bytes')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // Of the page alone, it is less than a hundred.
  expect(bytes).toBeGreaterThan(100);
  await service.db.updateTable('audits').set({ has_snapshot: 0 }).execute();
  expect([await requestPictures(), (await service.request(sent)).status]).toEqual([null, 404]);
});

test('the page to sign in on keeps the choices of the form', async () => {
  const service = await startService(withRendering, { RENDER: 'on' });
  const send = (fields: Record<string, string>) =>
    service.request('/audits', {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', origin: service.url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    });
  const choices = { pages: '100', render: 'on' };
  for (const fields of [choices, { ...choices, key: 'wrong' }]) {
    const page = await (await send({ ...fields, domain: 'example.com' })).text();
    for (const [name, value] of Object.entries({ domain: 'example.com', ...choices }))
      expect(page).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
  }
  expect((await send({ ...choices, domain: 'example.com', key: service.key })).status).toBe(303);
  const [audit] = await service.db.selectFrom('audits').select(['pages', 'render']).execute();
  expect(audit).toEqual({ pages: 100, render: 1 });
});

test('the form keeps its choices when the domain is wrong', async () => {
  const service = await startService(withRendering, { RENDER: 'on', LIVE_AUDITS: 'public' });
  const page = await (await service.request('/audits?domain=not%20a%20site&pages=100&render=on')).text();
  expect(page).toMatch(/<option [^>]*value="100"[^>]* selected/);
  expect(page).toMatch(/<input type="checkbox" name="render" value="on" checked/);
});
