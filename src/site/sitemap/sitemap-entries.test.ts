import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { urlHash } from '../page/page-url.ts';
import { SAMPLED_ENTRIES } from './sitemap.ts';
import { createEntryCollector, type EntryCollector, PROMINENT_ENTRIES, parseW3cDatetime } from './sitemap-entries.ts';

type Entry = readonly [loc: string, lastmod: string | null];

function summarise(entries: readonly Entry[]): ReturnType<EntryCollector['summary']> {
  const collector = createEntryCollector();
  for (const [loc, lastmod] of entries) collector.add(loc, lastmod);
  return collector.summary();
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `https://example.com/p/${n}`);
/** Creates entries with these dates. Dates count even without a valid URL. */
const dated = (...dates: string[]): Entry[] => dates.map((date) => ['', date]);

describe('the sampled entries', () => {
  test.each([1, SAMPLED_ENTRIES, SAMPLED_ENTRIES + 1, 2 * SAMPLED_ENTRIES, 5 * SAMPLED_ENTRIES])(
    'of %i are those with the smallest hash, in order',
    (count) => {
      const all = numbered(count);
      const smallest = new Set(all.toSorted((a, b) => urlHash(a) - urlHash(b)).slice(0, SAMPLED_ENTRIES));
      const { entryCount, entries } = summarise(all.map((url) => [url, null]));
      expect(entryCount).toBe(count);
      expect(entries.map(({ url }) => url)).toEqual(all.filter((url) => smallest.has(url)));
    },
  );

  test('are all of them, once each, even if the first are repeated many times', () => {
    const all = numbered(100);
    const repeated = new Array<string[]>(SAMPLED_ENTRIES).fill(all.slice(0, 3)).flat();
    const { entryCount, entries } = summarise([...repeated, ...all].map((url) => [url, null]));
    expect(entryCount).toBe(3 * SAMPLED_ENTRIES + 100);
    expect(entries.map(({ url }) => url)).toEqual(all);
  });

  test('have the position and the date of the first entry with their URL', () => {
    const { entries } = summarise([
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

describe('entries that differ only by a fragment', () => {
  const at = (...paths: string[]) =>
    summarise(paths.map((path): Entry => [`https://example.com${path}`, '2030-01-02']));

  test.each([
    [['/', '/#tides', '/#piers', '/a'], 2, 2],
    [['/#tides', '/', '/#piers'], 1, 2],
    [['/#tides'], 1, 0],
    [['/a#x', '/b#x', '/a?x#x'], 3, 0],
  ])('are one page: %j', (paths, entryCount, fragmentCount) => {
    const summary = at(...paths);
    expect([summary.entryCount, summary.fragmentCount ?? 0]).toEqual([entryCount, fragmentCount]);
    expect(summary.lastmod.present).toBe(entryCount);
    expect(summary.entries.every(({ url }) => !url.includes('#'))).toBe(true);
    expect(summary.entries).toHaveLength(entryCount);
  });

  test('are not entries that are repeated', () => {
    expect(at('/a', '/a')).toMatchObject({ entryCount: 2 });
    expect(at('/a', '/a')).not.toHaveProperty('fragmentCount');
  });
});

describe('the prominent entries', () => {
  const given = (entries: readonly (readonly [loc: string, priority: string | null])[]) => {
    const collector = createEntryCollector();
    for (const [loc, priority] of entries) collector.add(loc, null, priority);
    return collector.summary();
  };
  const listPaths = (entries: readonly { readonly url: string }[] = []) =>
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
  ])('with priority %j get %j', (written, priority) => {
    expect(given([['https://example.com/a', written]]).entries[0]?.priority).toBe(priority);
  });

  test('are absent if the sample has all entries', () => {
    expect(given([['https://example.com/a', '1.0']])).not.toHaveProperty('prominent');
  });

  test('of a long file are those of high priority, then the nearest to the root, and none of the sample', () => {
    const many = numbered(20_000).map((url) => [url, '0.3'] as const);
    const best = Array.from({ length: 50 }, (_, n) => [`https://example.com/best/of/all/${n}`, '0.9'] as const);
    const tops = Array.from({ length: 300 }, (_, n) => [`https://example.com/top-${n}`, '0.3'] as const);
    const { entries, prominent } = given([...many, ...tops, ...best]);
    expect(entries).toHaveLength(SAMPLED_ENTRIES);
    const paths = new Set(listPaths([...entries, ...(prominent ?? [])]));
    for (const [url] of best) expect(paths).toContain(new URL(url).pathname);
    for (const [url] of tops.slice(0, PROMINENT_ENTRIES - best.length)) expect(paths).toContain(new URL(url).pathname);
    expect(prominent?.length).toBeLessThanOrEqual(PROMINENT_ENTRIES);
    expect(new Set(listPaths(entries)).intersection(new Set(listPaths(prominent))).size).toBe(0);
  });
});

describe('the lastmod values', () => {
  test.each([
    ['that of most entries', ['2025', '2026', '2026'], '2026', 2],
    ['the minute of a build', ['2026-03-01T10:15:01Z', '2026-03-01T10:15:59.123Z', '2026'], '2026-03-01T10:15', 2],
    ['the first of several with as many', ['2025', '2026', '2026', '2025', '2027'], '2025', 2],
  ])('have as the most frequent value %s', (_, dates, commonest, commonestCount) => {
    expect(summarise(dated(...dates)).lastmod).toMatchObject({ commonest, commonestCount });
  });

  test.each([
    [['1969'], '1969-01-01T00:00:00.000Z'],
    [['2025', '2026', '2024'], '2026-01-01T00:00:00.000Z'],
    [['soon', '1903', '1902'], '1903-01-01T00:00:00.000Z'],
    [['soon'], null],
  ])('%j have the latest %s', (dates, latest) => {
    expect(summarise(dated(...dates)).lastmod.latest).toBe(latest);
  });

  test('are counted for up to 65,536 different values, and for those already known', () => {
    const different = dated(...Array.from({ length: 65_536 }, (_, n) => `day ${n}`));
    const late = dated('late', 'late', 'late');
    expect(summarise([...different, ...late, ...dated('day 9')]).lastmod).toMatchObject({
      present: 65_540,
      commonest: 'day 9',
      commonestCount: 2,
    });
    expect(summarise([...different.slice(1), ...late]).lastmod).toMatchObject({ commonest: 'late', commonestCount: 3 });
  });
});

describe('parseW3cDatetime', () => {
  test.each([
    ['2026', '2026-01-01T00:00:00.000Z'],
    ['2026-11', '2026-11-01T00:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-11-20T13:24Z', '2026-11-20T13:24:00.000Z'],
    ['2026-11-20T13:24:05Z', '2026-11-20T13:24:05.000Z'],
    ['2026-11-20T13:24:05.678901Z', '2026-11-20T13:24:05.678Z'],
    ['2026-11-20T01:00:00+02:00', '2026-11-19T23:00:00.000Z'],
    ['2026-11-20T23:00:00-05:30', '2026-11-21T04:30:00.000Z'],
    ['2026-11-20T23:59:59+00:00', '2026-11-20T23:59:59.000Z'],
    ['2026-11-20T23:00:00+23:00', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T01:00:00+00:59', '2026-11-20T00:01:00.000Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
  ])('reads %s as %s', (text, expected) => {
    const milliseconds = parseW3cDatetime(text);
    expect(milliseconds === null ? null : new Date(milliseconds).toISOString()).toBe(expected);
  });

  test.each([
    '',
    '26',
    '2026-1-1',
    '20261120',
    '2026/11/20',
    '20.11.2026',
    'Fri, 20 Nov 2026 13:24:05 GMT',
    '2026-00',
    '2026-13',
    '2026-11-00',
    '2026-11-31',
    '2026-02-29',
    '1900-02-29',
    '2026-11-20 13:24:05',
    '2026-11-20T13:24:05',
    '2026-11-20T13Z',
    '2026-11-20T24:00Z',
    '2026-11-20T13:60Z',
    '2026-11-20T13:24:60Z',
    '2026-11-20T13:24:05+0200',
    '2026-11-20T13:24:05+24:00',
    '2026-11-20T13:24:05+02:60',
    '2026-11-20Z',
    ' 2026-11-20',
    '2026-11-20\n',
  ])('does not read "%s"', (text) => {
    expect(parseW3cDatetime(text)).toBeNull();
  });

  test('reads every instant that ISO 8601 UTC can name with a four-digit year', () => {
    const date = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (instant) => {
        expect(parseW3cDatetime(instant.toISOString())).toBe(instant.getTime());
      }),
      runs(100),
    );
  });
});
