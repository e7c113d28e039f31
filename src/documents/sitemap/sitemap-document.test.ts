import { expect, test } from 'vitest';
import type { PageRow } from '../../audit/pages/page-table.ts';
import { type SitemapPages, sitemapDocument } from './sitemap-document.ts';

const ORIGIN = 'https://example.com';
const row = (path: string, more: Partial<PageRow> = {}): PageRow => ({
  url: `${ORIGIN}${path}`,
  template: path,
  indexability: 'indexable',
  status: 200,
  title: null,
  words: 100,
  language: null,
  date: null,
  depth: 1,
  linksIn: 1,
  inSitemap: false,
  target: null,
  closed: 0,
  lost: 0,
  losses: [],
  ...more,
});
const createPages = (...rows: PageRow[]): SitemapPages => {
  return { origin: ORIGIN, gatheredAt: '2026-11-01T12:00:00.000Z', crawlers: ['Googlebot', 'Bingbot'], rows };
};
const never = () => [];
const datesIn = (text: string | null) => [...(text ?? '').matchAll(/<lastmod>([^<]*)/g)].map(([, date]) => date);

test('a sitemap lists the pages that may be indexed, escaped, and no others', () => {
  const text = sitemapDocument(
    createPages(
      row('/'),
      row("/a?b=1&c='2'", { date: '2026-03-04' }),
      row('/one-crawler-is-blocked', { closed: 1 }),
      row('/all-crawlers-are-blocked', { closed: 3 }),
      row('/created', { status: 201 }),
      row('', { url: 'https://www.example.com/other-host' }),
      ...(['noindex', 'canonical', 'redirect', 'gone', 'error', 'no_page', 'closed', 'unread'] as const).map((one) =>
        row(`/${one}`, { indexability: one }),
      ),
    ),
    never,
  );
  expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://example.com/</loc></url>
  <url><loc>https://example.com/a?b=1&amp;c=&#39;2&#39;</loc><lastmod>2026-03-04</lastmod></url>
  <url><loc>https://example.com/one-crawler-is-blocked</loc></url>
</urlset>
`);
});

test('a site without a page to list has no sitemap', () => {
  expect(sitemapDocument(createPages(row('/', { indexability: 'noindex' })), never)).toBeNull();
});

test('the later of the dates of a page and its file is its lastmod, and none is in the future', () => {
  const rows = [row('/', { date: '2026-01-02' }), row('/new', { date: '2027' }), row('/b', { date: '2026-11-01' })];
  const changes = new Map([[`${ORIGIN}/`, '2026-05-06']]);
  expect(datesIn(sitemapDocument(createPages(...rows), (url) => [changes.get(url) ?? null]))).toEqual([
    '2026-05-06',
    '2026-11-01',
  ]);
});

test('a date that more than nine in ten pages have is that of a build, and is left out', () => {
  const same = Array.from({ length: 19 }, (_, i) => row(`/${i}`, { date: '2026-10-31' }));
  expect(datesIn(sitemapDocument(createPages(...same, row('/x', { date: '2026-02-03' })), never))).toEqual([
    '2026-02-03',
  ]);
  const two = createPages(row('/', { date: '2026-10-31' }), row('/a', { date: '2026-10-31' }));
  expect(datesIn(sitemapDocument(two, never))).toHaveLength(2);
});
