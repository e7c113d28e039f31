import { expect, test } from 'vitest';
import { pause } from './pause.ts';

test('a pause ends after its time', async () => {
  expect(await pause(0, new AbortController().signal)).toBe(true);
});

test('a pause ends at once when the signal is aborted, before and during it', async () => {
  const life = new AbortController();
  const during = pause(1e6, life.signal);
  life.abort();
  expect(await during).toBe(false);
  expect(await pause(1e6, life.signal)).toBe(false);
});
