import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { site } from '../../../test/support/reports.ts';
import { domainName } from '../../../test/support/running-service.ts';
import type { GatheredSitemap, Site } from '../site.ts';
import { createSitemapReader } from '../sitemap/sitemap-reader.ts';
import { buildInventory } from './build-inventory.ts';
import { listedPages } from './listed-pages.ts';

const O = 'https://example.com';
const html = (path: string, body: string) =>
  createExchange(O + path, { headers: { 'content-type': 'text/html' }, body });
const HOME = html('/', '<title>Home</title><main>Text <a href=/a>A</a></main>');
const found = (more: Partial<Site>) => buildInventory({ ...site(domainName('example.com')), home: HOME, ...more });
const pages = (more: Partial<Site>) =>
  found(more).pages.map(({ url, place, status }) => [url.replace(O, ''), place, status]);

function sitemap(...paths: string[]): GatheredSitemap {
  return gathered(`<urlset>${paths.map((path) => `<url><loc>${O}${path}</loc></url>`).join('')}</urlset>`);
}

function gathered(xml: string): GatheredSitemap {
  const url = `${O}/sitemap.xml`;
  const reader = createSitemapReader(url);
  reader.write(Buffer.from(xml));
  return { url, from: 'robots_txt', exchange: createExchange(url), document: reader.end() };
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
  expect(found({ robotsTxt: createExchange(`${O}/robots.txt`, { status: 404 }) }).robotsTxt).toBe('');
  expect(found({ robotsTxt: createExchange(`${O}/robots.txt`, { status: 503 }) }).robotsTxt).toBeNull();
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

  test.each<[what: string, answer: Parameters<typeof createExchange>[1], status: string]>([
    ['200', {}, 'unread'],
    ['404', { status: 404 }, 'left_out'],
    ['a redirect', { redirects: [{ status: 301, url: `${O}/s`, location: `${O}/t` }], finalUrl: `${O}/t` }, 'left_out'],
    ['nothing', { failure: 'timeout', status: null }, 'unread'],
    ['nothing, our budget being spent', { failure: 'request_budget', status: null }, 'unread'],
  ])('of the sample of sitemaps and llms.txt that answered with %s are %s', (_what, answer, status) => {
    for (const sample of ['sitemapSample', 'llmsTxtLinks'] as const)
      expect(pages({ [sample]: [createExchange(`${O}/s`, answer)], sitemaps: [sitemap('/s')] })).toContainEqual([
        '/s',
        'sitemap',
        status,
      ]);
  });

  test.each<[what: string, answer: Parameters<typeof createExchange>[1], status: string]>([
    ['200', { headers: { 'content-type': 'text/html' }, body: '<title>S</title>' }, 'listed'],
    ['404', { status: 404 }, 'left_out'],
    ['nothing', { failure: 'timeout' }, 'left_out'],
    ['nothing, our budget being spent', { failure: 'request_budget' }, 'unread'],
  ])('of the sample that was judged that answered with %s are %s', (_what, answer, status) => {
    expect(pages({ pages: [createExchange(`${O}/s`, answer)] })).toContainEqual(['/s', 'sitemap', status]);
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

describe('of a large site', () => {
  test('categories and pages of high priority have their place, wherever the sitemap names them', () => {
    const products = Array.from({ length: 3_000 }, (_, i) => `<url><loc>${O}/shop/all/${i}</loc></url>`);
    const best = `<url><loc>${O}/shop/all/best</loc><priority>0.9</priority></url>`;
    const category = `<url><loc>${O}/category/shoes</loc></url>`;
    const inventory = found({ sitemaps: [gathered(`<urlset>${products.join('')}${best}${category}</urlset>`)] });
    expect(inventory.pages).toHaveLength(500);
    const urls = inventory.pages.map(({ url }) => url);
    expect(urls).toContain(`${O}/shop/all/best`);
    expect(urls).toContain(`${O}/category/shoes`);
    expect(inventory.pages.find(({ url }) => url.endsWith('/best'))?.priority).toBe(0.9);
    // The home page and what the sitemap names, where most links lead.
    expect(inventory.known).toBe(3_003);
    expect([inventory.sitemapEntries, inventory.sitemapUrls?.includes(`${O}/shop/all/best`)]).toEqual([3_002, true]);
    expect(new Set(inventory.sitemapUrls).size).toBe(inventory.sitemapUrls?.length);
    expect(inventory.sitemaps).toEqual([`${O}/sitemap.xml`]);
  });

  test('pages are counted once that two sitemaps name, and no files, other sites and closed pages', () => {
    const robotsTxt = createExchange(`${O}/robots.txt`, {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /closed',
    });
    const elsewhere = gathered('<urlset><url><loc>https://example.org/x</loc></url></urlset>');
    const sitemaps = [sitemap('/a', '/b', '/closed/1', '/x.png', '/'), sitemap('/b', '/c', '/c'), elsewhere];
    const inventory = found({ robotsTxt, sitemaps });
    expect([inventory.known, inventory.disallowed]).toEqual([4, 1]);
  });

  test('a sitemap that is none, or that an index names, is not named', () => {
    const child = { ...sitemap('/b'), from: 'sitemap_index' as const };
    const page = { ...gathered('<!doctype html><p>Not found'), url: `${O}/none.xml` };
    expect(found({ sitemaps: [page, { ...child, document: null }, child] }).sitemaps).toEqual([]);
  });
});

describe('a canonical URL', () => {
  const canonical = (href: string) => `<link rel=canonical href="${href}"><title>Page</title>`;
  const home = html('/', `${canonical('/start')}<a href=/a>A</a>`);

  test('of the home page is used where the response was 200, asked for as a page or for its presence', () => {
    const urls = (more: Partial<Site>) => listedPages(found({ home, ...more })).pages.map(({ url }) => url);
    expect(urls({ canonicalTargets: [createExchange(`${O}/start`)] })).toEqual([`${O}/start`]);
    expect(urls({ pages: [html('/start', '<title>Start</title>')] })).toEqual([`${O}/start`]);
    expect(urls({ canonicalTargets: [createExchange(`${O}/start`, { status: 404 })] })).toEqual([`${O}/`]);
    expect(urls({})).toEqual([`${O}/`]);
  });

  test('a page on another site is stored with its response', () => {
    const one = 'https://example.org/1';
    const more = {
      pages: [html('/a', canonical(one)), html('/b', canonical('https://example.org/2'))],
      canonicalTargets: [createExchange(one, { failure: 'name_not_found' })],
    };
    const inventory = found(more);
    expect(inventory.canonicals).toEqual([{ url: one, isThere: false }]);
    expect(listedPages(inventory).pages.map(({ url }) => url)).toEqual([`${O}/`, `${O}/a`, `${O}/b`]);
    const there = found({ ...more, canonicalTargets: [createExchange(one)] });
    expect(listedPages(there).pages.map(({ url }) => url)).toEqual([`${O}/`]);
  });
});

test('what a URL without a page gives is remembered where it answers 200', () => {
  const missing = '<title>Acme</title><main><p>We looked everywhere.</p></main>';
  const softNotFound = [html('/nothing', missing)];
  const inventory = found({ softNotFound, pages: [html('/a', missing)] });
  expect(inventory.pages.find(({ url }) => url === `${O}/a`)).toMatchObject({
    status: 'left_out',
    reason: 'error_page',
  });
  expect(inventory.notFoundHash).toMatch(/^[\w-]{43}$/);
  expect(found({ softNotFound: [createExchange(`${O}/nothing`, { status: 404 })] })).not.toHaveProperty('notFoundHash');
});

describe('of whose site it is', () => {
  const NOBODY = found({}).site;
  const acme = { '@context': 'https://schema.org', '@type': 'Organization', name: 'Acme', slogan: 'Roads' };
  const said = `<!doctype html><script type="application/ld+json">${JSON.stringify(acme)}</script>`;
  const createSite = (answer: Parameters<typeof createExchange>[1]) =>
    found({
      pages: [createExchange(`${O}/about`, { headers: { 'content-type': 'text/html' }, body: said, ...answer })],
    }).site;

  test('a page tells', () => {
    expect(createSite({})).toMatchObject({ name: 'Acme', organization: { slogan: 'Roads' } });
    expect(NOBODY.organization.slogan).toBeNull();
  });

  test.each<[what: string, answer: Parameters<typeof createExchange>[1]]>([
    ['a page that is not there', { status: 404 }],
    ['an error', { status: 500 }],
    ['a document of text', { headers: { 'content-type': 'text/markdown' } }],
    ['data', { headers: { 'content-type': 'application/json' } }],
    ['a challenge', { status: 403, failure: 'challenge' }],
    ['a page that was cut off', { failure: 'timeout' }],
  ])('%s tells nothing', (_what, answer) => {
    expect(createSite(answer)).toEqual(NOBODY);
  });
});
