import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { StoreUnwritable } from '../store/unwritable.ts';
import { retryUnwritable } from './audit-attempt.ts';

const AWAY = new StoreUnwritable(new Error('The disk is full.'));
const never = new AbortController().signal;

/** A write that fails so often with that. */
function failing(times: number, error: Error) {
  let calls = 0;
  return vi.fn(async () => {
    calls += 1;
    if (calls <= times) throw error;
    return 'written';
  });
}

test.each([0, 1, 3])('what fails %i times because the store is away is written', async (times) => {
  const write = failing(times, AWAY);
  expect(await retryUnwritable(write, never, [1, 1, 1])).toBe('written');
  expect(write).toHaveBeenCalledTimes(times + 1);
});

test('after the last wait it is given up', async () => {
  const write = failing(9, AWAY);
  await expect(retryUnwritable(write, never, [1, 1, 1])).rejects.toBe(AWAY);
  expect(write).toHaveBeenCalledTimes(4);
});

test('what another attempt would not mend is not tried again', async () => {
  const fault = new Error('no such table');
  const write = failing(1, fault);
  await expect(retryUnwritable(write, never, [1])).rejects.toBe(fault);
  expect(write).toHaveBeenCalledTimes(1);
});

test('a stop ends the wait', async () => {
  const write = failing(9, AWAY);
  const stopping = new AbortController();
  const refused = expect(retryUnwritable(write, stopping.signal, [60_000, 60_000])).rejects.toBe(AWAY);
  await setImmediate();
  stopping.abort();
  await refused;
  expect(write).toHaveBeenCalledTimes(2);
});
