import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { EventLoopDelay } from './event-loop-delay.ts';

function measured(): EventLoopDelay {
  const eventLoop = new EventLoopDelay();
  onTestFinished(() => eventLoop.stop());
  return eventLoop;
}

function keepBusy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** How many delays were longer, of those that are told apart. */
function longerThan(seconds: number, { delays }: EventLoopDelay): number {
  return total(delays.counts.slice(delays.bounds.indexOf(seconds) + 1));
}

test('while nothing is done, delays are short: of what is due every 20 ms, the wait itself is none', async () => {
  const eventLoop = measured();
  const short = () => total(eventLoop.delays.counts) - longerThan(0.01, eventLoop);
  await expect.poll(short).toBeGreaterThan(5);
});

test('each time that the loop is kept busy is a long delay, as long as that', async () => {
  const eventLoop = measured();
  for (let time = 1; time <= 2; time += 1) {
    const before = longerThan(0.25, eventLoop);
    keepBusy(300);
    await expect.poll(() => longerThan(0.25, eventLoop), { interval: 5 }).toBeGreaterThan(before);
  }
  expect(eventLoop.delays.sum).toBeGreaterThan(0.55);
});

test('nothing is counted any more once it is stopped', async () => {
  const eventLoop = measured();
  eventLoop.stop();
  keepBusy(30);
  // A timer that is due goes off before the second.
  await setImmediate();
  await setImmediate();
  expect(total(eventLoop.delays.counts)).toBe(0);
});
