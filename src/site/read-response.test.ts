import { describe, expect, test } from 'vitest';
import { createExchange } from '../../test/support/exchanges.ts';
import { isHtmlResponse, looksLikeHtml, readPageFacts } from './read-response.ts';

const URL_OF = 'https://example.com/';
const PAGE = '<!doctype html><title>Tides</title>';

describe('an answer is a page', () => {
  test.each([
    ['text/html', PAGE, true],
    ['Text/HTML ; charset=utf-8', PAGE, true],
    ['application/xhtml+xml', PAGE, true],
    ['text/html', 'No tag at all', true],
    ['text/html', '', true],
    [undefined, PAGE, true],
    ['', PAGE, true],
    ['text/plain', PAGE, true],
    ['text/plain; charset=utf-8', PAGE, true],
    [undefined, 'No tag at all', false],
    ['text/plain', 'No tag at all', false],
    ['application/json', PAGE, false],
    ['application/xml', PAGE, false],
    ['text/htmlx', 'No tag at all', false],
  ])('as %j with the body %j: %s', (mediaType, body, expected) => {
    const headers: Record<string, string> = mediaType === undefined ? {} : { 'content-type': mediaType };
    expect(isHtmlResponse(createExchange(URL_OF, { headers, body }))).toBe(expected);
  });

  const headers = { 'content-type': 'text/html' };

  test.each([301, 404, 500])('not with status %d', (status) => {
    expect(isHtmlResponse(createExchange(URL_OF, { status, headers, body: PAGE }))).toBe(false);
  });

  test('not without a body', () => {
    expect(isHtmlResponse(createExchange(URL_OF, { headers, body: null }))).toBe(false);
  });

  test('though only its beginning was read', () => {
    expect(isHtmlResponse(createExchange(URL_OF, { headers, body: PAGE, failure: 'too_large' }))).toBe(true);
  });
});

test('a page is read once, against the URL that answered', () => {
  const body = '<a href="b">b</a>';
  const exchange = createExchange(URL_OF, { body, finalUrl: 'https://www.example.com/a/' });
  const facts = readPageFacts(exchange);
  expect(facts.links.map(({ url }) => url)).toEqual(['https://www.example.com/a/b']);
  expect(readPageFacts(exchange)).toBe(facts);
});

test('an answer without a body has the facts of an empty page', () => {
  expect(readPageFacts(createExchange(URL_OF, { body: null }))).toMatchObject({ words: 0, titles: [], links: [] });
});

test.each([
  ['a doctype', '<!DOCTYPE html><title>Not found</title>'],
  ['a doctype after a byte order mark and white space', '\ufeff\n  <!doctype html>\n<html>'],
  ['a page after a comment', '<!-- build 42 -->\n<!-- cached -->\n<html lang="en"><body>'],
  ['XHTML after its declaration', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">'],
  ['upper-case tags', '<HTML><BODY>gone</BODY></HTML>'],
  ['a shell without a doctype', '<script src="/a.js"></script><div id="root"></div>'],
  ['a fragment', '<div class="error">Page not found</div>'],
  ['a fragment that ends as a page', '<center><h1>404</h1></center>\n- nginx\n</body></html>'],
])('takes %s for HTML', (_, body) => {
  expect(looksLikeHtml(body)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['a title', '# Example\n\n> About it\n'],
  ['a comment and then a title', '<!-- generated 2030-01-01 -->\n# Example\n\n- [Docs](https://example.com/docs)'],
  ['a comment that never ends', '<!-- # Example'],
  ['Markdown that begins with a centred logo', '<p align="center"><img src="a.png"></p>\n\n# Example\n'],
  ['Markdown that shows HTML', '# Example\n\n```html\n<!DOCTYPE html><html></html>\n```\n'],
  ['robots.txt', 'User-agent: *\nDisallow: /\n'],
  ['robots.txt with a comment that names HTML', '# <html>\nUser-agent: *\n'],
  ['an autolink', '<https://example.com>\n'],
  ['an unknown tag', '<https\n'],
])('takes %s for text', (_, body) => {
  expect(looksLikeHtml(body)).toBe(false);
});

test('is quick with a body of nothing but white space or comments', () => {
  expect(looksLikeHtml(' '.repeat(5_000_000))).toBe(false);
  expect(looksLikeHtml('<!---->'.repeat(1_000_000))).toBe(false);
});
