import { describe, expect, test } from 'vitest';
import { findLinks } from '../../site/llms-txt/markdown.ts';
import { linkName, linkNote, linkUrl, markdownLine, markdownText } from './markdown-line.ts';

describe('markdownText', () => {
  test.each([
    ['plain', 'plain'],
    ['a *b* `c` <d>', 'a \\*b\\* \\`c\\` \\<d>'],
    ['[x](https://evil.example)', '\\[x\\](https://evil.example)'],
    ['back\\slash', 'back\\\\slash'],
    ['snake_case stays, _this_ does not', 'snake_case stays, \\_this\\_ does not'],
    ['~one~ ~~two~~', '~one~ \\~\\~two\\~\\~'],
    ['AT&T &amp; &#65;', 'AT&T \\&amp; \\&#65;'],
    ['two\nlines\u202e', 'two lines'],
  ])('shows %j as it is', (text, written) => {
    expect(markdownText(text, 200)).toBe(written);
    expect(findLinks(written)).toEqual([]);
  });

  test.each([null, '', ' \n\u200b'])('has nothing to show of %j', (text) => {
    expect(markdownText(text, 200)).toBeNull();
  });
});

describe('markdownLine', () => {
  test.each([
    ['# heading', '\\# heading'],
    ['> quotation', '\\> quotation'],
    ['- item', '\\- item'],
    ['+ item', '\\+ item'],
    ['=== line', '\\=== line'],
    ['1. item', '1\\. item'],
    ['2) item', '2\\) item'],
    ['3 items', '3 items'],
    ['C #', 'C \\#'],
    ['closed ##', 'closed \\##'],
  ])('keeps %j from beginning or ending anything', (text, written) => expect(markdownLine(text, 200)).toBe(written));
});

test('a link name has no square brackets, for the first one would end it', () => {
  expect(linkName('Array[0] and ]](x', 200)).toBe('Array(0) and ))(x');
});

describe('linkNote', () => {
  const sentence = 'Twelve words stand in this sentence so that it is long. ';

  test('keeps what fits', () =>
    expect(linkNote('Short, and without a full stop')).toBe('Short, and without a full stop'));

  test('keeps whole sentences of what does not', () => {
    expect(linkNote(sentence.repeat(9))).toBe(sentence.repeat(4).trim());
  });

  test('cuts one long sentence between two words', () => {
    const note = linkNote(`word, `.repeat(100)) ?? '';
    expect(note).toMatch(/^(?:word, )+word…$/);
    expect(note.length).toBeLessThanOrEqual(240);
  });

  test('cuts a text without spaces where it must', () => {
    expect(linkNote('字'.repeat(500))).toHaveLength(240);
  });
});

test.each([
  ['https://example.com/(a)', 'https://example.com/%28a%29'],
  ['https://example.com/?a=\\&b=`<>', 'https://example.com/?a=%5C&b=%60%3C%3E'],
  ['https://example.com/ä?x=1&lt;', 'https://example.com/%C3%A4?x=1&lt%3B'],
  ['https://example.com/a*b_c', 'https://example.com/a*b_c'],
])('the URL %s is written as %s', (url, written) => {
  expect(linkUrl(url)).toBe(written);
  expect(findLinks(`[x](${written})`)[0]?.href).toBe(written);
});
