import { expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { pageAt } from '../../../../test/support/pages.ts';
import { pageKey } from '../../../site/page/page-url.ts';
import { parseRobotsTxt } from '../../../site/robots/robots-txt.ts';
import { createSitemapReader } from '../../../site/sitemap/sitemap-reader.ts';
import type { Page } from '../../site-facts.ts';
import { measureCoverage } from './sitemap-coverage.ts';
import type { ReadSitemap } from './sitemap-reading.ts';

const O = 'https://example.com';

function page(path: string, links: readonly string[], head = ''): Page {
  const body = `<html><head>${head}</head><body>${links.map((href) => `<a href="${href}">x</a>`).join('')}</body></html>`;
  return pageAt(`${O}${path}`, body, { language: null });
}

function sitemap(paths: readonly string[], from: ReadSitemap['from'] = 'robots_txt'): ReadSitemap {
  const url = `${O}/sitemap.xml`;
  const reader = createSitemapReader(url);
  const entries = paths.map((path) => `<url><loc>${O}${path}</loc></url>`).join('');
  reader.write(Buffer.from(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`));
  return { url, from, exchange: createExchange(url, {}), document: reader.end() };
}

const site = (links: readonly string[], robots = '', noindexPages: readonly Page[] = []) => ({
  home: page('/', links),
  samplePages: [],
  noindexPages,
  excludedPages: [],
  unreadablePages: [],
  gonePages: { keys: new Set<string>(), amongKnown: 0 },
  sitemapSample: [],
  robots: {
    exchange: createExchange(`${O}/robots.txt`, { body: robots }),
    availability: 'present' as const,
    isHtml: false,
    file: parseRobotsTxt(robots),
  },
  origin: O,
  gatheredAt: 0,
});

test('tells which of the linked pages no sitemap lists', () => {
  expect(measureCoverage([sitemap(['/', '/a', '/b'])], site(['/a', '/b', '/c', '/d']))).toEqual({
    linked: 4,
    missing: [`${O}/c`, `${O}/d`],
  });
});

test('takes addresses that differ by a slash, an index file or www for one page', () => {
  const listed = [sitemap(['/a/', '/b'])];
  expect(measureCoverage(listed, site(['/a', '/b/index.html', '/index.html']))).toEqual({ linked: 2, missing: [] });
  const onWww = ['https://www.example.com/', 'https://www.example.com/b', 'http://example.com/c'];
  expect(measureCoverage(listed, site(['/a', ...onWww]))).toEqual({ linked: 3, missing: [`${O}/c`] });
});

test('takes no link to a place on its own page for one to that page', () => {
  const known = { ...site(['/a', '#top']), samplePages: [page('/b', ['#', '#top'])] };
  expect(measureCoverage([sitemap(['/', '/a', '/b'])], known)).toEqual({ linked: 1, missing: [] });
});

test('leaves out empty files, and unread pages beside them', () => {
  const known = { ...site(['/a', '/b', '/c']), samplePages: [pageAt(`${O}/b`, ''), pageAt(`${O}/c`, '<p>Text')] };
  expect(measureCoverage([sitemap(['/'])], known)).toEqual({ linked: 1, missing: [`${O}/c`] });
});

test('leaves out what robots.txt closes and what is noindex', () => {
  const noindex = page('/c', [], '<meta name="robots" content="noindex">');
  const robots = 'User-agent: *\nDisallow: /b\n';
  expect(measureCoverage([sitemap(['/'])], site(['/a', '/b', '/c'], robots, [noindex]))).toEqual({
    linked: 1,
    missing: [`${O}/a`],
  });
});

test('leaves out unlisted pages beside one that is noindex, and pages that list the site for people', () => {
  const noindex = page('/booking/ohio/', [], '<meta name="robots" content="noindex">');
  const known = site(['/a', '/booking/ohio/', '/booking/utah/', '/booking/', '/sitemap.html'], '', [noindex]);
  expect(measureCoverage([sitemap(['/'])], known)).toEqual({ linked: 2, missing: [`${O}/a`, `${O}/booking/`] });
  expect(measureCoverage([sitemap(['/booking/utah'])], known)).toMatchObject({ linked: 3 });
});

test('compares nothing where an index has addresses that are not full URLs', () => {
  const reader = createSitemapReader(`${O}/sitemap.xml`);
  reader.write(Buffer.from('<sitemapindex><sitemap><loc>/page-sitemap.xml</loc></sitemap></sitemapindex>'));
  expect(measureCoverage([{ ...sitemap(['/']), document: reader.end() }], site(['/a']))).toBe('not_seen');
});

test('gives the reason why nothing is compared: nothing is linked, or a sitemap of an index was not read', () => {
  expect(measureCoverage([sitemap(['/'])], site([]))).toBe('none_linked');
  const index = sitemap([]);
  const document = {
    ...index.document,
    kind: 'sitemapindex' as const,
    entryCount: 1,
    entries: [{ url: `${O}/1.xml`, lastmod: null }],
  };
  expect(measureCoverage([{ ...index, document }, sitemap(['/'])], site(['/a']))).toBe('not_seen');
});

test('leaves out linked pages that are copies or on another site, and follows redirects', () => {
  const copy = page('/copy', []);
  const led = (path: string, finalUrl: string) => createExchange(`${O}${path}`, { body: 'Text', finalUrl });
  const known = {
    ...site(['/copy', '/old', '/shop', '/unknown']),
    excludedPages: [{ page: copy, reason: 'copy' as const, target: `${O}/` }],
    sitemapSample: [led('/old', `${O}/new`), led('/shop', 'https://example.org/')],
  };
  expect(measureCoverage([sitemap(['/'])], known)).toEqual({ linked: 2, missing: [`${O}/new`, `${O}/unknown`] });
  expect(measureCoverage([sitemap(['/new/'])], known)).toEqual({ linked: 2, missing: [`${O}/unknown`] });
});

test('counts only known pages where a link leads to none: other links may do so too', () => {
  const known = {
    ...site(['/gone', '/read', '/listed', '/unread']),
    unreadablePages: [createExchange(`${O}/gone`, { status: 404 })],
    samplePages: [page('/read', [])],
  };
  expect(measureCoverage([sitemap(['/listed'])], known)).toEqual({ linked: 2, missing: [`${O}/read`] });
});

test('leaves out pages that were looked up and do not exist', () => {
  const known = { ...site(['/gone', '/a']), gonePages: { keys: new Set([pageKey(`${O}/gone`)]), amongKnown: 1 } };
  expect(measureCoverage([sitemap(['/b'])], known)).toEqual({ linked: 1, missing: [`${O}/a`] });
});

test('takes a link that leads to a login for the page behind it', () => {
  const login = createExchange(`${O}/a`, { body: 'Text', finalUrl: `${O}/login?next=/a` });
  const known = { ...site(['/a', '/b']), sitemapSample: [login] };
  expect(measureCoverage([sitemap(['/a', '/b'])], known)).toEqual({ linked: 2, missing: [] });
});
