import { expect, test } from 'vitest';
import { pageAt } from '../../../test/support/pages.ts';
import type { Page, PageKind } from '../site-facts.ts';
import { uniqueTexts } from './unique-text.ts';

function page(html: string, kind: PageKind = 'other'): Page {
  return pageAt('https://example.com/', html, { kind });
}

/** Returns a paragraph of ten words. */
const ten = (word: string) => `<p>${`${word} `.repeat(10)}</p>`;

const countWords = (...pages: Page[]) => {
  const texts = uniqueTexts(pages);
  return pages.map((one) => texts.of(one).words);
};

test('a block on three pages counts on the first', () => {
  expect(countWords(page(ten('a') + ten('x')), page(ten('x') + ten('b')), page(ten('c') + ten('x')))).toEqual([
    20, 10, 10,
  ]);
});

test('a block on two pages counts on both, unless they share most of their text', () => {
  expect(countWords(page(ten('a') + ten('b') + ten('x')), page(ten('x')))).toEqual([30, 10]);
  expect(countWords(page(ten('a') + ten('x')), page(ten('x')))).toEqual([20, 0]);
  expect(countWords(page(ten('x')), page(ten('a') + ten('b') + ten('x')))).toEqual([10, 30]);
});

test('a block counts on the page whose h1 it stands below, wherever else it is', () => {
  const post = page(`<h1>Ebb</h1>${ten('x')}`);
  const archive = page(`<h1>All</h1><h2>Ebb</h2>${ten('x')}<h2>More</h2>${ten('y')}`);
  const other = page(`<h1>May</h1><h2>Ebb</h2>${ten('x')}`);
  expect(countWords(page(ten('a')), archive, other, post)).toEqual([10, 23, 1, 11]);
});

test('a page that is larger and links to another does not take the text of the template from itself', () => {
  const home = page(`${ten('a')}${ten('b')}<a href=/1>1</a>${ten('x')}`);
  const empty = (name: string) => page(`<h1>${name}</h1>${ten('x')}`);
  expect(countWords(home, empty('One'), empty('Two'))).toEqual([31, 1, 1]);
});

test('what a page says twice counts once, but cells and labels may repeat', () => {
  const label = '<p>Open every day</p>';
  expect(countWords(page(ten('x') + ten('x')), page(label + label + ten('y')))).toEqual([10, 16]);
  expect(countWords(page(ten('x') + ten('x')))).toEqual([10]);
});

test('blocks are the same whatever their case and white space', () => {
  expect(countWords(page('<p>One two</p>'), page('<p>ONE\n two</p>'))).toEqual([2, 0]);
});

test.each(['contact', 'legal', 'listing'] as const)('a %s page neither loses text nor takes it from others', (kind) => {
  const [home, short, other] = [page(ten('x')), page(ten('x'), kind), page(ten('y') + ten('x'))];
  expect(countWords(home, short, other)).toEqual([10, 10, 10]);
  expect(countWords(page(ten('z')), short, other)).toEqual([10, 10, 20]);
});

test('CJK characters are left out with their block', () => {
  const shared = '<p>潮が満ちるのは正午ごろです</p>';
  const [first, second] = [page(shared), page(`${shared}<p>潮</p>`)];
  expect(uniqueTexts([first, second]).of(second).cjkCharacters).toBe(1);
});
