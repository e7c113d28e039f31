import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { VerdictMemory } from './verdict-memory.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;

test('a verdict is known for five minutes, and for ten at most', () => {
  const memory = new VerdictMemory();
  memory.set('first', 'verified');
  vi.advanceTimersByTime(4 * MINUTE);
  memory.set('second', 'spoofed');
  vi.advanceTimersByTime(5 * MINUTE);
  expect([memory.get('first'), memory.get('second')]).toEqual(['verified', 'spoofed']);
  vi.advanceTimersByTime(1 * MINUTE);
  expect([memory.get('first'), memory.get('second')]).toEqual([undefined, undefined]);
});

test('of very many, the newest are known', () => {
  const memory = new VerdictMemory(2);
  for (const name of ['a', 'b', 'c', 'd', 'e']) memory.set(name, 'verified');
  expect(['a', 'b', 'c', 'd', 'e'].filter((name) => memory.get(name))).toEqual(['c', 'd', 'e']);
});

test('all are forgotten at once', () => {
  const memory = new VerdictMemory();
  memory.set('first', 'verified');
  memory.clear();
  expect(memory.get('first')).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});
