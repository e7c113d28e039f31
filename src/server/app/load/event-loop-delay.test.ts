import { expect, onTestFinished, test } from 'vitest';
import { EventLoopDelay } from './event-loop-delay.ts';

function measure() {
  const eventLoop = new EventLoopDelay();
  onTestFinished(() => eventLoop.stop());
  const read = async (name: 'bucket' | 'count' | 'sum', le?: number) => {
    const { values } = await eventLoop.delays.get();
    const sample = values.find(
      ({ metricName, labels }) =>
        metricName?.endsWith(`_${name}`) === true && (le === undefined || labels['le'] === le),
    );
    return sample?.value ?? 0;
  };
  const longerThan = async (seconds: number) => (await read('count')) - (await read('bucket', seconds));
  return { eventLoop, read, longerThan };
}

function keepBusy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('delays of an idle event loop are short', async () => {
  const { read } = measure();
  await expect.poll(() => read('bucket', 0.01)).toBeGreaterThan(5);
});

test('each time that the event loop is blocked counts as a delay of that length', async () => {
  const { read, longerThan } = measure();
  for (let time = 1; time <= 2; time += 1) {
    const before = await longerThan(0.25);
    keepBusy(300);
    await expect.poll(() => longerThan(0.25), { interval: 5 }).toBeGreaterThan(before);
  }
  expect(await read('sum')).toBeGreaterThan(0.55);
});

test('a stopped measurement counts nothing', async () => {
  const { eventLoop, read } = measure();
  eventLoop.stop();
  keepBusy(30);
  // Timers that are due fire before the second of these.
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(await read('count')).toBe(0);
});
