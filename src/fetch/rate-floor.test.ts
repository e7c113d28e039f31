import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { RateFloor } from './rate-floor.ts';

const FLOOR = { bytes: 8_000, ms: 8_000 };

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

/** Simulates a response. @param bytesOf number of bytes that arrive in that second */
function responseOf(bytesOf: (second: number) => number) {
  let [second, received, isPaused, slowAt] = [0, 0, false, null as number | null];
  const floor = new RateFloor(
    FLOOR,
    () => (isPaused ? null : received),
    () => {
      slowAt = second;
    },
  );
  onTestFinished(() => floor.stop());
  const pass = (seconds: number) => {
    for (const until = second + seconds; second < until; ) {
      second += 1;
      received += bytesOf(second);
      vi.advanceTimersByTime(1_000);
    }
    return slowAt;
  };
  return { pass, pause: (now: boolean) => (isPaused = now) };
}

test.each([
  ['a byte a second', () => 1],
  ['a little less than the floor', () => 999],
  ['a burst, and then nothing', (second: number) => (second === 1 ? 1_000_000 : 0)],
])('%s is too slow, once the time of the floor has passed', (_name, bytesOf) => {
  expect(responseOf(bytesOf).pass(20)).toBe(9);
});

test.each([
  ['as much as the floor', () => 1_000],
  ['the same in bursts', (second: number) => (second % 8 === 0 ? 8_000 : 0)],
  ['nothing at all', () => 0],
])('%s is not too slow', (_name, bytesOf) => {
  expect(responseOf(bytesOf).pass(60)).toBeNull();
});

test('a server that thinks before its first byte has its time from that byte on', () => {
  expect(responseOf((second) => (second < 30 ? 0 : 1)).pass(60)).toBe(38);
});

test('a response that is not read has the time of the floor again afterwards', () => {
  const { pass, pause } = responseOf(() => 1);
  pass(5);
  pause(true);
  expect(pass(20)).toBeNull();
  pause(false);
  expect(pass(20)).toBe(34);
});

test('nothing is told after it was stopped', () => {
  const onSlow = vi.fn();
  new RateFloor(FLOOR, () => 1, onSlow).stop();
  vi.advanceTimersByTime(60_000);
  expect(onSlow).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
