import { expect, test } from 'vitest';
import { RobotsBudget } from './gather-pages.ts';

function counted(budget: RobotsBudget, url: string): number {
  return Array.from({ length: 2_000 }, () => budget.spend(url)).filter(Boolean).length;
}

test('1,500 URLs are checked against a few thousand rules', () => {
  expect(counted(new RobotsBudget(0), 'https://example.com/a')).toBe(1_500);
  expect(counted(new RobotsBudget(3_000), `https://example.com/${'a'.repeat(40)}`)).toBe(1_500);
});

test('fewer URLs are checked with more rules or longer URLs', () => {
  expect(counted(new RobotsBudget(30_000), 'a'.repeat(100))).toBe(100);
  expect(counted(new RobotsBudget(30_000), 'a'.repeat(1_000))).toBe(10);
});

test('a URL that is too long is skipped, and the others are not', () => {
  const budget = new RobotsBudget(30_000);
  expect(budget.spend('a'.repeat(1_001))).toBe(false);
  expect(counted(budget, 'a'.repeat(1_000))).toBe(10);
});
