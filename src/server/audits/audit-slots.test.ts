import { expect, test } from 'vitest';
import { AuditSlots } from './audit-slots.ts';

test('a fixed number of slots stays', () => {
  const slots = new AuditSlots(2, () => 1);
  slots.watch(
    () => 2,
    () => undefined,
  )();
  expect([slots.count, slots.max]).toEqual([2, 2]);
});

test('slots grow while audits use all of them and processors are idle, up to the maximum', () => {
  const slots = new AuditSlots('auto', () => 0.5);
  expect(slots.adapt(2)).toBe(false);
  expect(slots.count).toBe(4);
  // One client alone gets three of four.
  for (let n = 0; n < 100; n += 1) slots.adapt(Math.floor((3 * slots.count) / 4));
  expect(slots.count).toBe(slots.max);
  expect(slots.adapt(slots.count)).toBe(false);
});

test('slots shrink while processors are busy, down to four, and stay in between', () => {
  let idle = 0.5;
  const slots = new AuditSlots('auto', () => idle);
  const grown = Array.from({ length: 3 }, () => slots.adapt(slots.count));
  idle = 0.1;
  slots.adapt(slots.count);
  const kept = slots.count;
  idle = 0.01;
  for (let n = 0; n < 100; n += 1) slots.adapt(slots.count);
  expect([kept - 4, slots.count]).toEqual([grown.filter(Boolean).length, 4]);
});

test('the machine reports a share of idle time', () => {
  const slots = new AuditSlots('auto');
  expect(slots.max).toBeGreaterThanOrEqual(4);
  expect(slots.max).toBeLessThanOrEqual(32);
  slots.adapt(0);
  expect(slots.count).toBe(4);
});
