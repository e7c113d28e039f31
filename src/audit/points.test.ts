import { expect, test } from 'vitest';
import { shareOf } from './points.ts';

test.each([
  { most: 8, earned: 0, of: 5, points: 0 },
  { most: 8, earned: 5, of: 5, points: 8 },
  { most: 3, earned: 1, of: 2, points: 2 },
  { most: 8, earned: 1, of: 10, points: 1 },
  { most: 8, earned: 3, of: 5, points: 5 },
  { most: 2, earned: 1, of: 5, points: 0 },
  { most: 2, earned: 1, of: 4, points: 1 },
])('$earned of $of earns $points of $most points: half is rounded up', ({ most, earned, of, points }) => {
  expect(shareOf(most, earned, of)).toBe(points);
});
