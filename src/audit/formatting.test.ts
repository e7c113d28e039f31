import { describe, expect, test } from 'vitest';
import { all, inWords, list, ofPages, place } from './formatting.ts';

test.each([
  [1, 'the one page'],
  [2, 'both pages'],
  [3, 'all 3 pages'],
  [1200, 'all 1,200 pages'],
])('all of %i is said as English says it', (n, words) => expect(all(n, 'page')).toBe(words));

test.each([
  [9, 'nine'],
  [13, '13'],
])('%i in words is %s', (n, words) => expect(inWords(n)).toBe(words));

test('numbers from 1,000 are in groups of three digits wherever they are counted', () => {
  expect(inWords(4743)).toBe('4,743');
  expect(list(new Array<string>(1300).fill('a'), 2)).toBe('a and 1,299 more');
  expect(ofPages(1200, 4743, 'is', 'are', 'link')).toBe('1,200 of 4,743 links are.');
});

describe('the place of a page', () => {
  const at = (path: string) => place(new URL(path, 'https://example.com/').href, 'https://example.com');

  test('is its path in its own script, with spaces and invisible characters encoded', () => {
    expect(at('/潮 表/')).toBe('/潮%20表/');
    expect(at('/a\u200fb')).toBe('/a%E2%80%8Fb');
    expect(place('https://other.example/ç', 'https://example.com')).toBe('https://other.example/ç');
  });

  test('has 80 characters at most, and no part of an escape or of a character at its end', () => {
    expect(at(`/${'潮'.repeat(79)}`)).toBe(`/${'潮'.repeat(79)}`);
    expect(at(`/${'潮'.repeat(80)}`)).toBe(`/${'潮'.repeat(78)}…`);
    expect(at(`/${'a'.repeat(77)} tides`)).toBe(`/${'a'.repeat(77)}…`);
    expect(at(`/${'a'.repeat(76)} tides`)).toBe(`/${'a'.repeat(76)}…`);
    expect(at(`/${'a'.repeat(75)} tides`)).toBe(`/${'a'.repeat(75)}%20…`);
    expect(at(`/${'a'.repeat(77)}𠮷𠮷𠮷`)).toBe(`/${'a'.repeat(77)}…`);
  });
});
