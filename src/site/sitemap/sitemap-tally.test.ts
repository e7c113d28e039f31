import { describe, expect, test } from 'vitest';
import { urlHash } from '../page/page-url.ts';
import { createTally, KEPT_ENTRIES, PROMINENT_ENTRIES, type SitemapTally } from './sitemap-tally.ts';

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

describe('the prominent entries', () => {
  const given = (entries: readonly (readonly [loc: string, priority: string | null])[]) => {
    const tally = createTally();
    for (const [loc, priority] of entries) tally.add(loc, null, priority);
    return tally.sum();
  };
  const pathsOf = (entries: readonly { readonly url: string }[] = []) =>
    entries.map(({ url }) => new URL(url).pathname);

  test.each<[written: string, priority: number | undefined]>([
    ['1', 1],
    ['1.0', 1],
    ['0.8', 0.8],
    ['.5', 0.5],
    ['0', 0],
    ['1.1', undefined],
    ['-0.5', undefined],
    ['high', undefined],
    ['0.8e9', undefined],
    ['', undefined],
    [`0.${'8'.repeat(100)}`, undefined],
  ])('have the priority %j as %j', (written, priority) => {
    expect(given([['https://example.com/a', written]]).entries[0]?.priority).toBe(priority);
  });

  test('are not kept where all entries are', () => {
    expect(given([['https://example.com/a', '1.0']])).not.toHaveProperty('prominent');
  });

  test('of a long file are those of high priority, then the nearest to the root, and none of the sample', () => {
    const many = numbered(20_000).map((url) => [url, '0.3'] as const);
    const best = Array.from({ length: 50 }, (_, n) => [`https://example.com/best/of/all/${n}`, '0.9'] as const);
    const tops = Array.from({ length: 300 }, (_, n) => [`https://example.com/top-${n}`, '0.3'] as const);
    const { entries, prominent } = given([...many, ...tops, ...best]);
    expect(entries).toHaveLength(KEPT_ENTRIES);
    const kept = new Set(pathsOf([...entries, ...(prominent ?? [])]));
    for (const [url] of best) expect(kept).toContain(new URL(url).pathname);
    for (const [url] of tops.slice(0, PROMINENT_ENTRIES - best.length)) expect(kept).toContain(new URL(url).pathname);
    expect(prominent?.length).toBeLessThanOrEqual(PROMINENT_ENTRIES);
    expect(new Set(pathsOf(entries)).intersection(new Set(pathsOf(prominent))).size).toBe(0);
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
