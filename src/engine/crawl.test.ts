import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { serve } from '../../test/support/loopback.ts';
import type { PageTable } from '../audit/pages/page-table.ts';
import { parseDomainName } from '../values/domain-name.ts';
import { auditSite, type CrawlOptions, pageTableOfSite } from './audit-site.ts';

/** A page by its path, or a status. */
type Respond = (path: string, times: number) => string | number;

/** Serves a site over HTTP. Returns the audit of it. */
async function served(respond: Respond) {
  const requests: string[] = [];
  const times = new Map<string, number>();
  const listener: RequestListener = ({ url: path = '/', method = 'GET', headers: sent }, response) => {
    const isOurs = /X11/.test(sent['user-agent'] ?? '');
    if (isOurs) requests.push(`${method} ${path}`);
    const time = (times.get(path) ?? 0) + 1;
    if (isOurs) times.set(path, time);
    const found = respond(path, time);
    if (typeof found === 'number') response.writeHead(found).end();
    else {
      response.writeHead(200, { 'content-type': path.endsWith('.txt') ? 'text/plain' : 'text/html' });
      response.end(method === 'HEAD' ? undefined : found);
    }
  };
  const { port } = await serve(listener);
  const parsed = parseDomainName(`127.0.0.1:${port}`, { allowPrivate: true });
  if (!parsed.ok) throw new Error(parsed.problem);
  return async (crawl?: CrawlOptions) => {
    requests.length = 0;
    times.clear();
    const audited = await auditSite(parsed.domain, {
      allowPrivate: true,
      budgets: { burst: 80, requestsPerSecond: 2_000, requests: 10_000, retryBackOff: 1 },
      ...(crawl && { crawl }),
    });
    const table = pageTableOfSite(audited.site, audited.crawled);
    return { ...audited, table, requests, times };
  };
}

/** Serves a site over HTTP, and audits it with a crawl. */
async function crawled(respond: Respond, crawl: CrawlOptions) {
  const audit = await served(respond);
  return audit(crawl);
}

