import { expect, test } from 'vitest';
import { instance } from '../../../test/support/instance.ts';
import { calculatorPage } from './calculator-page.tsx';

const readScore = (query: Record<string, string>) =>
  Number(/<b class="number">(\d+)<\/b> of 100/.exec(calculatorPage(instance, query))?.[1]);

test('the score follows from the results and the gates that are chosen', () => {
  expect(readScore({})).toBe(100);
  expect(readScore({ 'metadata.title': 'none' })).toBe(95);
  expect(readScore({ 'metadata.title': 'half', 'metadata.canonical': 'none' })).toBe(94);
  expect(readScore({ G5: 'on', G2: 'on' })).toBe(30);
});

test('a question that does not apply leaves its points to the others of its check', () => {
  const query = { 'answer_content.author': 'na', 'answer_content.opening': 'none' };
  expect(readScore(query)).toBe(94);
  expect(calculatorPage(instance, query)).toContain('<option value="na" selected>Does not apply</option>');
});

test('unknown questions and values count as full points', () => {
  expect(readScore({ 'metadata.title': 'half of it', 'x.y': 'none', G9: 'on' })).toBe(100);
});
