import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { inventoryWith, NO_READING, NO_SITE } from '../../../test/support/inventories.ts';
import type { Exchange, FetchRequest } from '../../fetch/exchange.ts';
import { readFurtherPages } from './further-pages.ts';
import type { InventoryPage, PageInventory, PageSummary } from './inventory.ts';
import { listedPages } from './listed-pages.ts';

const O = 'https://example.com';

function page(path: string, place: InventoryPage['place'] = 'sitemap'): InventoryPage {
  return { url: O + path, place, label: null, status: 'unread', reading: null };
}

const html = (url: string, body = '<title>A page</title>') =>
  createExchange(url, { headers: { 'content-type': 'text/html' }, body });

/** Returns the requests in order, and the resulting inventory. */
async function furtherPages(
  pages: readonly InventoryPage[],
  answer: (url: string) => Exchange = html,
  robotsTxt: string | null = '',
) {
  const asked: FetchRequest[] = [];
  const inventory = inventoryWith(pages, { robotsTxt, site: SITE, isComplete: false });
  const fetch = async (request: FetchRequest) => {
    asked.push(request);
    return answer(request.url);
  };
  const complete = await readFurtherPages(inventory, {
    fetcher: { fetch, pause: () => Promise.resolve() },
    about: null,
  });
  const paths = asked.map(({ url }) => url.replace(O, ''));
  return { asked, paths, complete, statuses: complete.pages.map(({ url, status }) => [url.replace(O, ''), status]) };
}

const READING: PageSummary = { ...NO_READING, title: 'Example', kind: 'home' };
const SITE: PageInventory['site'] = { ...NO_SITE, name: 'Example' };

test('a page is asked for once, as a browser that names us, and listed with what it says', async () => {
  const { asked, complete } = await furtherPages([page('/a')]);
  expect(asked).toEqual([
    { url: `${O}/a`, userAgent: expect.stringMatching(/^Mozilla.*Citable/), maxBodyBytes: 2_097_152, maxAttempts: 1 },
  ]);
  expect(complete).toMatchObject({
    isComplete: true,
    site: SITE,
    pages: [{ status: 'listed', reading: { title: 'A page' } }],
  });
});

describe('of the pages that are known, those are asked for', () => {
  test('that are unread, and that robots.txt opens to us', async () => {
    const known = [page('/a'), page('/closed/b'), { ...page('/c'), status: 'left_out' as const }];
    const { paths } = await furtherPages(known, html, 'User-agent: Citable\nDisallow: /closed/');
    expect(paths).toEqual(['/a']);
  });

  test('first that the home page leads to, then the others, then its footer, then listings and the small print', async () => {
    const known = [
      page('/tags/x', 'navigation'),
      page('/legal', 'main'),
      page('/foot', 'footer'),
      page('/map', 'sitemap'),
      page('/linked', 'page'),
      page('/main', 'main'),
      page('/nav', 'navigation'),
    ];
    const { paths } = await furtherPages(known);
    expect(paths).toEqual(['/nav', '/main', '/map', '/linked', '/foot', '/tags/x', '/legal']);
  });

  test('of every section before a second of any', async () => {
    const known = ['/a/1', '/a/2', '/a/3', '/b/1', '/b/2'].map((path) => page(path));
    expect((await furtherPages(known)).paths).toEqual(['/a/1', '/b/1', '/a/2', '/b/2', '/a/3']);
  });

  test('that stand in one place, of every section, before those of a less prominent place', async () => {
    const known = [
      page('/a/nav', 'navigation'),
      page('/a/main', 'main'),
      page('/a/text', 'main'),
      page('/b/1', 'sitemap'),
      page('/b/2', 'sitemap'),
      page('/c/1', 'footer'),
    ];
    expect((await furtherPages(known)).paths).toEqual(['/a/nav', '/a/main', '/a/text', '/b/1', '/b/2', '/c/1']);
  });

  test('that are 60 in all, though a turn was short', async () => {
    const few = Array.from({ length: 10 }, (_, i) => page(`/${i}`));
    const links = Array.from({ length: 9 }, (_, i) => i);
    const linking = (url: string) => html(url, links.map((i) => `<a href="${url}x${i}">more</a>`).join(''));
    expect((await furtherPages(few, linking)).paths).toHaveLength(60);
  });

  test('that the others link to, when they are read, fifteen at a time and 60 in all', async () => {
    const many = Array.from({ length: 20 }, (_, i) => page(`/${i}`));
    const linking = (url: string) => html(url, `<title>A</title><nav><a href="${url}x">more</a></nav>`);
    const { paths } = await furtherPages(many, linking);
    expect([paths.length, new Set(paths).size]).toEqual([60, 60]);
    expect(paths.slice(0, 15).every((path) => /^\/\d+$/.test(path))).toBe(true);
    expect(paths).toContain('/0x');
  });

  test('none but once, though it gave no answer', async () => {
    const { paths, statuses } = await furtherPages([page('/a')], (url) => createExchange(url, { failure: 'timeout' }));
    expect([paths, statuses]).toEqual([['/a'], [['/a', 'left_out']]]);
  });
});