const links = (paths: readonly string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join('\n');
const page = (path: string, more = '') =>
  `<!doctype html><html lang="en"><title>Pier ${path}</title><main><h1>Pier ${path}</h1><p>${Array.from({ length: 80 }, (_, i) => `word${path.length * i}`).join(' ')}</p>${more}</main>`;
const paths = (count: number) => Array.from({ length: count }, (_, i) => `/piers/${i}-x`);
const FAST = { rate: 2_000 };

/** A home page with links to that many pages. */
const flat =
  (count: number, own: Respond = (path) => page(path)): Respond =>
  (path, times) =>
    path === '/' ? page(path, links(paths(count))) : paths(count).includes(path) ? own(path, times) : 404;

const findRow = (table: PageTable | null, path: string) =>
  table?.rows.find(({ url }) => new URL(url).pathname === path);
const findIssue = (table: PageTable | null, id: string) => table?.issues.find((one) => one.id === id);

test('more pages are read, each once, and the report stays that of the default choice', async () => {
  const site = flat(80, (path) => page(path).replace(/<h1>.*?<\/h1>/, path.endsWith('7-x') ? '' : '$&'));
  const audit = await served(site);
  const usual = await audit();
  const larger = await audit({ pages: 60, ...FAST });
  const { allPagesScore, ...choice } = larger.report.choice ?? {};
  expect({ ...larger.report, choice }).toEqual(usual.report);
  expect(allPagesScore).toBe(larger.crawled?.score);
  expect(larger.site.inventory).toEqual(usual.site.inventory);
  expect(larger.site.choice?.known).toBe(81);
  expect(larger.table?.counts).toMatchObject({ known: 81, read: 60 });
  expect(larger.table?.allPagesScore).toEqual(expect.any(Number));
  expect(larger.site.crawled?.ended).toBe('chosen');
  const pagesRead = larger.requests.filter((request) => request.startsWith('GET /piers/'));
  expect(new Set(pagesRead).size).toBe(pagesRead.length);
  const losing = larger.table?.rows.filter(({ losses }) =>
    losses.some(([cause]) => larger.table?.causes[cause]?.question === 'semantic_structure.h1'),
  );
  const faulty = larger.table?.rows.filter(({ url, lost }) => url.endsWith('7-x') && lost !== null) ?? [];
  expect(faulty.length).toBeGreaterThan(3);
  expect(losing?.map(({ url }) => url)).toEqual(faulty.map(({ url }) => url));
});

test('a page that is refused for a while is read later, and one that stays so is not called dead', async () => {
  const site = flat(60, (path, times) => {
    if (path === '/piers/50-x' && times < 3) return 503;
    return path === '/piers/51-x' ? 429 : page(path);
  });
  const { table, times } = await crawled(site, { pages: 100, ...FAST });
  expect(findRow(table, '/piers/50-x')).toMatchObject({ indexability: 'indexable', status: 200 });
  expect(findRow(table, '/piers/51-x')).toMatchObject({ indexability: 'error', status: 429 });
  expect(times.get('/piers/51-x')).toBeLessThan(9);
  expect(findIssue(table, 'dead_link')).toBeUndefined();
  expect(findIssue(table, 'unknown_link')?.places.map(({ other }) => new URL(other ?? '').pathname)).toEqual([
    '/piers/51-x',
  ]);
});

test('a site that refuses every further request is left alone', async () => {
  let isOpen = true;
  const site = flat(300, (path) => (isOpen ? page(path) : 429));
  const crawl: CrawlOptions = {
    pages: 300,
    rate: 2_000,
    onProgress: ({ pages }) => {
      isOpen = pages < 100;
    },
  };
  const { table, site: gathered, requests } = await crawled(site, crawl);
  expect(gathered.crawled?.ended).toBe('refused');
  expect(table?.counts.read).toBeGreaterThanOrEqual(85);
  expect(table?.counts.read).toBeLessThan(110);
  expect(requests.length).toBeLessThan(250);
});

test('a calendar without end, and paths that grow without end, are left', async () => {
  const site: Respond = (path) => {
    if (path === '/') return page(path, links(['/calendar/1', '/deep/er', ...paths(30), '/list?page=2']));
    const [, month] = /^\/calendar\/(\d+)$/.exec(path) ?? [];
    if (month !== undefined) return page(path, links([`/calendar/${Number(month) + 1}`, `/list?page=${month}`]));
    if (path.startsWith('/deep/')) return page(path, links([`${path}/er`]));
    return paths(30).includes(path) ? page(path) : 404;
  };
  const { site: gathered, requests, table } = await crawled(site, { pages: 5_000, ...FAST });
  expect(gathered.crawled?.ended).toBe('endless');
  expect(requests.length).toBeLessThan(400);
  expect(requests.filter((request) => request.includes('?page='))).toEqual([]);
  expect(findRow(table, '/piers/29-x')?.status).toBe(200);
});

test('an interrupted crawl keeps what was read', async () => {
  const stop = new AbortController();
  const onProgress: CrawlOptions['onProgress'] = ({ pages }) => {
    if (pages >= 50) stop.abort();
  };
  const { site, table } = await crawled(flat(200), { pages: 200, rate: 2_000, signal: stop.signal, onProgress });
  expect(site.crawled?.ended).toBe('cancelled');
  expect(table?.counts.read).toBeGreaterThanOrEqual(50);
  expect(table?.counts.read).toBeLessThan(70);
  expect(table?.allPagesScore).toEqual(expect.any(Number));
});

test('links beyond the pages that are read are checked, 200 at most', async () => {
  const site = flat(400, (path) => (/^\/piers\/\d*5-x$/.test(path) ? 404 : page(path)));
  const { table, requests } = await crawled(site, { pages: 40, ...FAST });
  const checked = new Set(requests.filter((request) => request.startsWith('HEAD /piers/')));
  // The first 80 requests check some as well.
  expect(checked.size).toBeGreaterThan(200);
  expect(checked.size).toBeLessThan(280);
  expect(findIssue(table, 'dead_link')?.count).toBeGreaterThan(15);
});

test('robots.txt is heeded', async () => {
  const site = flat(60);
  const { times } = await crawled(
    (path, count) => (path === '/robots.txt' ? 'User-agent: Citable\nDisallow: /piers/4' : site(path, count)),
    { pages: 100, ...FAST },
  );
  expect([...times.keys()].filter((path) => path.startsWith('/piers/4'))).toEqual([]);
  expect(times.has('/piers/50-x')).toBe(true);
});

test('chosen pages that robots.txt shuts are not among the pages that a crawl judged', async () => {
  const site = flat(60);
  const robots = 'User-agent: *\nDisallow: /piers/1';
  const audit = await served((path, count) => (path === '/robots.txt' ? robots : site(path, count)));
  const usual = await audit();
  const shut = usual.site.choice?.urls.filter((url) => url.includes('/piers/1')) ?? [];
  expect(shut.length).toBeGreaterThan(0);
  expect(usual.table?.allPagesScore).toBeNull();
  const larger = await audit({ pages: 100, ...FAST });
  expect(larger.crawled?.urls.filter((url) => url.includes('/piers/1'))).toEqual([]);
  expect(larger.table?.allPagesScore).toEqual(expect.any(Number));
  for (const { table } of [usual, larger])
    expect(table?.rows.filter(({ url, lost }) => url.includes('/piers/1') && lost !== null)).toEqual([]);
});
