import { expect, test } from 'vitest';
import { exchangeOf } from '../../../../test/support/exchanges.ts';
import { readPage } from '../../../site/html/read-page.ts';
import { ofPages } from '../../formatting.ts';
import { observe } from '../../observe.ts';
import { LABELS, labelProblem } from './label-fixes.ts';

const verdict = (note: string | null) => ({
  passes: note === null,
  seen: observe(exchangeOf('https://example.com/'), { note: note ?? 'It has a title of its own.' }),
});

test.each([
  [[null], null],
  [['It has no title.'], 'The page has no title.'],
  [['It has no title.', null, 'It has no title.'], '2 of 3 pages have no title.'],
  [['It has no title.', null], '1 of 2 pages has no title.'],
  [['It has no title.', 'It has more than one title element: 2.'], '2 of 2 pages have no title of their own.'],
  [['It has more than one title element: 2.', null], '1 of 2 pages has more than one title element.'],
])('of titles with the faults %j: %j', (notes, problem) => {
  expect(labelProblem('title', notes.map(verdict))).toBe(problem);
});

test('a problem counts the failing pages', () => {
  expect(ofPages(1, 1, 'has no h1', 'have no h1')).toBe('The page has no h1.');
  expect(ofPages(1, 4, 'has no h1', 'have no h1')).toBe('1 of 4 pages has no h1.');
  expect(ofPages(4, 4, 'has no h1', 'have no h1')).toBe('4 of 4 pages have no h1.');
});

test.each([
  ['Tides', 'a description of at least 50 characters,'],
  ['潮の満ち引き', 'a description of at least 25 Chinese, Japanese or Korean characters (50 of another script),'],
])('the proof for a page that says %s expects %s', (text, start) => {
  const url = 'https://example.com/';
  const { proof } = LABELS.description.fix({ url, facts: readPage(`<p>${text}</p>`, url) });
  expect(proof?.expect.startsWith(start)).toBe(true);
});
