import { describe, expect, test } from 'vitest';
import { answerOf } from '../../test/support/answers.ts';
import { site } from '../../test/support/reports.ts';
import { domainName } from '../../test/support/running-service.ts';
import { inventoryOf } from './inventory.ts';
import type { GatheredSitemap, Site } from './site.ts';
import { createSitemapReader } from './sitemap.ts';

const O = 'https://example.com';
const html = (path: string, body: string) => answerOf(O + path, { headers: { 'content-type': 'text/html' }, body });
const HOME = html('/', '<title>Home</title><main>Text <a href=/a>A</a></main>');
const found = (more: Partial<Site>) => inventoryOf({ ...site(domainName('example.com')), home: HOME, ...more });
const pages = (more: Partial<Site>) =>
  found(more).pages.map(({ url, place, status }) => [url.replace(O, ''), place, status]);

function sitemap(...paths: string[]): GatheredSitemap {
  return gathered(`<urlset>${paths.map((path) => `<url><loc>${O}${path}</loc></url>`).join('')}</urlset>`);
}

function gathered(xml: string): GatheredSitemap {
  const url = `${O}/sitemap.xml`;
  const reader = createSitemapReader(url);
  reader.write(Buffer.from(xml));
  return { url, from: 'robots_txt', exchange: answerOf(url), document: reader.end() };
}

test('an inventory says whose it is, and that further pages were not asked for', () => {
  expect(found({})).toMatchObject({
    format: 1,
    domain: 'example.com',
    origin: O,
    gatheredAt: '2026-01-02T03:04:05.678Z',
    robotsTxt: '',
    isComplete: false,
    site: { name: null },
  });
});

test('a robots.txt that could not be read is told from none', () => {
  expect(found({ robotsTxt: answerOf(`${O}/robots.txt`, { status: 404 }) }).robotsTxt).toBe('');
  expect(found({ robotsTxt: answerOf(`${O}/robots.txt`, { status: 503 }) }).robotsTxt).toBeNull();
});

describe('pages', () => {
  test('stand in the most prominent place in which they were found', () => {
    const more = { pages: [html('/a', '<title>A</title>'), html('/b', '<title>B</title><a href=/c>')] };
    expect(pages({ ...more, sitemaps: [sitemap('/a', '/d', '/c')] })).toEqual([
      ['/', 'home', 'listed'],
      ['/a', 'main', 'listed'],
      ['/b', 'sitemap', 'listed'],
      ['/c', 'sitemap', 'unread'],
      ['/d', 'sitemap', 'unread'],
    ]);
  });

  test.each<[what: string, answer: Parameters<typeof answerOf>[1], status: string]>([
    ['200', {}, 'unread'],
    ['404', { status: 404 }, 'left_out'],
    ['a redirect', { redirects: [{ status: 301, url: `${O}/s`, location: `${O}/t` }], finalUrl: `${O}/t` }, 'left_out'],
    ['nothing', { failure: 'timeout', status: null }, 'unread'],
    ['nothing, our budget being spent', { failure: 'request_budget', status: null }, 'unread'],
  ])('of the sample of sitemaps and llms.txt that answered with %s are %s', (_what, answer, status) => {
    for (const sample of ['sitemapSample', 'llmsTxtLinks'] as const)
      expect(pages({ [sample]: [answerOf(`${O}/s`, answer)], sitemaps: [sitemap('/s')] })).toContainEqual([
        '/s',
        'sitemap',
        status,
      ]);
  });

  test.each<[what: string, answer: Parameters<typeof answerOf>[1], status: string]>([
    ['200', { headers: { 'content-type': 'text/html' }, body: '<title>S</title>' }, 'listed'],
    ['404', { status: 404 }, 'left_out'],
    ['nothing', { failure: 'timeout' }, 'left_out'],
    ['nothing, our budget being spent', { failure: 'request_budget' }, 'unread'],
  ])('of the sample that was judged that answered with %s are %s', (_what, answer, status) => {
    expect(pages({ pages: [answerOf(`${O}/s`, answer)] })).toContainEqual(['/s', 'sitemap', status]);
  });

  test('are none of a sitemap index, nor of a sitemap that could not be read', () => {
    const index = gathered(`<sitemapindex><sitemap><loc>${O}/b</loc></sitemap></sitemapindex>`);
    expect(pages({ sitemaps: [index, { ...index, document: null }] })).toEqual([
      ['/', 'home', 'listed'],
      ['/a', 'main', 'unread'],
    ]);
  });

  test('of a large sitemap are of every section, up to 500 in all', () => {
    const many = (section: string, count: number) => Array.from({ length: count }, (_, i) => `/${section}/${i}`);
    const inventory = found({
      sitemaps: [sitemap(...many('shop', 450)), sitemap(...many('shop', 900).slice(450)), sitemap(...many('blog', 20))],
    });
    const of = (section: string) => inventory.pages.filter(({ url }) => url.startsWith(`${O}/${section}/`)).length;
    expect([inventory.pages.length, of('blog'), of('shop')]).toEqual([500, 20, 478]);
  });

  test('of a large sitemap that are known already take no room of others', () => {
    const shop = Array.from({ length: 600 }, (_, i) => `/shop/${i}`);
    const inventory = found({
      pages: shop.slice(0, 5).map((path) => html(path, '<title>A</title>')),
      sitemaps: [sitemap('/a', ...shop)],
    });
    expect(inventory.pages).toHaveLength(500);
    expect(inventory.pages.filter(({ status }) => status === 'listed')).toHaveLength(6);
  });
});

describe('of whose site it is', () => {
  const NOBODY = found({}).site;
  const acme = { '@context': 'https://schema.org', '@type': 'Organization', name: 'Acme', slogan: 'Roads' };
  const said = `<!doctype html><script type="application/ld+json">${JSON.stringify(acme)}</script>`;
  const siteOf = (answer: Parameters<typeof answerOf>[1]) =>
    found({ pages: [answerOf(`${O}/about`, { headers: { 'content-type': 'text/html' }, body: said, ...answer })] })
      .site;

  test('a page tells', () => {
    expect(siteOf({})).toMatchObject({ name: 'Acme', organization: { slogan: 'Roads' } });
    expect(NOBODY.organization.slogan).toBeNull();
  });

  test.each<[what: string, answer: Parameters<typeof answerOf>[1]]>([
    ['a page that is not there', { status: 404 }],
    ['an error', { status: 500 }],
    ['a document of text', { headers: { 'content-type': 'text/markdown' } }],
    ['data', { headers: { 'content-type': 'application/json' } }],
    ['a challenge', { status: 403, failure: 'challenge' }],
    ['a page that was cut off', { failure: 'timeout' }],
  ])('%s tells nothing', (_what, answer) => {
    expect(siteOf(answer)).toEqual(NOBODY);
  });
});
