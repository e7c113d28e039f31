import { expect, test } from 'vitest';
import { pageAt } from '../../../test/support/pages.ts';
import type { Page, PageKind } from '../site-facts.ts';
import { isFiller, uniqueTexts } from './unique-text.ts';

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

test('a sentence that stands three times on a page counts once; twice, or of few words, as often as it stands', () => {
  const [three, twice] = [ten('a').repeat(3), ten('b').repeat(2)];
  expect(countWords(page(`${three}${twice}${'<p>Four words of text</p>'.repeat(3)}`))).toEqual([42]);
  expect(countWords(page(three + ten('x')), page(ten('y')))).toEqual([20, 10]);
  const long = `<p>${'tide '.repeat(15)}</p>`;
  expect(countWords(page(long.repeat(2)))).toEqual([15]);
  expect(uniqueTexts([page(three)]).of(page(three)).fillerWords).toBe(20);
});

test('sample texts of templates in other languages are filler', () => {
  const texts = ['This text is a demo, to be changed.', 'Добро пожаловать в WordPress. Это ваша первая запись.'];
  expect([...texts, 'This text will be read again.'].map(isFiller)).toEqual([true, true, false]);
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

test('a block counts as often as its page repeats it', () => {
  expect(countWords(page(ten('x') + ten('x')), page(ten('y') + ten('y')))).toEqual([20, 20]);
});

test('blocks are the same whatever their case and white space', () => {
  expect(countWords(page('<p>One two</p>'), page('<p>ONE\n two</p>'))).toEqual([2, 0]);
});

test.each(['contact', 'legal', 'listing'] as const)('a %s page neither loses text nor takes it from others', (kind) => {
  const [home, short, other] = [page(ten('x')), page(ten('x'), kind), page(ten('y') + ten('x'))];
  expect(countWords(home, short, other)).toEqual([10, 10, 10]);
  expect(countWords(page(ten('z')), short, other)).toEqual([10, 10, 20]);
});

test('filler does not count', () => {
  const filled = page(`${ten('a')}<p>Lorem ipsum dolor sit amet.</p>`);
  expect(uniqueTexts([filled]).of(filled)).toEqual({
    words: 10,
    cjkWords: 0,
    cjkCharacters: 0,
    repeatedWords: 0,
    fillerWords: 5,
  });
});

test('CJK characters are left out with their block', () => {
  const shared = '<p>潮が満ちるのは正午ごろです</p>';
  const [first, second] = [page(shared), page(`${shared}<p>潮</p>`)];
  expect(uniqueTexts([first, second]).of(second).cjkCharacters).toBe(1);
});

test.each([
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.',
  'LOREM IPSUM',
  'Pellentesque habitant morbi tristique senectus et netus et malesuada fames ac turpis egestas.',
  'Lorem ipsum dolor. Praesent libero nec sem eget mi. Class aptent taciti sociosqu litora torquent per conubia nostra.',
  'Cras justo odio, dapibus ac facilisis in, egestas eget quam.',
  'Lorem ipsum, dolor sit amet consectetur adipisicing elit. Animi esse ipsam voluptas natus rerum minima exercitationem tenetur.',
  'Vel non praesentium animi vitae quis nemo hic harum earum, numquam, debitis eius assumenda.',
  'I am text block. Click edit button to change this text. Tides are high.',
  'Welcome to WordPress. This is your first post. Edit or delete it, then start writing!',
  'Dies ist ein Typoblindtext. An ihm kann man sehen, ob alle Buchstaben da sind.',
  'この文章はダミーです。文字の大きさ、量、字間、行間等を確認するために入れています。',
  '1064_2_img_0907_2 1063_2_img_0883_1',
  'DSC01234.JPG',
  'It is a long established fact that a reader be distracted by the readable content of a page.',
])('%s is filler', (text) => {
  expect(isFiller(text)).toBe(true);
});

test.each([
  'The tide is high at noon.',
  'Lorem ipsum is the text that printers have used for centuries to show a typeface without words to read.',
  'A page with Lorem ipsum on it says nothing to anybody.',
  'Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani.',
  'Et tu in hac re non es sine culpa, sed nos quoque ac vos.',
  'In vino veritas',
  'Et in Arcadia ego sum',
  'Lorem',
  'http_200_ok',
  '2026-06-03',
  'abc_123 is a name',
  'IPX7 and 1200mAh',
  '',
])('%s is not filler', (text) => {
  expect(isFiller(text)).toBe(false);
});