test('the categories of a large site are asked for first, those of a small one last; then pages of high priority', async () => {
  const many = Array.from({ length: 110 }, (_, i) => page(`/p/${i}`));
  const best: InventoryPage = { ...page('/p/best'), priority: 0.9 };
  const known = [...many, best, page('/category/shoes'), page('/tag/x')];
  expect((await furtherPages(known)).paths.slice(0, 3)).toEqual(['/category/shoes', '/p/best', '/p/0']);
  const few = [page('/category/shoes'), best, page('/p/1')];
  expect((await furtherPages(few)).paths).toEqual(['/p/best', '/p/1', '/category/shoes']);
});

describe('none is asked for any more', () => {
  const many = Array.from({ length: 40 }, (_, i) => page(`/${i}`));

  test.each<[what: string, answer: Parameters<typeof createExchange>[1]]>([
    ['too many requests', { status: 429 }],
    ['a server that gives up', { status: 503 }],
    ['a challenge', { status: 403, failure: 'challenge' }],
    ['a budget that is spent', { failure: 'request_budget', status: null }],
  ])('once one is answered with %s', async (_what, answer) => {
    const { paths, complete } = await furtherPages(many, (url) =>
      url === `${O}/3` ? createExchange(url, answer) : html(url),
    );
    expect([paths.length, complete.isComplete]).toEqual([15, true]);
  });

  test('but for a page that is not there', async () => {
    expect((await furtherPages(many, (url) => createExchange(url, { status: 404 }))).paths).toHaveLength(40);
  });

  test('where robots.txt could not be read', async () => {
    expect((await furtherPages(many, html, null)).paths).toEqual([]);
  });
});

test('a page that our own budget left unasked stays unread', async () => {
  const { statuses } = await furtherPages([page('/a')], (url) =>
    createExchange(url, { failure: 'request_budget', status: null }),
  );
  expect(statuses).toEqual([['/a', 'unread']]);
});

test('the home page is known by its place', async () => {
  const home: InventoryPage = { ...page('/start', 'home'), status: 'listed' };
  const { statuses } = await furtherPages([home, page('/a')], (url) =>
    html(url, `<title>A</title><a href="/start">home</a><a href="/">top</a>`),
  );
  expect(statuses).toEqual([
    ['/start', 'listed'],
    ['/a', 'listed'],
  ]);
});

test('the home page is not named as a page is that turns out to be it', async () => {
  const home: InventoryPage = { ...page('/start', 'home'), status: 'listed', reading: READING };
  const alias: InventoryPage = { ...page('/products', 'navigation'), label: 'Products' };
  const { complete } = await furtherPages([home, alias], (url) => html(url, '<link rel=canonical href=/start>'));
  expect(complete.pages.map(({ place, label }) => [place, label])).toEqual([
    ['home', null],
    ['navigation', 'Products'],
  ]);
  expect(listedPages(complete).pages.map(({ place, label }) => [place, label])).toEqual([['home', null]]);
});
