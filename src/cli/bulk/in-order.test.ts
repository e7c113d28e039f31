import { expect, test } from 'vitest';
import { InOrder } from './in-order.ts';

test('gives each result when all before it have come', () => {
  const order = new InOrder<number>(['a', 'b', 'c', 'd']);
  expect(order.add('b', 2)).toEqual([]);
  expect(order.add('a', 1)).toEqual([1, 2]);
  expect(order.add('d', 4)).toEqual([]);
  expect(order.add('c', 3)).toEqual([3, 4]);
  expect(order.rest()).toEqual([]);
});

test('gives what came early when the rest does not come', () => {
  const order = new InOrder<number>(['a', 'b', 'c', 'd']);
  order.add('d', 4);
  order.add('b', 2);
  expect(order.rest()).toEqual([2, 4]);
});
