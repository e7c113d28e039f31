import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { fixtureFetcher, parseFixture } from '../../../test/support/fixture-web.ts';
import type { Fetcher, FetchRequest } from '../../fetch/exchange.ts';
import { parseRobotsTxt } from '../robots/robots-txt.ts';
import type { GatheredSitemap } from '../site.ts';
import { gatherSitemaps } from './gather-sitemaps.ts';

const ORIGIN = 'https://example.com';
const URLSET = '<urlset><url><loc>https://example.com/a</loc></url></urlset>';
const PLACES = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap-index.xml', '/wp-sitemap.xml', '/sitemap.xml.gz'];

interface Gathered {
  readonly sitemaps: readonly GatheredSitemap[];
  readonly asked: readonly FetchRequest[];
  /** Requested URLs, without the site's own origin. */
  readonly paths: readonly string[];
}

/** @param files by path: the body of a 200 */
async function gathered(files: Readonly<Record<string, string>>, robotsTxt = ''): Promise<Gathered> {
  const routes = Object.entries(files).map(([path, body]) => `=== ${path} 200 application/xml\n${body}\n`);
  const web = fixtureFetcher(parseFixture(`Sitemaps.\n\n${routes.join('')}`));
  const asked: FetchRequest[] = [];
  const fetcher: Fetcher = {
    pause: () => Promise.resolve(),
    fetch: (request) => {
      asked.push(request);
      return web.fetch(request);
    },
  };
  const sitemaps = await gatherSitemaps({
    fetcher,
    userAgent: 'CitableTest/1.0',
    origin: ORIGIN,
    robots: parseRobotsTxt(robotsTxt),
  });
  return { sitemaps, asked, paths: asked.map(({ url }) => url.replace(ORIGIN, '')) };
}

const told = ({ sitemaps }: Gathered) =>
  sitemaps.map(({ url, from, document }) => [url.replace(ORIGIN, ''), from, document?.kind]);

describe('of the usual places', () => {
  test('only the first is requested when it has a sitemap', async () => {
    const found = await gathered({ '/sitemap.xml': URLSET, '/wp-sitemap.xml': URLSET });
    expect(found.paths).toEqual(['/sitemap.xml']);
    expect(told(found)).toEqual([['/sitemap.xml', 'usual_place', 'urlset']]);
    expect(found.asked[0]).toMatchObject({
      userAgent: 'CitableTest/1.0',
      accept: expect.stringContaining('application/xml'),
    });
  });

  test.each([
    ['a page', '<!doctype html><title>Not found</title>'],
    ['no sitemap', '<other/>'],
  ])('the others are requested when the first has %s, and the first sitemap counts', async (_, body) => {
    const found = await gathered({ '/sitemap.xml': body, '/sitemap-index.xml': URLSET, '/wp-sitemap.xml': URLSET });
    expect(found.paths).toEqual(PLACES);
    expect(told(found)).toEqual([['/sitemap-index.xml', 'usual_place', 'urlset']]);
  });

  test('the first is reported when none has a sitemap', async () => {
    const found = await gathered({ '/wp-sitemap.xml': '<other/>' });
    expect(found.paths).toEqual(PLACES);
    expect(told(found)).toEqual([['/sitemap.xml', 'usual_place', undefined]]);
  });
});

