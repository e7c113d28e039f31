import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { VerdictCache } from './verdict-cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;
const ADDRESS = '192.0.2.1';

test('a verdict is known for five minutes, and for ten at most', () => {
  const memory = new VerdictCache();
  memory.set('GPTBot', ADDRESS, 'verified');
  vi.advanceTimersByTime(4 * MINUTE);
  memory.set('ClaudeBot', ADDRESS, 'spoofed');
  vi.advanceTimersByTime(5 * MINUTE);
  expect([memory.get('GPTBot', ADDRESS), memory.get('ClaudeBot', ADDRESS)]).toEqual(['verified', 'spoofed']);
  vi.advanceTimersByTime(1 * MINUTE);
  expect([memory.get('GPTBot', ADDRESS), memory.get('ClaudeBot', ADDRESS)]).toEqual([undefined, undefined]);
});

test('of very many, the newest are known, whoever they are of', () => {
  const memory = new VerdictCache(2);
  const names = [1, 2, 3, 4, 5].map((n): [string, string] => [n % 2 === 0 ? 'GPTBot' : 'ClaudeBot', `192.0.2.${n}`]);
  for (const [crawler, address] of names) memory.set(crawler, address, 'verified');
  expect(names.map(([crawler, address]) => memory.get(crawler, address) ?? null)).toEqual([
    null,
    null,
    'verified',
    'verified',
    'verified',
  ]);
});

test('what is found out again takes no more room', () => {
  const memory = new VerdictCache(2);
  memory.set('GPTBot', ADDRESS, 'unverified');
  for (let n = 0; n < 9; n += 1) memory.set('ClaudeBot', ADDRESS, 'verified');
  expect(memory.get('GPTBot', ADDRESS)).toBe('unverified');
});

test('all are forgotten at once', () => {
  const memory = new VerdictCache();
  memory.set('GPTBot', ADDRESS, 'verified');
  memory.clear();
  expect(memory.get('GPTBot', ADDRESS)).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});
