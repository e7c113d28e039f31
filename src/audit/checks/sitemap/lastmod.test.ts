import { expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { pageAt } from '../../../../test/support/pages.ts';
import type { SitemapDocument } from '../../../site/sitemap/sitemap.ts';
import { lastmodProblem, lastmodResult } from './lastmod.ts';

const NOW = Date.parse('2026-11-01T12:00:00Z');

function urlset(entryCount: number, lastmod: Partial<SitemapDocument['lastmod']> = {}): SitemapDocument {
  return {
    kind: 'urlset',
    problem: null,
    entryCount,
    entries: [],
    length: 1000,
    badLocs: { count: 0, first: null },
    lastmod: {
      present: entryCount,
      invalid: 0,
      firstInvalid: null,
      commonest: '2026-06-03',
      commonestCount: 1,
      latest: '2026-06-03T00:00:00.000Z',
      ...lastmod,
    },
    truncated: null,
  };
}

test.each([
  ['half of the entries have one', urlset(20, { present: 10 }), null],
  ['fewer than half have one', urlset(20, { present: 9 }), 'missing'],
  ['none has one', urlset(20, { present: 0, commonest: null, commonestCount: 0, latest: null }), 'missing'],
  ['one in ten is invalid', urlset(20, { invalid: 2 }), null],
  ['more than one in ten is invalid', urlset(20, { invalid: 3 }), 'invalid'],
  ['nine in ten are the same', urlset(20, { commonestCount: 18 }), null],
  ['more than nine in ten are the same', urlset(20, { commonestCount: 19 }), 'identical'],
  ['all three are the same', urlset(3, { commonestCount: 3 }), 'identical'],
  ['both of two are the same', urlset(2, { commonestCount: 2 }), null],
  ['the latest is a day ahead', urlset(20, { latest: '2026-11-02T12:00:00.000Z' }), null],
  ['the latest is more than a day ahead', urlset(20, { latest: '2026-11-02T12:00:01.000Z' }), 'future'],
  ['there is no entry', urlset(0, { present: 0, commonest: null, commonestCount: 0, latest: null }), null],
] as const)('%s', (_, document, expected) => expect(lastmodProblem([document], NOW)).toBe(expected));

test('files built at one time are as identical together as each alone, files of different times are not', () => {
  const built = (commonest: string) => urlset(10, { commonest, commonestCount: 10 });
  expect(lastmodProblem([built('2026-06-03'), built('2026-06-03')], NOW)).toBe('identical');
  expect(lastmodProblem([built('2026-06-03'), built('2026-07-04')], NOW)).toBeNull();
});

test('a file of one build that has most entries is not hidden by a smaller one', () => {
  const built = urlset(52, { commonestCount: 52 });
  const blog = urlset(12, { commonest: '2026-05-01', commonestCount: 2 });
  expect(lastmodProblem([built, blog], NOW)).toBe('identical');
  expect(lastmodProblem([urlset(9, { commonestCount: 9 }), urlset(8, { commonest: '2026-05-01' })], NOW)).toBeNull();
});

const ORIGIN = 'https://example.com';
const resultFor = (document: SitemapDocument) => {
  const url = `${ORIGIN}/sitemap.xml`;
  const read = { url, exchange: createExchange(url), document, from: 'robots_txt' as const };
  const site = { home: pageAt(`${ORIGIN}/`, ''), samplePages: [], gatheredAt: NOW, origin: ORIGIN };
  return lastmodResult(lastmodProblem([document], NOW), [read], site);
};

test('the evidence for a date in the future shows that date', () => {
  const [seen] = resultFor(urlset(6, { latest: '2027-08-15T00:00:00.000Z' })).observed;
  expect(seen?.text).toBe('2027-08-15');
});

test('a time without a time zone is named as the reason', () => {
  const noteOf = (firstInvalid: string) => resultFor(urlset(3, { invalid: 3, firstInvalid })).observed[0]?.note;
  expect(noteOf('2026-01-10T10:15:00')).toContain(
    '3 of them invalid (a time needs its time zone, such as Z or +01:00)',
  );
  expect(noteOf('10 January 2026')).not.toContain('time zone');
});

test('the fix for a text file is XML, because it has no place for dates', () => {
  const none = { present: 0, commonest: null, commonestCount: 0, latest: null };
  expect(resultFor({ ...urlset(6, none), kind: 'text' }).fix?.instruction).toMatch(/^Write the sitemap as XML/);
  expect(resultFor(urlset(6, none)).fix?.instruction).toMatch(/^Give each entry the date/);
});
