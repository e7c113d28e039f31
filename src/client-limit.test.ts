import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ClientLimit } from './client-limit.ts';

test('a client with much work has one piece under way, and others take turns with it', async () => {
  const limit = new ClientLimit(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (client: string, name: string) =>
    limit.do(client, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1'), ask('b', 'b2')];
  await setImmediate();
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
    ends.get(name)?.();
    await setImmediate();
  }
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  await Promise.all(all);
});

test('work that fails gives its place to the next', async () => {
  const limit = new ClientLimit(1);
  const failing = limit.do('a', () => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  expect(await limit.do('a', async () => 'done')).toBe('done');
});
