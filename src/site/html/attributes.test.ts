import { describe, expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const read = (html: string) => readPage(html, 'https://example.com/');
const readHref = (tag: string) => read(`${tag}a</a>`).links[0]?.href;

describe('the value of an attribute', () => {
  test.each([
    ['<a href=b>', 'b'],
    ['<a HREF="b">', 'b'],
    ["<a Href = 'b'>", 'b'],
    ['<a href="b&amp;c&#x26;d">', 'b&c&d'],
    ['<a href="&amp;">', '&'],
    ['<a href=b href=c>', 'b'],
    ['<a href="b&amp;" href="c&amp;">', 'b&'],
    ['<a href=b title=c>', 'b'],
    ['<a href=b title="&amp;">', 'b'],
    ['<a title=c href=b>', 'b'],
    ['<a href>', ''],
  ])('of %s is %j', (tag, value) => {
    expect(readHref(tag)).toBe(value);
  });

  test('is not that of the tag before', () => {
    expect(read('<a href="b&amp;">a</a><a title="c&amp;">a</a><a href=d>a</a>').links.map(({ href }) => href)).toEqual([
      'b&',
      'd',
    ]);
  });
});

describe('a tag is hidden', () => {
  test.each(['aria-hidden="true"', 'aria-hidden=&#116;rue', 'ARIA-HIDDEN=TRUE', 'title=x aria-hidden=true'])(
    'that says %s',
    (attributes) => {
      expect(read(`<p ${attributes}>no`).text).toBe('');
    },
  );

  test.each([
    'hid',
    'hidden-x',
    'title=true',
    'aria-hide=true',
    'aria-busyness=true',
    'data-aria-hidden=true',
    'data-of-a-long-name=true',
    '@click=true',
    '_=true',
    '{=true',
    'é=true',
    'aria-hidden=false title=true',
    'aria-hidden=false title=&#116;rue',
    'title=true zoom=true',
  ])('but not one that says %s', (attributes) => {
    expect(read(`<p ${attributes}>yes`).text).toBe('yes');
  });
});
