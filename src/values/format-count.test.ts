import { expect, test } from 'vitest';
import { formatCount } from './format-count.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_234_567, '1,234,567'],
  [-12_345, '-12,345'],
])('%d is written %s', (n, text) => {
  expect(formatCount(n)).toBe(text);
});
