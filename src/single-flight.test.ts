import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SingleFlight } from './single-flight.ts';

test('what many ask for at the same time is done once', async () => {
  const joined = new SingleFlight<number>();
  let done = 0;
  const work = async () => {
    done += 1;
    return done;
  };
  const same = Array.from({ length: 10 }, () => joined.do('same', work));
  const other = joined.do('other', work);
  expect(await Promise.all(same)).toEqual(Array(10).fill(1));
  expect(await other).toBe(2);
});

test('who asks when the work has begun gets work of their own, which begins when that has ended', async () => {
  const joined = new SingleFlight<string>();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let isFirstEnded = false;
  const first = joined.do('key', async () => {
    begun.resolve();
    await end.promise;
    isFirstEnded = true;
    return 'old';
  });
  await begun.promise;
  const others = [1, 2].map(() => joined.do('key', async () => `new, ${isFirstEnded}`));
  for (let round = 0; round < 10; round += 1) await setImmediate();
  end.resolve();
  expect(await first).toBe('old');
  expect(await Promise.all(others)).toEqual(['new, true', 'new, true']);
});

test('work that failed keeps the next from nothing', async () => {
  const joined = new SingleFlight<string>();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = joined.do('key', async () => {
    begun.resolve();
    await end.promise;
    throw new Error('It failed.');
  });
  await begun.promise;
  const second = joined.do('key', async () => 'new');
  end.resolve();
  await expect(first).rejects.toThrow('It failed.');
  expect(await second).toBe('new');
});

test('a failure is told to all who share it, and kept for nobody else', async () => {
  const joined = new SingleFlight<string>();
  const fail = () => {
    throw new Error('It failed.');
  };
  const both = [joined.do('key', fail), joined.do('key', fail)];
  for (const one of both) await expect(one).rejects.toThrow('It failed.');
  expect(await joined.do('key', async () => 'fine')).toBe('fine');
});
