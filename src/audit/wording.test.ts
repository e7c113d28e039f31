import { expect, test } from 'vitest';
import { all } from './wording.ts';

test.each([
  [1, 'the one page'],
  [2, 'both pages'],
  [3, 'all 3 pages'],
  [1200, 'all 1,200 pages'],
])('all of %i is said as English says it', (n, words) => expect(all(n, 'page')).toBe(words));
