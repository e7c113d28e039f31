import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ClientLimit } from './client-limit.ts';

test('a client with several tasks runs one at a time, in turn with other clients', async () => {
  const limit = new ClientLimit(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (client: string, name: string) =>
    limit.do(client, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1'), run('c', 'c1'), run('b', 'b2')];
  await setImmediate();
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
    ends.get(name)?.();
    await setImmediate();
  }
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  await Promise.all(all);
});

test('a task that fails frees its slot', async () => {
  const limit = new ClientLimit(1);
  const failing = limit.do('a', () => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  expect(await limit.do('a', async () => 'done')).toBe('done');
});
