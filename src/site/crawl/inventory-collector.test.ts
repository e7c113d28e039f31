import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { runs } from '../../../test/support/properties.ts';
import { parseRobotsTxt } from '../robots/robots-txt.ts';
import { InventoryCollector } from './inventory-collector.ts';
import { knownPages } from './known-pages.ts';
import { CHOSEN_PAGES, choosePages } from './page-choice.ts';
import { FOUND, type Inventory, isShutForAll, type KnownUrl, MAX_KNOWN_URLS } from './site-inventory.ts';

const O = 'https://example.com';
const page = (path: string, body: string, more: Parameters<typeof createExchange>[1] = {}) =>
  createExchange(O + path, { headers: { 'content-type': 'text/html' }, body, ...more });
const collector = (robots = '') =>
  new InventoryCollector({ origin: O, homeUrl: `${O}/`, robots: parseRobotsTxt(robots) });
const findUrl = ({ urls }: Inventory, path: string): KnownUrl | undefined => urls.find(({ url }) => url === O + path);

test('a URL has the places where it was found, its depth and the number of pages that link to it', () => {
  const site = collector();
  site.add(`${O}/a`, 'sitemap');
  site.add(`${O}/only-listed`, 'sitemap');
  site.add('https://other.example/a', 'sitemap');
  site.addResponse(page('/', '<a href=/a>A</a><a href=/a>A</a><a rel=nofollow href=/b>B</a>'));
  site.addResponse(page('/a', '<link rel=canonical href=/A><a href=/b>B</a><a href=/c#part>C</a>'));
  const inventory = site.finish('read');
  expect(inventory.urls.map(({ url }) => url)).toEqual([
    `${O}/`,
    `${O}/A`,
    `${O}/a`,
    `${O}/b`,
    `${O}/c`,
    `${O}/only-listed`,
  ]);
  expect(findUrl(inventory, '/a')).toMatchObject({
    found: FOUND.sitemap | FOUND.homeLink | FOUND.link,
    linksIn: 1,
    depth: 1,
    read: { status: 200, page: { canonical: `${O}/A` } },
  });
  expect(findUrl(inventory, '/b')).toMatchObject({ found: FOUND.link, linksIn: 2, depth: 1, read: null });
  expect(findUrl(inventory, '/c')).toMatchObject({ found: FOUND.link, depth: 2 });
  expect(findUrl(inventory, '/A')).toMatchObject({ found: FOUND.canonical, linksIn: 0, depth: null });
  expect(findUrl(inventory, '/only-listed')).toMatchObject({ found: FOUND.sitemap, depth: null });
  expect(knownPages(inventory).map(({ url, isContent }) => [url.replace(O, ''), isContent])).toEqual([
    ['/', true],
    ['/a', true],
    ['/b', false],
    ['/c', false],
    ['/only-listed', true],
  ]);
});

test('what a redirect leads to has its page, and the places of links to the redirect are told', () => {
  const site = collector();
  site.addResponse(page('/', '\n<a href=/old>Old</a>\n<a href=/gone>Gone</a><a href=/fine>Fine</a>'));
  const redirects = [{ url: `${O}/old`, status: 301, location: '/new' }];
  site.addResponse(page('/old', '<title>New</title>', { redirects, finalUrl: `${O}/new` }));
  site.addResponse(createExchange(`${O}/gone`, { status: 404, body: '' }));
  site.addResponse(page('/fine', '<title>Fine</title>'));
  const inventory = site.finish('read');
  expect(findUrl(inventory, '/old')).toMatchObject({
    read: { redirect: `${O}/new`, hops: 1, page: null },
    linkedFrom: [[inventory.home, 2]],
  });
  expect(findUrl(inventory, '/new')).toMatchObject({
    found: FOUND.redirect,
    read: { redirect: null, hops: 0, page: { title: 'New' } },
  });
  expect(findUrl(inventory, '/gone')).toMatchObject({ read: { status: 404 }, linkedFrom: [[inventory.home, 3]] });
  expect(findUrl(inventory, '/fine')).not.toHaveProperty('linkedFrom');
});

