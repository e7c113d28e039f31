import { expect, test } from 'vitest';
import { deleteAll, nextLimit } from './delete-all.ts';

test('what takes long is deleted in smaller parts, what takes little in larger ones', () => {
  expect(nextLimit(400, 40, 500)).toBe(200);
  expect(nextLimit(150, 15, 500)).toBe(200);
  expect(nextLimit(200, 0, 500)).toBe(400);
  expect(nextLimit(400, 1, 500)).toBe(500);
  expect(nextLimit(200, 4_000, 500)).toBe(125);
});

test('everything is deleted, never more at once than the maximum, until it is stopped', async () => {
  let left = 1_000;
  const limits: number[] = [];
  const stop = new AbortController();
  const deleteSome = async (limit: number) => {
    limits.push(limit);
    const some = Math.min(left, limit);
    left -= some;
    if (left === 0) stop.abort();
    return some;
  };
  expect(await deleteAll(deleteSome, 120)).toBe(1_000);
  expect(Math.max(...limits)).toBeLessThanOrEqual(120);
  left = 1_000;
  expect(await deleteAll(deleteSome, 120, stop.signal)).toBe(0);
});
