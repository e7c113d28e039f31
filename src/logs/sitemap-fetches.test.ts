import { expect, test } from 'vitest';
import { sitemapFetches } from './sitemap-fetches.ts';

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-10'];
const SITE = {
  sitemapUrls: ['/', '/caf%c3%a9', '/old', '/never', '/?page=2'].map((path) => `https://example.com${path}`),
  sitemapEntries: 40,
};
const PAGES = new Map([
  ['/', '2026-03-01T00:00:00.000Z'],
  ['/caf%C3%A9', '2026-03-05T00:00:00.000Z'],
  ['/old', '2026-02-20T00:00:00.000Z'],
]);

test('pages are fetched, not fetched since the first day with logs, or unknown where they have a query', () => {
  expect(sitemapFetches(SITE, { pages: PAGES, droppedAt: '' }, DAYS, 10)).toEqual({
    ...{ entries: 40, pages: 5, since: '2026-03-01', days_with_logs: 3, fetched: 2, not_fetched: 2, unknown: 1 },
    not_fetched_pages: [
      { url: 'https://example.com/old', last_fetch: '2026-02-20T00:00:00.000Z' },
      { url: 'https://example.com/never', last_fetch: null },
    ],
  });
});

test('a page without a stored fetch is unknown when some fetches since then were dropped', () => {
  const dropped = (droppedAt: string) => sitemapFetches(SITE, { pages: PAGES, droppedAt }, DAYS, 10);
  expect(dropped('2026-02-28T23:59:59.000Z')).toMatchObject({ not_fetched: 2, unknown: 1 });
  expect(dropped('2026-03-01T00:00:00.000Z')).toMatchObject({ not_fetched: 1, unknown: 2 });
});

test('without logs nothing is known', () => {
  expect(sitemapFetches(SITE, { pages: PAGES, droppedAt: '' }, [], 10)).toMatchObject({ not_fetched: 0, unknown: 5 });
});
