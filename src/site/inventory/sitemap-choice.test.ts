import { describe, expect, test } from 'vitest';
import { languageSegments } from './site-sections.ts';
import { mostProminent } from './sitemap-choice.ts';

const O = 'https://example.com';
const languages = languageSegments(['en', 'de'], []);
const order = (...pages: readonly (string | readonly [path: string, priority: number])[]) =>
  mostProminent(
    pages.map((page) => (typeof page === 'string' ? { url: O + page } : { url: O + page[0], priority: page[1] })),
    languages,
  ).map((url) => url.replace(O, ''));

describe('of the pages of a sitemap come first', () => {
  test('the indexes of sections, those of most pages before the others', () => {
    expect(order('/a/1', '/a/2', '/b/1', '/b/2', '/b/3', '/a/', '/b.html')).toEqual([
      '/b.html',
      '/a/',
      '/b/1',
      '/a/1',
      '/b/2',
      '/a/2',
      '/b/3',
    ]);
  });

  test('categories, wherever the pages in them stand', () => {
    expect(order('/p/1', '/p/2', '/category/shoes', '/collections/hats/')).toEqual([
      '/category/shoes',
      '/collections/hats/',
      '/p/1',
      '/p/2',
    ]);
  });

  test('pages of high priority, the highest before the others', () => {
    expect(order('/a/1', ['/a/2', 0.8], ['/b/1', 1], ['/c/1', 0.5], ['/c/2', 0.1])).toEqual([
      '/b/1',
      '/a/2',
      '/a/1',
      '/c/1',
      '/c/2',
    ]);
  });

  test('one of each section where all are alike', () => {
    expect(order('/a/1', '/a/2', '/b/1', '/b/2')).toEqual(['/a/1', '/b/1', '/a/2', '/b/2']);
    expect(order(['/a/1', 1], ['/a/2', 1], ['/b/1', 1], ['/b/2', 1])).toEqual(['/a/1', '/b/1', '/a/2', '/b/2']);
  });

  test('the index of a section in each language', () => {
    expect(order('/en/docs/1', '/en/docs/2', '/de/docs/', '/en/docs/')[0]).toBe('/en/docs/');
  });
});

test('each page comes once, and no more than 100 indexes before the rest', () => {
  const categories = Array.from({ length: 150 }, (_, index) => `/category/${index}`);
  const found = order(['/best', 1], ...categories);
  expect(found).toHaveLength(151);
  expect(new Set(found).size).toBe(151);
  expect(found[100]).toBe('/best');
});
