import { expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import type { GatheredSitemap } from '../../../site/site.ts';
import type { SitemapDocument } from '../../../site/sitemap/sitemap.ts';
import { isFull } from '../../check.ts';
import { findSitemapFaults, validResult } from './sitemap-faults.ts';
import type { ReadSitemap } from './sitemap-reading.ts';

const ORIGIN = 'https://www.example.com';
const URL_OF = `${ORIGIN}/sitemap.xml`;

function sitemapWith(document: Partial<SitemapDocument>, from: GatheredSitemap['from'] = 'robots_txt'): ReadSitemap {
  return {
    url: URL_OF,
    from,
    exchange: createExchange(URL_OF),
    document: {
      kind: 'urlset',
      problem: null,
      entryCount: 10,
      entries: [],
      length: 100,
      badLocs: { count: 0, first: null },
      lastmod: { present: 0, invalid: 0, firstInvalid: null, commonest: null, commonestCount: 0, latest: null },
      truncated: null,
      ...document,
    },
  };
}

function notes(document: Partial<SitemapDocument>, from?: GatheredSitemap['from']): readonly string[] {
  return findSitemapFaults(sitemapWith(document, from), ORIGIN).map(({ seen: { note, text } }) =>
    text === null ? note : `${note} ${text}`,
  );
}

/** Returns this many entries, the first of them on another host. */
const entries = (all: number, elsewhere: number, host = 'https://example.org') =>
  Array.from({ length: all }, (_, i) => ({ url: `${i < elsewhere ? host : ORIGIN}/${i}`, lastmod: null }));

test.each<[Partial<SitemapDocument>]>([
  [{}],
  [{ entryCount: 50_000 }],
  [{ length: 52_428_800 }],
  [{ truncated: 'budget' }],
  [{ badLocs: { count: 1, first: '/a' } }],
  [{ entries: entries(10, 1) }],
  [{ entries: entries(10, 10, 'http://example.com') }],
  [{ kind: 'sitemapindex', entries: entries(10, 10) }],
  [{ namespace: 'http://www.sitemaps.org/schemas/sitemap/0.9', encoding: 'utf-8' }],
  [{ kind: 'rss', namespace: '' }],
])('a sitemap with %j has no fault', (document) => {
  expect(notes(document)).toEqual([]);
});

test.each<[Partial<SitemapDocument>, string]>([
  [{ entryCount: 50_001 }, '50,001 entries, more than the 50,000 that one file may have.'],
  [{ length: 52_428_801 }, 'More than the 52,428,800 bytes that one file may have.'],
  [
    { malformed: { line: 7, problem: 'A tag has no name.' } },
    'It is not well-formed XML, so readers may stop at line 7: a tag has no name.',
  ],
  [
    { namespace: 'https://www.sitemaps.org/schemas/sitemap/0.9' },
    'Its root element has another namespace; it must be http://www.sitemaps.org/schemas/sitemap/0.9. https://www.sitemaps.org/schemas/sitemap/0.9',
  ],
  [
    { namespace: '', kind: 'sitemapindex' },
    'Its root element has no namespace; it must be http://www.sitemaps.org/schemas/sitemap/0.9. ',
  ],
  [{ encoding: 'windows-1252' }, 'It is encoded in windows-1252. A sitemap must be in UTF-8.'],
  [{ encoding: 'unknown' }, 'It has bytes that are not UTF-8. A sitemap must be in UTF-8.'],
  [{ truncated: 'file' }, 'The file ends before its root element does.'],
  [
    { badLocs: { count: 2, first: '/a' } },
    '2 entries whose loc is not an absolute URL of fewer than 2,048 characters. /a',
  ],
  [
    { entryCount: 1, badLocs: { count: 1, first: null } },
    '1 entry whose loc is not an absolute URL of fewer than 2,048 characters.',
  ],
  [{ entries: entries(10, 2) }, '2 of 10 entries looked at are on another host. https://example.org/0'],
])('a sitemap with %j has a fault', (document, fault) => {
  expect(notes(document)).toEqual([fault]);
});

test('an index is at fault inside an index alone', () => {
  expect(notes({ kind: 'sitemapindex' }, 'sitemap_index')).toEqual([
    'An index inside an index, which the protocol does not allow.',
  ]);
  expect(notes({ kind: 'sitemapindex' }, 'usual_place')).toEqual([]);
  expect(notes({ kind: 'urlset' }, 'sitemap_index')).toEqual([]);
});

test.each<[Partial<SitemapDocument>, number]>([
  [{ malformed: { line: 1, problem: 'A blank line before the declaration.' } }, 0],
  [{ truncated: 'file' }, 0],
  [{ namespace: '', malformed: { line: 1, problem: 'A tag has no name.' } }, 0],
  [{ namespace: '' }, 0.5],
  [{ encoding: 'utf-16le' }, 0.5],
  [{}, 1],
])('a sitemap with %j earns %d of the points', (document, expected) => {
  const sitemap = sitemapWith(document);
  const { share, ...result } = validResult(findSitemapFaults(sitemap, ORIGIN), false, [sitemap]);
  expect([share.earned / share.of, isFull({ share }), result.fix === null]).toEqual([
    expected,
    expected === 1,
    expected === 1,
  ]);
});
