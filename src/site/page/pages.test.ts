import { describe, expect, test } from 'vitest';
import { answerOf } from '../../../test/support/answers.ts';
import { isHtmlAnswer, pageFactsOf } from './pages.ts';

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
    expect(isHtmlAnswer(answerOf(URL_OF, { headers, body }))).toBe(expected);
  });

  const headers = { 'content-type': 'text/html' };

  test.each([301, 404, 500])('not with status %d', (status) => {
    expect(isHtmlAnswer(answerOf(URL_OF, { status, headers, body: PAGE }))).toBe(false);
  });

  test('not without a body', () => {
    expect(isHtmlAnswer(answerOf(URL_OF, { headers, body: null }))).toBe(false);
  });

  test('though only its beginning was read', () => {
    expect(isHtmlAnswer(answerOf(URL_OF, { headers, body: PAGE, failure: 'too_large' }))).toBe(true);
  });
});

test('a page is read once, against the URL that answered', () => {
  const body = '<a href="b">b</a>';
  const exchange = answerOf(URL_OF, { body, finalUrl: 'https://www.example.com/a/' });
  const facts = pageFactsOf(exchange);
  expect(facts.links.map(({ url }) => url)).toEqual(['https://www.example.com/a/b']);
  expect(pageFactsOf(exchange)).toBe(facts);
});

test('an answer without a body has the facts of an empty page', () => {
  expect(pageFactsOf(answerOf(URL_OF, { body: null }))).toMatchObject({ words: 0, titles: [], links: [] });
});
