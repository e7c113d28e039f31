import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const SHORT = 'The gauge is read at dawn.';
const LONG = 'The gauge is read at dawn and at dusk, and the office writes both values in its book. '.repeat(2);
const read = (html: string) => readPage(`<main>${html}<p>Text.</p></main>`, 'https://example.com/');
const levels = (html: string) => read(html).headings.map(({ level }) => level);

test.each([
  ['a short heading', `<h2>${SHORT}</h2>`, [2]],
  ['an h1 of any length', `<h1>${LONG}</h1>`, [1]],
  ['a paragraph in a heading', `<h1>${SHORT}</h1><h2>${LONG}</h2>`, [1]],
  [
    'short paragraphs in headings beside long ones',
    `<h2>${SHORT}</h2><h4>${LONG}</h4>${`<h4>${SHORT}</h4>`.repeat(2)}`,
    [2],
  ],
  ['one long heading among short ones', `<h2>${LONG}</h2>${`<h2>${SHORT}</h2>`.repeat(3)}`, [2, 2, 2]],
])('%s: %s has headings of the levels %j', (_, html, expected) => {
  expect(levels(html)).toEqual(expected);
  const { blocks } = read(html);
  expect(blocks.map(({ level }) => level).filter((level) => level !== null)).toEqual(expected);
  expect(blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(expected.length);
});
