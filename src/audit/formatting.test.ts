import { expect, test } from 'vitest';
import { all, inWords } from './formatting.ts';

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
