import { describe, expect, test } from 'vitest';
import { createTally, KEPT_ENTRIES, type SitemapTally } from './sitemap-tally.ts';
import { urlHash } from './url-hash.ts';

type Entry = readonly [loc: string, lastmod: string | null];

function sum(entries: readonly Entry[]): ReturnType<SitemapTally['sum']> {
  const tally = createTally();
  for (const [loc, lastmod] of entries) tally.add(loc, lastmod);
  return tally.sum();
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `https://example.com/p/${n}`);
/** Dates count whatever the URL beside them. */
const dated = (...dates: string[]): Entry[] => dates.map((date) => ['', date]);

describe('the entries that are kept', () => {
  test.each([1, KEPT_ENTRIES, KEPT_ENTRIES + 1, 2 * KEPT_ENTRIES, 5 * KEPT_ENTRIES])(
    'of %i are those with the smallest hash, in order',
    (count) => {
      const all = numbered(count);
      const smallest = new Set(all.toSorted((a, b) => urlHash(a) - urlHash(b)).slice(0, KEPT_ENTRIES));
      const { entryCount, entries } = sum(all.map((url) => [url, null]));
      expect(entryCount).toBe(count);
      expect(entries.map(({ url }) => url)).toEqual(all.filter((url) => smallest.has(url)));
    },
  );

  test('are all of them, once each, however often the first are repeated before the last comes', () => {
    const all = numbered(100);
    const repeated = new Array<string[]>(KEPT_ENTRIES).fill(all.slice(0, 3)).flat();
    const { entryCount, entries } = sum([...repeated, ...all].map((url) => [url, null]));
    expect(entryCount).toBe(3 * KEPT_ENTRIES + 100);
    expect(entries.map(({ url }) => url)).toEqual(all);
  });

  test('have the place and the date of the first that names their URL', () => {
    const { entries } = sum([
      ['https://example.com/a', '2026'],
      ['https://example.com/b', null],
      ['https://EXAMPLE.com/a', '2027'],
    ]);
    expect(entries).toEqual([
      { url: 'https://example.com/a', lastmod: '2026' },
      { url: 'https://example.com/b', lastmod: null },
    ]);
  });
});

describe('the dates', () => {
  test.each([
    ['the one that more entries have', ['2025', '2026', '2026'], '2026', 2],
    ['the first of those that as many have', ['2025', '2026', '2026', '2025', '2027'], '2025', 2],
  ])('have as their commonest %s', (_, dates, commonest, commonestCount) => {
    expect(sum(dated(...dates)).lastmod).toMatchObject({ commonest, commonestCount });
  });

  test.each([
    [['1969'], '1969-01-01T00:00:00.000Z'],
    [['2025', '2026', '2024'], '2026-01-01T00:00:00.000Z'],
    [['soon', '1903', '1902'], '1903-01-01T00:00:00.000Z'],
    [['soon'], null],
  ])('%j have as their latest %s', (dates, latest) => {
    expect(sum(dated(...dates)).lastmod.latest).toBe(latest);
  });

  test('are counted as long as there are no more than 65,536 different ones, those known by then ever after', () => {
    const different = dated(...Array.from({ length: 65_536 }, (_, n) => `day ${n}`));
    const late = dated('late', 'late', 'late');
    expect(sum([...different, ...late, ...dated('day 9')]).lastmod).toMatchObject({
      present: 65_540,
      commonest: 'day 9',
      commonestCount: 2,
    });
    expect(sum([...different.slice(1), ...late]).lastmod).toMatchObject({ commonest: 'late', commonestCount: 3 });
  });
});
