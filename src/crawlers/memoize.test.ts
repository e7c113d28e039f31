import { expect, test } from 'vitest';
import { memoize } from './memoize.ts';

function counted(options: { entries: number; longestKey: number }) {
  const computed: string[] = [];
  const read = memoize((key: string) => {
    computed.push(key);
    return key.length;
  }, options);
  return { computed, read };
}

test('an answer is computed once while it is remembered', () => {
  const { computed, read } = counted({ entries: 2, longestKey: 10 });
  expect([read('aa'), read('aa'), read(''), read('')]).toEqual([2, 2, 0, 0]);
  expect(computed).toEqual(['aa', '']);
});

test('what is asked for again outlives what is not, and no more than two generations are kept', () => {
  const { computed, read } = counted({ entries: 2, longestKey: 10 });
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a']) read(key);
  expect(computed).toEqual(['a', 'b', 'c', 'd']);
  read('b');
  expect(computed).toEqual(['a', 'b', 'c', 'd', 'b']);
});

test('a key at the limit is remembered and one beyond it never is', () => {
  const { computed, read } = counted({ entries: 2, longestKey: 3 });
  for (const key of ['abc', 'abc', 'abcd', 'abcd']) read(key);
  expect(computed).toEqual(['abc', 'abcd', 'abcd']);
});