test('a page says its directives, dates and hashes, and the alternates that are on the site', () => {
  const site = collector();
  const head = `<html lang=en><title>One title</title><meta name=description content=Text><meta name=bingbot content=noindex>
    <link rel=alternate hreflang=de href=/de/><link rel=alternate hreflang=fr href=https://fr.example/>`;
  site.addResponse(
    page('/', `${head}<main><p>Words of this page, written on <time datetime=2026-06-03>3 June</time>.`),
  );
  const inventory = site.finish('read');
  expect(findUrl(inventory, '/')?.read?.page).toMatchObject({
    noindex: ['bingbot'],
    language: 'en',
    title: 'One title',
    date: '2026-06-03',
    alternates: [inventory.urls.findIndex(({ url }) => url === `${O}/de/`)],
    textHash: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(findUrl(inventory, '/de/')).toMatchObject({ found: FOUND.hreflang, template: '/*' });
});

describe('verdicts of robots.txt', () => {
  const robots = `User-agent: *\nDisallow: /cart\n\nUser-agent: OAI-SearchBot\nDisallow: /\nAllow: /$\n`;

  test('name the line of the rule for every token', () => {
    const site = collector(robots);
    for (const path of ['/cart', '/a']) site.add(O + path, 'sitemap');
    const inventory = site.finish('read');
    const verdicts = (path: string) => {
      const decided = inventory.verdicts[findUrl(inventory, path)?.robots ?? -1];
      return ['Citable', 'OAI-SearchBot', 'bingbot'].map((token) => decided?.[inventory.tokens.indexOf(token)]);
    };
    expect(verdicts('/cart')).toEqual([
      { isAllowed: false, line: 2 },
      { isAllowed: false, line: 5 },
      { isAllowed: false, line: 2 },
    ]);
    expect(verdicts('/a')).toEqual([
      { isAllowed: true, line: null },
      { isAllowed: false, line: 5 },
      { isAllowed: true, line: null },
    ]);
    expect(inventory.urls.filter((url) => isShutForAll(inventory, url)).map(({ url }) => url)).toEqual([`${O}/cart`]);
  });

  test('are not made beyond a bound on work, whatever the order of the URLs', () => {
    const rules = Array.from({ length: 20_000 }, (_, i) => `Disallow: /*x${i}*y\nDisallow: /x${i}`).join('\n');
    const paths = Array.from({ length: 1_000 }, (_, i) => `/page-${i}`);
    const undecided = (order: readonly string[]) => {
      const site = collector(`User-agent: *\n${rules}`);
      for (const path of order) site.add(O + path, 'sitemap');
      return site
        .finish('read')
        .urls.filter(({ robots: index }) => index === null)
        .map(({ url }) => url);
    };
    const some = undecided(paths);
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(paths.length);
    expect(undecided(paths.toReversed())).toEqual(some);
  });
});

test('sitemaps leave room for links in an inventory, and what is beyond its limit is counted', () => {
  const site = collector();
  for (let i = 0; i < MAX_KNOWN_URLS + 5_000; i += 1) site.add(`${O}/page-${i}`, 'sitemap');
  site.addResponse(page('/', '<a href=/linked>Linked</a>'));
  const inventory = site.finish('chosen');
  expect(inventory.urls.length).toBeLessThanOrEqual(MAX_KNOWN_URLS);
  expect(inventory.isCut).toBe(true);
  expect(inventory.found).toBeGreaterThanOrEqual(MAX_KNOWN_URLS + 5_000);
  expect(findUrl(inventory, '/linked')).toBeDefined();
});

test('neither the order in which URLs are found, nor what pages contain, changes the inventory and the choice', () => {
  const path = fc.stringMatching(/^\/(?:de\/|blog\/|tag\/|docs\/v\d\/|2024\/0\d\/)?[a-z]{1,3}(?:\.html|\/)?$/);
  fc.assert(
    fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 80 }), fc.boolean(), (paths, isReversed) => {
      const chooseUrls = (order: readonly string[], head: string) => {
        const site = collector('User-agent: *\nDisallow: /tag/');
        const half = order.length / 2;
        for (const one of order.slice(0, half)) site.add(O + one, 'sitemap');
        site.addResponse(
          page(
            '/',
            `${head}${order
              .slice(half)
              .map((one) => `<a href="${one}">x</a>`)
              .join('')}`,
          ),
        );
        const inventory = site.finish('read');
        return { choice: choosePages(knownPages(inventory)), urls: inventory.urls.map(({ url }) => url) };
      };
      const sorted = paths.toSorted();
      const half = sorted.length / 2;
      const shuffled = isReversed
        ? [...sorted.slice(0, half).reverse(), ...sorted.slice(half).reverse()]
        : [...sorted.slice(0, half), ...sorted.slice(half).reverse()];
      const first = chooseUrls(sorted, '<title>A</title>');
      expect(chooseUrls(shuffled, '<title>B</title><meta name=robots content=noindex>')).toEqual(first);
      expect(first.choice.length).toBeLessThanOrEqual(CHOSEN_PAGES);
    }),
    runs(100),
  );
});
