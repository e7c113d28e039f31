import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const readDates = (html: string) =>
  readPage(`<main><h1>A</h1><p>text</p></main>${html}`, 'https://example.com/a').markedDates.map(({ text, inMain }) => [
    text,
    inMain,
  ]);

test.each([
  ['blockquote', true],
  ['div class="testimonials"', true],
  ['details class="review-card"', true],
  ['div class="review"', false],
  ['div', false],
])('the date of a quotation or a review is not the page’s: <%s> is %s', (tag, inComments) => {
  const time = '<time datetime="2030-05-01">1 May 2030</time>';
  const html = `<main><h1>A</h1><${tag}><p>text ${time}</p></${tag.split(' ', 1)[0]}></main>`;
  expect(readPage(html, 'https://example.com/a').times).toMatchObject([{ inComments }]);
});

test('the last change of a page may stand below the main text, in an element that scripts fill', () => {
  const time = '<time datetime="2030-05-01T10:00:00Z"></time>';
  expect(readDates(`<footer><p class="VPLastUpdated">Last updated: ${time}</p></footer>`)).toEqual([
    ['2030-05-01T10:00:00Z', true],
  ]);
  expect(readDates(`<footer><p class="updated">Updated: ${time}</p></footer>`)).toEqual([
    ['2030-05-01T10:00:00Z', false],
  ]);
  expect(readDates(`<footer><p class="updated">Updated: 1 May 2030</p></footer>${time}`)).toEqual([
    ['Updated: 1 May 2030', false],
  ]);
});
