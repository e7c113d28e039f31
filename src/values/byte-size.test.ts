import { expect, test } from 'vitest';
import { parseBytes } from './byte-size.ts';

test('sizes of settings are read in powers of ten', () => {
  expect(['2GB', '500 MB', '1TB', 'off'].map(parseBytes)).toEqual([2e9, 5e8, 1e12, null]);
});
