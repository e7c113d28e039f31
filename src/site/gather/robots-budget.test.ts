import { expect, test } from 'vitest';
import { RobotsBudget } from './robots-budget.ts';

function taken(budget: RobotsBudget, url: string): number {
  return Array.from({ length: 2_000 }, () => budget.takes(url)).filter(Boolean).length;
}

test('1,500 URLs are held against some rules, and against none', () => {
  expect(taken(new RobotsBudget(0), 'https://example.com/a')).toBe(1_500);
  expect(taken(new RobotsBudget(3_000), `https://example.com/${'a'.repeat(40)}`)).toBe(1_500);
});

test('the more rules and the longer the URLs, the fewer', () => {
  expect(taken(new RobotsBudget(30_000), 'a'.repeat(100))).toBe(100);
  expect(taken(new RobotsBudget(30_000), 'a'.repeat(1_000))).toBe(10);
});

test('a URL that is too long is left out, and the others are not', () => {
  const budget = new RobotsBudget(30_000);
  expect(budget.takes('a'.repeat(1_001))).toBe(false);
  expect(taken(budget, 'a'.repeat(1_000))).toBe(10);
});
