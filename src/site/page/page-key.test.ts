import { expect, test } from 'vitest';
import { pageKey } from './page-key.ts';

const O = 'https://example.com';

test.each([
  ['/a/', '/a'],
  ['/a/index.html', '/a/'],
  ['/a/Default.aspx', '/a'],
  ['/index.php', '/'],
  ['/a.html', '/a'],
  ['/a.HTM', '/a/'],
  ['/%e3%81%82', '/%E3%81%82'],
  ['https://example.com//a//b/', '/a/b'],
  ['http://www.example.com/a', '/a'],
])('%s and %s are one page', (a, b) => {
  expect(pageKey(new URL(a, O).href)).toBe(pageKey(new URL(b, O).href));
});

test.each([
  ['/a', '/b'],
  ['/a', '/A'],
  ['/a?page=2', '/a'],
  ['/index-of-books.html', '/'],
  ['/a.pdf', '/a'],
  ['https://docs.example.com/a', '/a'],
])('%s and %s are two', (a, b) => {
  expect(pageKey(new URL(a, O).href)).not.toBe(pageKey(new URL(b, O).href));
});
