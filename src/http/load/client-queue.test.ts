import { expect, test } from 'vitest';
import { ClientQueue } from './client-queue.ts';

function queueOf(bound: number, ...entries: readonly string[]) {
  const queue = new ClientQueue<string>(bound);
  // The client is the letter.
  const push = (entry: string) => queue.push(entry.charAt(0), entry);
  for (const entry of entries) push(entry);
  const rest = () => {
    const order: string[] = [];
    for (let next = queue.shift(); next !== null; next = queue.shift()) order.push(next);
    return order;
  };
  return { queue, push, rest };
}

test('clients take turns, each by the order of its own', () => {
  expect(queueOf(9, 'a1', 'a2', 'a3', 'b1', 'c1', 'c2').rest()).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
});

test('one client may have all the places', () => {
  const { queue, push, rest } = queueOf(3, 'a1', 'a2', 'a3');
  expect([queue.isFull, queue.hasRoomFor('a'), push('a4')]).toEqual([true, false, 'a4']);
  expect(rest()).toEqual(['a1', 'a2', 'a3']);
  expect(queue.isEmpty).toBe(true);
});

test('in a full queue a client with fewer takes the newest place of the one with the most', () => {
  const { queue, push, rest } = queueOf(4, 'a1', 'a2', 'a3', 'b1');
  expect([queue.hasRoomFor('c'), push('c1')]).toEqual([true, 'a3']);
  expect(rest()).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('until all have as many: then one more has no place', () => {
  const { queue, push, rest } = queueOf(4, 'a1', 'a2', 'b1', 'b2');
  expect([push('c1'), push('c2'), push('a3')]).toEqual(['a2', 'c2', 'a3']);
  expect([push('d1'), queue.hasRoomFor('e'), push('e1')]).toEqual(['b2', false, 'e1']);
  expect(rest()).toEqual(['a1', 'b1', 'c1', 'd1']);
});
