import { describe, expect, it, test } from 'vitest';
import { MAX_DEPTH } from '../page/page-limits.ts';
import { readPage } from './read-page.ts';

const read = (html: string) => readPage(html, 'https://example.com/page');

describe('hostile pages', () => {
  test.each([
    ['nested tags', '<div>', 300_000],
    ['nested inline tags', '<b>', 300_000],
    ['nested unknown tags', '<x-y>', 300_000],
    ['nested links', '<a href=a><i>x', 300_000],
    ['nested headings', '<h1><div>x', 300_000],
    ['nested bylines', '<div class=author>x', 300_000],
    ['nested dates', '<div class=date>x', 300_000],
    ['nested items', '<div itemscope itemprop=a>x', 300_000],
    ['nested RDFa', '<div vocab="https://schema.org/" typeof=A property=b>x', 300_000],
    ['stray end tags', '</div></x></table>', 300_000],
    ['end tags within reach of nothing', '<table><td></div>', 300_000],
    ['paragraphs in everything', '<p><table><td>', 300_000],
    ['unclosed quotations', '<blockquote><q><cite>x', 300_000],
    ['line breaks', '<br>\n', 500_000],
    ['entities', '&amp;&', 300_000],
    ['attributes', '<p class="a&amp;b" class=c itemprop=d>', 300_000],
    ['unclosed comments', '<!--', 500_000],
    ['unclosed tags', '<a ', 500_000],
    ['unclosed CDATA', '<![CDATA[', 300_000],
    ['CDATA in HTML', '<![CDATA[a>b', 300_000],
    ['unclosed CDATA in drawings', '<svg><![CDATA[', 300_000],
    ['distinct ids', '<i id=a class=cookie>', 300_000],
  ])('of %s are read in linear time: quadratic work would outlast the test', (_, part, times) => {
    const html = part.repeat(times);
    expect(read(html).htmlLength).toBe(html.length);
  });

  it('of thousands of elements around one long text are read in the time that one would take', () => {
    const html = '<time>'.repeat(MAX_DEPTH) + 'word '.repeat(800_000);
    expect(read(html).times.at(-1)?.text).toMatch(/^word word /);
  });

  it('of one line of ten million characters are read', () => {
    const page = read(`<p>${'word '.repeat(2_000_000)}`);
    expect(page.words).toBe(2_000_000);
  });
});
