import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimerSchedules } from './schedules.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a task runs at once, and once in every period', async () => {
  const schedules = new TimerSchedules();
  let done = 0;
  await schedules.every('minute', 'count', async () => {
    done += 1;
  });
  expect(done).toBe(1);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(done).toBe(4);
  await schedules.stop();
});

test('a task that failed runs again in the next period', async () => {
  const schedules = new TimerSchedules();
  let begun = 0;
  await schedules.every('hour', 'failing', async () => {
    begun += 1;
    throw new Error('The store is away.');
  });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(begun).toBe(2);
  await schedules.stop();
});

test('a task that takes longer than its period does not run twice at once', async () => {
  const schedules = new TimerSchedules();
  const ends: (() => void)[] = [];
  await schedules.every('hour', 'slow', () => new Promise((resolve) => void ends.push(resolve)));
  await vi.advanceTimersByTimeAsync(7_200_000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await schedules.stop();
});

test('stopping waits for running tasks, and leaves no timer', async () => {
  const schedules = new TimerSchedules();
  const { promise, resolve } = Promise.withResolvers<void>();
  await schedules.every('hour', 'slow', () => promise);
  let isStopped = false;
  const stopped = schedules.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(isStopped).toBe(false);
  resolve();
  await stopped;
  expect(vi.getTimerCount()).toBe(0);
});
