import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { parseUrl } from '../../values/web-url.ts';
import { UrlResolver } from './parsed-page.ts';

it('gives what the URL parser gives', () => {
  const part = fc.constantFrom(
    '/',
    '.',
    '..',
    'a',
    'B-1_~',
    '%20',
    '#',
    '?',
    ':',
    '//',
    '\\',
    ' ',
    'é',
    'https:',
    'x.html',
    '&',
    "'",
  );
  const href = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  const base = fc.constantFrom(
    'https://example.com/a/b?c#d',
    'http://example.com:8080',
    'file:///a/b',
    'mailto:a@b',
    'no url',
  );
  fc.assert(
    fc.property(href, base, fc.option(href), (reference, url, baseHref) => {
      const own = parseUrl(url);
      const document = (baseHref === null ? null : parseUrl(baseHref, own?.href)) ?? own;
      const expected = parseUrl(reference, document?.href)?.href ?? null;
      expect(new UrlResolver(url, baseHref).resolve(reference)).toBe(expected);
    }),
    runs(5000),
  );
});

test.each([
  ['/a/./b', 'https://example.com/a/b'],
  ['/a/..', 'https://example.com/'],
  ['/.well-known/x', 'https://example.com/.well-known/x'],
  ['//other.example/x', 'https://other.example/x'],
  ['#top', 'https://example.com/p?q#top'],
  ['', 'https://example.com/p?q'],
  ['http://[', null],
])('resolves %j to %j', (href, expected) => {
  const urls = new UrlResolver('https://example.com/p?q#f', null);
  expect(urls.resolve(href)).toBe(expected);
});
