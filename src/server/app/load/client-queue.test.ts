import { expect, test } from 'vitest';
import { ClientQueue } from './client-queue.ts';

/** A queue of entries whose client is their letter. */
function createQueue(bound: number, ...entries: readonly string[]) {
  const queue = new ClientQueue<string>(bound);
  const push = (entry: string) => queue.push(entry.charAt(0), entry);
  for (const entry of entries) push(entry);
  const rest = () => {
    const order: string[] = [];
    for (let next = queue.shift(); next !== null; next = queue.shift()) order.push(next);
    return order;
  };
  return { push, rest };
}

test('clients are served in turn, each in the order of its own entries', () => {
  expect(createQueue(9, 'a1', 'a2', 'a3', 'b1', 'c1', 'c2').rest()).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
});

test('one client alone can fill the queue', () => {
  const { push, rest } = createQueue(3, 'a1', 'a2', 'a3');
  expect(push('a4')).toBe('a4');
  expect(rest()).toEqual(['a1', 'a2', 'a3']);
  expect(push('a5')).toBe(null);
});

test('in a full queue, a client with fewer entries evicts the newest of the client with the most', () => {
  const { push, rest } = createQueue(4, 'a1', 'a2', 'a3', 'b1');
  expect(push('c1')).toBe('a3');
  expect(rest()).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('a full queue rejects entries once all clients have as many', () => {
  const { push, rest } = createQueue(4, 'a1', 'a2', 'b1', 'b2');
  expect([push('c1'), push('c2'), push('a3')]).toEqual(['a2', 'c2', 'a3']);
  expect([push('d1'), push('e1')]).toEqual(['b2', 'e1']);
  expect(rest()).toEqual(['a1', 'b1', 'c1', 'd1']);
});
