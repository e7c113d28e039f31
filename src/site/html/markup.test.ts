import { describe, expect, test } from 'vitest';
import { readPage } from '../html.ts';

function textOf(html: string): string[] {
  return readPage(html, 'https://example.com/').blocks.map(({ text }) => text);
}

describe('a file that ends in a tag', () => {
  test.each(['<br /', '<br/', '<img src="x"/', '<b class=x', '</b', '<html</'])('has no text there: %s', (html) => {
    expect(textOf(html)).toEqual([]);
    expect(textOf(`<p>a${html}`)).toEqual(['a']);
  });
});
