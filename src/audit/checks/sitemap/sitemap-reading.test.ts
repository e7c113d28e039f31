import { expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import type { FailureKind } from '../../../fetch/exchange.ts';
import type { GatheredSitemap } from '../../../site/site.ts';
import type { SitemapDocument } from '../../../site/sitemap/sitemap.ts';
import { readSitemaps } from './sitemap-reading.ts';

type From = GatheredSitemap['from'];

function read(from: From, kind: SitemapDocument['kind'], entryCount = 1): GatheredSitemap {
  const url = `https://example.com/${from}.xml`;
  const document: SitemapDocument = {
    kind,
    problem: null,
    entryCount,
    entries: [],
    length: 100,
    badLocs: { count: 0, first: null },
    lastmod: { present: 0, invalid: 0, firstInvalid: null, commonest: null, commonestCount: 0, latest: null },
    truncated: null,
  };
  return { url, from, exchange: createExchange(url), document };
}

function answered(from: From, status: number): GatheredSitemap {
  const url = `https://example.com/${from}.xml`;
  return { url, from, exchange: createExchange(url, { status }), document: null };
}

function failed(from: From, failure: FailureKind): GatheredSitemap {
  const url = `https://example.com/${from}.xml`;
  return { url, from, exchange: createExchange(url, { failure }), document: null };
}

test.each<[string, readonly GatheredSitemap[], string]>([
  ['nothing was asked for', [], 'none'],
  ['the usual place answers 404', [answered('usual_place', 404)], 'none'],
  ['the usual place answers with a page', [read('usual_place', 'html', 0)], 'none'],
  ['the usual place times out', [failed('usual_place', 'timeout')], 'unknown'],
  ['the usual place answers 429', [answered('usual_place', 429)], 'unknown'],
  ['the named one answers 404', [answered('robots_txt', 404)], 'unreadable'],
  ['the named one answers 403', [answered('robots_txt', 403)], 'unreadable'],
  ['the named one returns 503', [answered('robots_txt', 503)], 'unreadable'],
  ['the named one is a page', [read('robots_txt', 'html', 0)], 'unreadable'],
  ['the named one is no XML', [read('robots_txt', 'invalid', 0)], 'unreadable'],
  ['the named one times out', [failed('robots_txt', 'timeout')], 'unreadable'],
  ['the named one is behind a challenge', [failed('robots_txt', 'challenge')], 'unknown'],
  ['our budget ended before the named one', [failed('robots_txt', 'request_budget')], 'unknown'],
  ['one of two named ones can be read', [answered('robots_txt', 404), read('robots_txt', 'urlset')], 'read'],
  ['a urlset has no URL', [read('robots_txt', 'urlset', 0)], 'empty'],
  ['an index lists nothing', [read('robots_txt', 'sitemapindex', 0)], 'empty'],
  [
    'the only child of an index is empty',
    [read('robots_txt', 'sitemapindex', 1), read('sitemap_index', 'urlset', 0)],
    'empty',
  ],
  [
    'one empty child of two was read',
    [read('robots_txt', 'sitemapindex', 2), read('sitemap_index', 'urlset', 0)],
    'read',
  ],
  ['no child of an index was asked for', [read('robots_txt', 'sitemapindex', 3)], 'read'],
  [
    'our budget ended before the child',
    [read('robots_txt', 'sitemapindex', 1), failed('sitemap_index', 'request_budget')],
    'read',
  ],
  [
    'no child of an index can be read',
    [read('robots_txt', 'sitemapindex', 1), answered('sitemap_index', 404)],
    'unreadable',
  ],
  ['a text file lists URLs', [read('usual_place', 'text')], 'read'],
])('where %s', (_, sitemaps, outcome) => {
  expect(readSitemaps(sitemaps).outcome).toBe(outcome);
});

test('the URLs of an index are those of its children', () => {
  const reading = readSitemaps([
    read('robots_txt', 'sitemapindex', 2),
    read('sitemap_index', 'urlset', 40),
    answered('sitemap_index', 404),
  ]);
  expect(reading).toMatchObject({ outcome: 'read', urls: 40, unreadable: [{ from: 'sitemap_index' }] });
});
