import { describe, expect, test } from 'vitest';
import { Count, Distribution, Family } from './metrics.ts';

describe('a distribution', () => {
  test.each([
    [0, [1, 0, 0]],
    [0.1, [1, 0, 0]],
    [0.1000001, [0, 1, 0]],
    [1, [0, 1, 0]],
    [1.1, [0, 0, 1]],
    [Infinity, [0, 0, 1]],
  ])('has %s in the range whose upper bound it does not exceed', (value, counts) => {
    const distribution = new Distribution([0.1, 1]);
    distribution.observe(value);
    expect(distribution.counts).toEqual(counts);
    expect(distribution.sum).toBe(value);
  });
});

describe('a family', () => {
  test('has one member for each combination of label values', () => {
    const family = new Family(['route', 'status'], () => new Count());
    family.of('/a', '200').add();
    family.of('/a', '404').add(2);
    family.of('/a', '200').add();
    expect([...family.members()].map(({ labels, member }) => [labels, member.value])).toEqual([
      [{ route: '/a', status: '200' }, 2],
      [{ route: '/a', status: '404' }, 2],
    ]);
  });

  test('without labels has one member', () => {
    const family = new Family([], () => new Count());
    family.of().add();
    expect([...family.members()].map(({ labels, member }) => [labels, member.value])).toEqual([[{}, 1]]);
  });
});
