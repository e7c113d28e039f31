import { expect, test } from 'vitest';
import { createExchange } from '../../test/support/exchanges.ts';
import { exampleDomain, fixtureFetcher, readFixture } from '../../test/support/fixture-web.ts';
import { gather } from '../site/gather/gather.ts';
import type { GatheredSitemap, Site } from '../site/site.ts';
import { readSite } from './read-site.ts';

const now = new Date('2026-11-01T12:00:00Z');
const good: Site = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture('base/good')), now });

const pageAt = (path: string, body: string) =>
  createExchange(`https://example.com${path}`, { headers: { 'content-type': 'text/html' }, body });
const POST = pageAt(
  '/reading-a-gauge',
  `<main><h1>Reading a gauge</h1><p>${'The water rises by noon. '.repeat(20)}</main>`,
);

function kindsWith(pages: Site['pages'], sitemap?: Partial<GatheredSitemap>): readonly string[] {
  const [some] = good.sitemaps;
  const document = some?.document && { ...some.document, entries: [{ url: POST.url, lastmod: null }] };
  const sitemaps =
    some === undefined || sitemap === undefined ? [] : [{ ...some, document: document ?? null, ...sitemap }];
  return readSite({ ...good, pages, sitemaps }).samplePages.map(({ kind }) => kind);
}

test.each([
  ['post-sitemap.xml', 'article'],
  ['post-sitemap3.xml', 'article'],
  ['wp-sitemap-posts-post-1.xml', 'article'],
  ['sitemap-posts.xml', 'article'],
  ['sitemap_blogs_1.xml', 'article'],
  ['blog-posts-sitemap.xml', 'article'],
  ['page-sitemap.xml', 'other'],
  ['wp-sitemap-posts-page-1.xml', 'other'],
  ['post_tag-sitemap.xml', 'other'],
  ['sitemap.xml', 'other'],
])('an undated page that only %s lists is of the kind %s', (name, kind) => {
  expect(kindsWith([POST], { url: `https://example.com/${name}` })).toEqual([kind]);
});

test.each([
  ['/blog', '<h2><a href="/reading-a-gauge">Reading a gauge</a></h2>', 'article'],
  ['/blog/page/2', '<h3>How a gauge is read</h3><a href="/reading-a-gauge">More</a>', 'article'],
  ['/blog', '<h2>Reading a gauge</h2>', 'other'],
  ['/tides', '<h2><a href="/reading-a-gauge">Reading a gauge</a></h2>', 'other'],
])('an undated page that an index at %s shows as %s is of the kind %s', (path, html, kind) => {
  const kindWith = (menu: string, more: string) => {
    const text = `<h1>All</h1><p>${'What we write. '.repeat(30)}</p>${html}${more}`;
    return kindsWith([pageAt(path, `<nav>${menu}</nav><main>${text}</main>`), POST]).at(-1);
  };
  const others = '<a href="/piers">Piers</a> <a href="/boats">Boats</a>';
  expect(kindWith('', others)).toBe(kind);
  expect(kindWith('', '')).toBe('other');
  expect(kindWith('<a href="/reading-a-gauge">Gauges</a>', `${others} <a href="/ropes">Ropes</a>`)).toBe('other');
});

test.each(['woocommerce-cart', 'checkout-cart-index', 'page-my-account'])(
  'a page with the class %s is a basket at any path, and not judged',
  (name) => {
    const ld = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article"}</script>';
    const body = `<body class="page ${name}"><main><h1>Wagen</h1><p>Er ist leer.</p></main>${ld}`;
    const facts = readSite({ ...good, pages: [pageAt('/wagen', body)] });
    expect(facts.samplePages).toEqual([]);
    expect(facts.excludedPages).toMatchObject([{ reason: 'transaction' }]);
    const closed = readSite({ ...good, pages: [pageAt('/wagen', `<meta name=robots content=noindex>${body}`)] });
    expect(closed.noindexPages).toHaveLength(1);
  },
);
