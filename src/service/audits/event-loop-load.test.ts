import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { EventLoopLoad } from './event-loop-load.ts';

/** Long enough to be measured. */
const LONG_MS = 150;

/** Has something to do in each round of the event loop. */
async function work(): Promise<void> {
  const until = performance.now() + LONG_MS;
  while (performance.now() < until) await new Promise(setImmediate);
}

/** Waits for something that has nothing to do with this thread. */
async function rest(): Promise<void> {
  await once(execFile(process.execPath, ['-e', `setTimeout(() => {}, ${LONG_MS})`]), 'exit');
}

test('the load is high while there is always work, and not afterwards', async () => {
  const load = new EventLoopLoad();
  await rest();
  expect(load.isHigh()).toBe(false);
  await work();
  expect(load.isHigh()).toBe(true);
  await rest();
  expect(load.isHigh()).toBe(false);
});

test('a call right after another returns the same', async () => {
  const load = new EventLoopLoad();
  await work();
  expect([load.isHigh(), load.isHigh()]).toEqual([true, true]);
});
