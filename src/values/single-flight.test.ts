import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SingleFlight } from './single-flight.ts';

test('a task runs once for concurrent callers', async () => {
  const flights = new SingleFlight<number>();
  let done = 0;
  const work = async () => {
    done += 1;
    return done;
  };
  const same = Array.from({ length: 10 }, () => flights.do('same', work));
  const other = flights.do('other', work);
  expect(await Promise.all(same)).toEqual(Array(10).fill(1));
  expect(await other).toBe(2);
});

test('a caller after the start of a task gets a new task, which starts after its end', async () => {
  const flights = new SingleFlight<string>();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let isFirstEnded = false;
  const first = flights.do('key', async () => {
    begun.resolve();
    await end.promise;
    isFirstEnded = true;
    return 'old';
  });
  await begun.promise;
  const others = [1, 2].map(() => flights.do('key', async () => `new, ${isFirstEnded}`));
  for (let round = 0; round < 10; round += 1) await setImmediate();
  end.resolve();
  expect(await first).toBe('old');
  expect(await Promise.all(others)).toEqual(['new, true', 'new, true']);
});

test('a task that fails does not stop the next', async () => {
  const flights = new SingleFlight<string>();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = flights.do('key', async () => {
    begun.resolve();
    await end.promise;
    throw new Error('It failed.');
  });
  await begun.promise;
  const second = flights.do('key', async () => 'new');
  end.resolve();
  await expect(first).rejects.toThrow('It failed.');
  expect(await second).toBe('new');
});

test('a failure rejects for all callers of its task, and for no other', async () => {
  const flights = new SingleFlight<string>();
  const fail = () => {
    throw new Error('It failed.');
  };
  const both = [flights.do('key', fail), flights.do('key', fail)];
  for (const one of both) await expect(one).rejects.toThrow('It failed.');
  expect(await flights.do('key', async () => 'fine')).toBe('fine');
});
