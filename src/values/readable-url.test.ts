import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/properties.ts';
import { quoteUrl, readableUrl } from './readable-url.ts';

test.each([
  ['https://example.com/caf%C3%A9/m%c3%bcnchen?q=%E2%82%AC', 'https://example.com/café/münchen?q=€'],
  ['/%E6%97%A5%E6%9C%AC%E8%AA%9E', '/日本語'],
  ['/%D9%85%D8%B1%D8%AD%D8%A8%D8%A7', '/مرحبا'],
  ['/%F0%9F%98%80', '/😀'],
  ['https://www.xn--mnchen-3ya.de/xn--mnchen-3ya', 'https://www.münchen.de/xn--mnchen-3ya'],
  ['https://xn--e1afmkfd.xn--p1ai/', 'https://пример.рф/'],
  // The a of the second host is Cyrillic, and its other letters are Latin.
  ['https://xn--pple-43d.com/', 'https://xn--pple-43d.com/'],
])('%s is shown in its script', (url, shown) => {
  expect(readableUrl(url)).toBe(shown);
});

test.each([
  ['ASCII', '/a%20b%2Fc%3Fd%23e%25f%00%0A'],
  ['bidi controls', '/a%E2%80%AEb%E2%81%A6'],
  ['invisible characters', '/a%E2%80%8Bb%E3%85%A4%EF%BB%BF%C2%AD'],
  ['white space', '/a%C2%A0b%E3%80%80%E2%80%A8'],
  ['controls', '/%C2%85%C2%9B'],
  ['text that is not UTF-8', '/caf%E9/%C0%AF/%ED%A0%80/%FF'],
  ['cut sequences', '/%E6%97%A5%E6%97/%E6%9…'],
])('%s stay encoded', (_what, url) => {
  expect(readableUrl(url)).toBe(url);
});

test('what is shown encodes to the same URL, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (path) => {
      const { href } = new URL(`https://example.com/${encodeURIComponent(path)}`);
      expect(new URL(readableUrl(href)).href).toBe(href);
    }),
    runs(1_000),
  );
});

test('a long URL is cut after it is decoded', () => {
  expect(quoteUrl(`/${'%E6%97%A5'.repeat(50)}`, 10)).toBe('/日日日日日日日日…');
});
