import { expect, test } from 'vitest';
import { inOrder } from './log-order.ts';

test.each([
  [
    ['a.log', 'a.log.1', 'a.log.10.gz', 'a.log.2.zst'],
    ['a.log.10.gz', 'a.log.2.zst', 'a.log.1', 'a.log'],
  ],
  [
    ['a.log', 'a.log-20261002', 'a.log-20261001.gz'],
    ['a.log-20261001.gz', 'a.log-20261002', 'a.log'],
  ],
  [
    ['b.log', 'a.log', 'b.log.1', 'a.log.2', 'c.log', 'a.log.1', 'b.log.2'],
    ['b.log.2', 'b.log.1', 'b.log', 'a.log.2', 'a.log.1', 'a.log', 'c.log'],
  ],
  [
    ['z', '-', 'y'],
    ['z', '-', 'y'],
  ],
])('%j is read in the order %j', (given, order) => {
  expect(inOrder(given)).toEqual(order);
});
