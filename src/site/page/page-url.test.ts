import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { pageKey, urlHash } from './page-url.ts';

const O = 'https://example.com';

test.each([
  ['/a/', '/a'],
  ['/a/index.html', '/a/'],
  ['/a/Default.aspx', '/a'],
  ['/index.php', '/'],
  ['/index', '/'],
  ['/a.html', '/a'],
  ['/a.HTM', '/a/'],
  ['/%e3%81%82', '/%E3%81%82'],
  ['https://example.com//a//b/', '/a/b'],
  ['http://www.example.com/a', '/a'],
])('%s and %s are one page', (a, b) => {
  expect(pageKey(new URL(a, O).href)).toBe(pageKey(new URL(b, O).href));
});

test.each([
  ['/a', '/b'],
  ['/a', '/A'],
  ['/a?page=2', '/a'],
  ['/index-of-books.html', '/'],
  ['/wiki/index', '/wiki/'],
  ['/a.pdf', '/a'],
  ['https://docs.example.com/a', '/a'],
])('%s and %s are two', (a, b) => {
  expect(pageKey(new URL(a, O).href)).not.toBe(pageKey(new URL(b, O).href));
});

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `https://example.com/products/item-${n}`);

describe('urlHash', () => {
  it('never changes, since samples of published reports depend on it', () => {
    expect(['', 'https://example.com/', 'https://example.com/a', 'https://example.com/ü'].map(urlHash)).toEqual([
      2872998923, 1844162556, 1685101743, 3859160885,
    ]);
  });

  it('is a 32-bit unsigned integer for any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const hash = urlHash(text);
        expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32).toBe(true);
      }),
      runs(100),
    );
  });

  it('gives 100,000 numbered URLs hardly any collision', () => {
    // Of 100,000 random 32-bit numbers about 1.2 pairs are expected to be equal.
    expect(new Set(numbered(100_000).map(urlHash)).size).toBeGreaterThan(99_990);
  });

  it.each([
    ['lowest', (hash: number) => hash % 256],
    ['highest', (hash: number) => Math.floor(hash / 2 ** 24)],
  ])('spreads numbered URLs evenly over its %s byte', (_, byte) => {
    const counts = new Array<number>(256).fill(0);
    for (const url of numbered(25_600)) {
      const bucket = byte(urlHash(url));
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    // Chi-squared with 255 degrees of freedom: a fair hash stays under 330.5 in 999 of 1,000 cases.
    const chiSquared = counts.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
    expect(chiSquared).toBeLessThan(330.5);
  });

  it('chooses the smallest without regard to where a URL stands in the list', () => {
    const urls = numbered(10_000);
    const chosen = urls
      .map((url, index) => ({ index, hash: urlHash(url) }))
      .sort((a, b) => a.hash - b.hash)
      .slice(0, 500);
    const mean = chosen.reduce((sum, { index }) => sum + index, 0) / chosen.length;
    expect(mean).toBeGreaterThan(4_500);
    expect(mean).toBeLessThan(5_500);
  });
});
