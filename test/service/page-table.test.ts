import { expect, test } from 'vitest';
import { judge } from '../../src/audit/judge.ts';
import { gather } from '../../src/site/gather/gather.ts';
import { combinedLine, USER_AGENTS } from '../support/access-log.ts';
import { fixtureFetcher, parseFixture } from '../support/fixture-web.ts';
import type { LiveAudit } from '../support/live-audit.ts';
import { instantAudit, startService } from '../support/running-service.ts';
import { Visitor } from '../support/visitor.ts';

/** A site whose every third page has no h1, whose page 7 is gone, and whose sitemap lists it. */
function createFixture(domain: string) {
  const numbers = Array.from({ length: 60 }, (_, i) => i);
  const links = numbers.map((i) => `<a href="/tides/${i}">Tide ${i}</a>`).join(' ');
  const pages = numbers.map((i) => {
    if (i === 7) return '=== /tides/7 404 text/html\n<title>Gone</title>';
    const text = Array.from({ length: 160 }, (__, word) => `w${i}x${word}`).join(' ');
    return `=== /tides/${i} 200 text/html\n<!doctype html><html lang="en"><title>Tide ${i}</title><main>${i % 3 === 0 ? '' : `<h1>Tide ${i}</h1>`}<p>${text}</main>`;
  });
  const entries = numbers.map((i) => `<url><loc>https://${domain}/tides/${i}</loc></url>`).join('');
  const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
  const home = `=== / 200 text/html\n<!doctype html><html lang="en"><title>Tides</title><main><h1>Tides</h1>\n${links}</main>`;
  return parseFixture(['Tides', home, ...pages, `=== /sitemap.xml 200 application/xml\n${sitemap}`].join('\n'), domain);
}

const folderAudit: LiveAudit = async (domain) => {
  const site = await gather(domain, { fetcher: fixtureFetcher(createFixture(domain)), source: 'folder' });
  return { site, report: judge(site) };
};

test('the pages of an audit are filtered, sorted and served in parts, with the faults of the whole site', async () => {
  const { request, authorization } = await startService(folderAudit);
  const audit = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
  const json = async (path: string) => JSON.parse(await (await request(path)).text());
  const pages = (query: string) => json(`/api/audit/${audit.id}/pages?${query}`);

  const all = await pages('limit=1000');
  expect(all).toMatchObject({ id: audit.id, domain: 'example.com', known: 60, read: 60, matching: 61, next: null });
  const withoutH1 = await pages('question=semantic_structure.h1&sort=url&limit=15');
  expect(withoutH1).toMatchObject({ matching: 20, next: '15' });
  const rest = await pages('question=semantic_structure.h1&sort=url&limit=15&cursor=15');
  expect(rest).toMatchObject({ matching: 20, next: null });
  const urls = [...withoutH1.pages, ...rest.pages].map(({ url }: { url: string }) => url);
  expect(new Set(urls).size).toBe(20);
  expect(urls).toEqual(urls.toSorted());
  expect(await pages('indexability=gone')).toMatchObject({ matching: 1, pages: [{ status: 404, problems: [] }] });
  expect((await request(`/api/audit/${audit.id}/pages?sort=size`)).status).toBe(400);

  const faults = await json(`/api/audit/${audit.id}/site`);
  expect(faults.groups).toContainEqual(
    expect.objectContaining({ template: '/tides/*', question: 'semantic_structure.h1', pages: 20, of: 59 }),
  );
  expect(faults.issues).toContainEqual(
    expect.objectContaining({
      id: 'dead_link',
      places: [{ url: 'https://example.com/', other: 'https://example.com/tides/7', line: 2 }],
    }),
  );
  expect(faults.issues).toContainEqual(expect.objectContaining({ id: 'sitemap_gone', count: 1 }));

  const html = await (await request(`/audits/${audit.id}/pages?question=semantic_structure.h1`)).text();
  expect(html).toContain('20 of 61 pages');
  const csv = await (await request(`/audits/${audit.id}/pages.csv?question=semantic_structure.h1`)).text();
  expect(csv.trim().split('\r\n')).toHaveLength(21);
  const faultsCsv = await (await request(`/audits/${audit.id}/faults.csv`)).text();
  expect(faultsCsv).toContain('dead_link');
});

test('an audit without a page table, and an unknown one, get 404', async () => {
  const { request, authorization } = await startService(instantAudit);
  const audit = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
  for (const path of ['pages', 'site']) {
    const response = await request(`/api/audit/${audit.id}/${path}`);
    expect([response.status, await response.json()]).toEqual([404, { error: 'Page table not found' }]);
    const unknown = await request(`/api/audit/00000000-0000-4000-8000-000000000000/${path}`);
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'Audit not found' }]);
  }
});

test('the owner of a domain sees when AI crawlers last requested each page, and nobody else does', async () => {
  const service = await startService(folderAudit);
  const { request, authorization } = service;
  const audit = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
  const owner = await new Visitor(service).signIn(service.key);
  expect((await owner.post('/domains/example.com', { action: 'publish' })).status).toBe(303);
  const path = `/api/audit/${audit.id}/pages`;
  const requestFirst = async (headers = {}) =>
    JSON.parse(await (await request(`${path}?search=/tides/3`, { headers })).text()).pages.map(
      ({ url, ai_requests }: { url: string; ai_requests: unknown }) => [new URL(url).pathname, ai_requests],
    )[0];
  // Without logs, nothing is known.
  expect(await requestFirst(authorization)).toEqual(['/tides/3', null]);

  const now = Math.floor(Date.now() / 1000);
  const line = (secondsAgo: number, userAgent: string) =>
    combinedLine({ time: 1000 * (now - secondsAgo), target: '/tides/3?a=b', userAgent });
  const { GPTBot, ClaudeBot } = USER_AGENTS;
  const log = [line(500, GPTBot), line(300, ClaudeBot), line(90, GPTBot), line(5, 'Mozilla/5.0 Firefox/140')];
  const sent = await request('/api/domains/example.com/traffic', {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'text/plain' },
    body: log.join(''),
  });
  expect([sent.status, await sent.text()]).toEqual([202, expect.any(String)]);
  const at = (secondsAgo: number) =>
    expect.stringContaining(new Date(1000 * (now - secondsAgo)).toISOString().slice(0, 19));
  const requests = [
    { crawler: 'GPTBot', at: at(90) },
    { crawler: 'ClaudeBot', at: at(300) },
  ];
  expect(await requestFirst(authorization)).toEqual(['/tides/3', requests]);
  const other = { authorization: `Bearer ${await service.service.keys.create('other')}` };
  expect(await requestFirst(other)).toEqual(['/tides/3', null]);
  expect(await requestFirst()).toEqual(['/tides/3', null]);

  const page = async (reader: { open(path: string): Promise<Response> }, query = '') =>
    (await reader.open(`/audits/${audit.id}/pages${query}`)).text();
  expect(await page(owner)).toMatch(/<td>GPTBot <time/);
  expect(await page(owner, `?url=${encodeURIComponent('https://example.com/tides/3')}`)).toMatch(
    /Last requested by .*GPTBot.*, .*ClaudeBot/,
  );
  expect(await page(owner, '.csv')).toMatch(/,ai_requests\r?\n/);
  expect(await page(owner, '.csv')).toMatch(/\/tides\/3,.*GPTBot \d{4}-.*; ClaudeBot \d{4}-/);
  const stranger = new Visitor(service);
  expect(await page(stranger)).not.toContain('Last AI request');
  expect(await page(stranger, '.csv')).not.toContain('GPTBot');
});
