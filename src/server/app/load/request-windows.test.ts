import { expect, test } from 'vitest';
import { RequestWindows } from './request-windows.ts';

test('a window begins with the first request of a client and ends after its length', () => {
  const windows = new RequestWindows(60_000);
  expect(windows.add('a', 1_000)).toEqual({ count: 1, leftMs: 60_000 });
  expect(windows.add('a', 60_999)).toEqual({ count: 2, leftMs: 1 });
  expect(windows.add('b', 60_999)).toEqual({ count: 1, leftMs: 60_000 });
  expect(windows.add('a', 61_000)).toEqual({ count: 1, leftMs: 60_000 });
});

test('the clients that were not seen for longest are forgotten first', () => {
  const windows = new RequestWindows(60_000);
  for (let client = 0; client < 5_000; client++) windows.add(`client ${client}`, 0);
  windows.add('client 0', 1);
  windows.add('one more', 1);
  expect(windows.add('client 0', 2).count).toBe(3);
  expect(windows.add('client 1', 2).count).toBe(1);
});
