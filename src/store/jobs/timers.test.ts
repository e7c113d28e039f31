import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Timers } from './timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a task is done at once, and once in every period', async () => {
  const timers = new Timers();
  let done = 0;
  await timers.every('minute', 'count', async () => {
    done += 1;
  });
  expect(done).toBe(1);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(done).toBe(4);
  await timers.stop();
});

test('one that has failed is done in the next period', async () => {
  const timers = new Timers();
  let begun = 0;
  await timers.every('hour', 'failing', async () => {
    begun += 1;
    throw new Error('The store is away.');
  });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(begun).toBe(2);
  await timers.stop();
});

test('one that takes longer than its period is not begun beside itself', async () => {
  const timers = new Timers();
  const ends: (() => void)[] = [];
  await timers.every('hour', 'slow', () => new Promise((resolve) => void ends.push(resolve)));
  await vi.advanceTimersByTimeAsync(7_200_000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await timers.stop();
});

test('a stop waits for what is under way, and leaves no timer', async () => {
  const timers = new Timers();
  const { promise, resolve } = Promise.withResolvers<void>();
  await timers.every('day', 'slow', () => promise);
  let isStopped = false;
  const stopped = timers.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(isStopped).toBe(false);
  resolve();
  await stopped;
  expect(vi.getTimerCount()).toBe(0);
});