describe('of the sitemaps that robots.txt names', () => {
  test.each([
    ['a missing one', {}],
    ['a page', { '/s.xml': '<!doctype html><title>Home</title>' }],
  ])('%s leads to the usual places, whose sitemap is reported as well', async (_, files) => {
    const found = await gathered({ ...files, '/wp-sitemap.xml': URLSET }, 'Sitemap: /s.xml');
    expect(found.paths).toEqual(['/s.xml', ...PLACES]);
    expect(told(found).map(([path, from]) => [path, from])).toEqual([
      ['/s.xml', 'robots_txt'],
      ['/wp-sitemap.xml', 'usual_place'],
    ]);
  });

  test('a usual place that is named and fails is not requested twice', async () => {
    const found = await gathered({}, 'Sitemap: /sitemap.xml');
    expect(found.paths).toEqual(PLACES);
    expect(told(found)).toEqual([['/sitemap.xml', 'robots_txt', undefined]]);
  });

  test.each([
    ['https://example.com/s.xml', '/s.xml'],
    ['http://example.com/s.xml', 'http://example.com/s.xml'],
    ['/s.xml', '/s.xml'],
    ['s.xml', '/s.xml'],
    ['https://cdn.example.org/s.xml', 'https://cdn.example.org/s.xml'],
  ])('%s is requested, and no usual place if it is a sitemap', async (value, path) => {
    expect((await gathered({ [path]: URLSET }, `Sitemap: ${value}`)).paths).toEqual([path]);
  });

  test.each(['ftp://example.com/s.xml', 'xhttp://example.com/s.xml', 'https://[/s.xml', 'data:text/xml,x'])(
    '%s is none',
    async (value) => {
      expect((await gathered({}, `Sitemap: ${value}`)).paths).toEqual(PLACES);
    },
  );

  test.each([
    '/llms.txt',
    '/llms-full.txt',
    '/docs/llms.txt',
    'https://citable.example.org/llms/example.com.txt?tier=vip',
  ])('%s is an llms.txt and no sitemap', async (value) => {
    expect((await gathered({}, `Sitemap: ${value}`)).paths).toEqual(PLACES);
    expect((await gathered({ '/s.xml': URLSET }, `Sitemap: ${value}\nSitemap: /s.xml`)).paths).toEqual(['/s.xml']);
  });

  test.each(['/llms.xml', '/skills.txt', '/llms/sitemap.xml'])('%s is a sitemap', async (value) => {
    expect((await gathered({ [value]: URLSET }, `Sitemap: ${value}`)).paths).toEqual([value]);
  });

  test('five are read, each once', async () => {
    const lines = [1, 1, 2, 3, 4, 5, 6].map((n) => `Sitemap: /${n}.xml`);
    const found = await gathered({ '/1.xml': URLSET }, lines.join('\n'));
    expect(found.paths).toEqual(['/1.xml', '/2.xml', '/3.xml', '/4.xml', '/5.xml']);
    expect(told(found)[0]).toEqual(['/1.xml', 'robots_txt', 'urlset']);
  });
});

describe('of the children of an index', () => {
  const index = (paths: readonly string[]) =>
    `<sitemapindex>${paths.map((path) => `<sitemap><loc>${ORIGIN}${path}</loc></sitemap>`).join('')}</sitemapindex>`;

  test('ten are read, those of categories and tags last', async () => {
    const children = Array.from({ length: 9 }, (_, n) => `/child-${n}.xml`);
    const tags = Array.from({ length: 5 }, (_, n) => `/post_tag-sitemap${n}.xml`);
    const found = await gathered({ '/sitemap.xml': index([...tags, ...children]), '/child-0.xml': URLSET });
    expect(found.paths).toHaveLength(11);
    expect(found.paths).toEqual(expect.arrayContaining(children));
    expect(found.sitemaps.slice(1).every(({ from }) => from === 'sitemap_index')).toBe(true);
  });

  test('each is read once, and an index among them is not followed', async () => {
    const found = await gathered({
      '/sitemap.xml': index(['/sitemap.xml', '/inner.xml']),
      '/inner.xml': index(['/innermost.xml']),
    });
    expect(found.paths).toEqual(['/sitemap.xml', '/inner.xml']);
  });
});

test.each([
  ['too_large', 'budget'],
  [undefined, 'file'],
] as const)('a sitemap whose end is missing after %s was cut by the %s', async (failure, truncated) => {
  const fetcher: Fetcher = {
    pause: () => Promise.resolve(),
    fetch: async ({ url, sink }) => {
      sink?.().write(Buffer.from('<urlset><url><loc>https://example.com/a</loc></url>'));
      return createExchange(url, failure === undefined ? {} : { failure });
    },
  };
  const [sitemap] = await gatherSitemaps({ fetcher, userAgent: 'x', origin: ORIGIN, robots: parseRobotsTxt('') });
  expect(sitemap?.document).toMatchObject({ kind: 'urlset', entryCount: 1, truncated });
});
