import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { judge } from '../../src/audit/judge.ts';
import { MAX_SEARCH_ROWS } from '../../src/server/requests/store/search-store.ts';
import { gather } from '../../src/site/gather/gather.ts';
import { combinedLine } from '../support/access-log.ts';
import { run } from '../support/citable-process.ts';
import { fixtureFetcher, parseFixture } from '../support/fixture-web.ts';
import type { LiveAudit } from '../support/live-audit.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { countedStorage, recountStorage } from '../support/recount-storage.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { Visitor } from '../support/visitor.ts';

/** Audits a site of three pages. */
const siteAudit: LiveAudit = async (domain) => {
  const page = (path: string) =>
    `=== ${path} 200 text/html\n<!doctype html><title>Tides</title><a href="/tides">Tides</a> <a href="/moon">Moon</a>`;
  const fixture = parseFixture(['Tides', ...['/', '/tides', '/moon'].map(page)].join('\n'), domain);
  const site = await gather(domain, { fetcher: fixtureFetcher(fixture), source: 'folder' });
  return { site, report: judge(site) };
};

const NOW = Date.now();
const PATH = '/api/domains/example.com/search-reports';
const CITED = 'URL,Citations\nhttps://example.com/tides,40\nhttps://example.com/,7\nhttps://other.example/,9\n';

/** A service on which the key owns example.com. */
async function start(): Promise<RunningService> {
  const running = await startService(siteAudit);
  const { id } = await running.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  await publishDomains(running.db, ['example.com'], id);
  return running;
}

async function send({ request, authorization }: RunningService, body: string, query = '', headers = authorization) {
  const init = { method: 'POST', body, headers: { 'content-type': 'text/csv', ...headers } };
  const response = await request(`${PATH}${query}`, init);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const read = async ({ request, authorization }: RunningService) =>
  JSON.parse(await (await request(PATH, { headers: authorization })).text());

test('logs, reports of two search engines and the newest audit are joined by page', async () => {
  const running = await start();
  const { authorization: headers } = running;
  await running.request('/api/audit?domain=example.com&tier=vip', { headers });
  const line = combinedLine({ time: NOW, target: '/tides?x=1' }) + combinedLine({ time: NOW - 1000, target: '/moon' });
  const traffic = '/api/domains/example.com/traffic';
  await running.request(traffic, { method: 'POST', body: line, headers: { 'content-type': 'text/plain', ...headers } });
  expect(await send(running, CITED)).toEqual({
    status: 200,
    body: { report: 'ai_citations', lines: 2, of_other_hosts: 1, bad_lines: 0, warning: null, stored: 2 },
  });
  await send(running, 'Top pages,Clicks,Impressions,CTR,Position\nhttps://example.com/tides,3,90,3%,4\n');
  await send(running, 'Page,Impressions\nhttps://example.com/tides,55\n');
  await send(running, 'Grounding queries,Citations\ntide tables,12\n');
  const joined = await read(running);
  expect(joined).toMatchObject({
    ...{ has_logs: true, known: 3, audit_id: expect.any(String) },
    queries: [{ query: 'tide tables', report: 'ai_citations', shown: 12 }],
    pages: [
      {
        ...{ page: '/tides', citations: 40, ai_impressions: 55, impressions: 90, clicks: 3 },
        crawled: [{ crawler: 'GPTBot', at: new Date(Math.floor(NOW / 1000) * 1000).toISOString() }],
      },
      {
        page: '/',
        citations: 7,
        impressions: null,
        crawled: [],
        problems: [expect.any(String), expect.any(String), expect.any(String)],
      },
      { page: '/moon', citations: null, crawled: [{ crawler: 'GPTBot' }], lost_points: expect.any(Number) },
    ],
  });
  const owner = await new Visitor(running).signIn(running.key);
  const page = await (await owner.open('/domains/example.com')).text();
  expect(page).toContain('Pages: crawled, cited, to fix');
  expect(page).toMatch(/\/tides.*GPTBot.*40.*55.*90/s);
});

test('a report replaces what it says anew, and nothing else', async () => {
  const running = await start();
  await send(running, CITED);
  await send(
    running,
    'Date,URL,Citations\n2026-11-01,https://example.com/tides,3\n2026-11-02,https://example.com/tides,4\n',
  );
  await send(running, 'Date,URL,Citations\n2026-11-02,https://example.com/tides,5\n');
  await send(running, 'Query,Citations\nmoon,2\n');
  await send(running, 'URL,Citations\nhttps://example.com/moon,1\n');
  const { pages, reports, queries } = await read(running);
  expect(pages.map(({ page, citations }: { page: string; citations: number }) => [page, citations])).toEqual([
    ['/tides', 8],
    ['/moon', 1],
  ]);
  expect(queries).toMatchObject([{ query: 'moon', shown: 2 }]);
  expect(reports).toHaveLength(1);
});

test('rows are bounded, count for the storage of the key, and go with the domain', async () => {
  const running = await start();
  const lines = Array.from({ length: 30_000 }, (_, n) => `https://example.com/${n},${n}\n`);
  expect(await send(running, `URL,Citations\n${lines.join('')}`)).toMatchObject({ body: { stored: MAX_SEARCH_ROWS } });
  expect((await read(running)).pages[0]).toMatchObject({ page: '/29999', citations: 29_999 });
  expect(await countedStorage(running.db)).toEqual(await recountStorage(running.db));
  await running.request('/api/domains/example.com', { method: 'DELETE', headers: running.authorization });
  expect(await running.db.selectFrom('search_counts').select('domain').execute()).toEqual([]);
});

test('only the owner reads and sends reports, and other files are refused', async () => {
  const running = await start();
  const other = { authorization: `Bearer ${await running.service.keys.create('other')}` };
  expect(await send(running, CITED, '', other)).toMatchObject({ status: 403 });
  expect((await running.request(PATH, { headers: other })).status).toBe(403);
  expect((await running.request(PATH)).status).toBe(401);
  expect(await send(running, 'a,b\n1,2\n')).toMatchObject({
    status: 400,
    body: { error: 'The file has no columns with pages or queries and how often they were shown.' },
  });
  expect(await send(running, 'Seite,Nennungen\nhttps://example.com/,3\n', '?report=ai_citations')).toMatchObject({
    status: 200,
    body: { warning: expect.stringContaining('not in English') },
  });
});

test('the form and the command send the same', async () => {
  const running = await start();
  const owner = await new Visitor(running).signIn(running.key);
  const text = await owner.submit('/domains/example.com/search-report', { csv: CITED, report: '' });
  expect(text).toContain('2 lines of the report ai_citations are imported, 1 are about other hosts.');
  const folder = await mkdtemp(join(tmpdir(), 'citable-import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'export.csv');
  await writeFile(file, CITED);
  const main = new URL('../../dist/main.js', import.meta.url);
  const words = ['import', file, '--send', running.url, '--domain', 'example.com'];
  const { stdout, code } = await run(main, words, { CITABLE_API_KEY: running.key });
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('report ai_citations, 2 lines imported, 0 bad lines, 1 of other hosts.'),
  ]);
  await writeFile(file, 'x\n');
  expect((await run(main, words, { CITABLE_API_KEY: running.key })).code).toBe(3);
});
