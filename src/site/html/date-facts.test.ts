import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const datesOf = (html: string) =>
  readPage(`<main><h1>A</h1><p>text</p></main>${html}`, 'https://example.com/a').markedDates.map(({ text, inMain }) => [
    text,
    inMain,
  ]);

test('the last change of a page may stand below the main text, in an element that scripts fill', () => {
  const time = '<time datetime="2030-05-01T10:00:00Z"></time>';
  expect(datesOf(`<footer><p class="VPLastUpdated">Last updated: ${time}</p></footer>`)).toEqual([
    ['2030-05-01T10:00:00Z', true],
  ]);
  expect(datesOf(`<footer><p class="updated">Updated: ${time}</p></footer>`)).toEqual([
    ['2030-05-01T10:00:00Z', false],
  ]);
  expect(datesOf(`<footer><p class="updated">Updated: 1 May 2030</p></footer>${time}`)).toEqual([
    ['Updated: 1 May 2030', false],
  ]);
});
