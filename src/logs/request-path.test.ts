import { expect, test } from 'vitest';
import { requestPath } from './request-path.ts';

test.each([
  ['/', '/'],
  ['/a/b?c=d#e', '/a/b'],
  ['/a/../b/./c', '/b/c'],
  ['/caf%c3%a9', '/caf%C3%A9'],
  ['/café', '/caf%C3%A9'],
  [Buffer.from('/café').toString('latin1'), '/caf%C3%A9'],
  ['/%7euser/%41', '/~user/A'],
  ['//other.example/x', '//other.example/x'],
  ['/a b\t', '/a%20b%09'],
  ['/\0', '/%00'],
  ['/a\\b', '/a%5Cb'],
  ['/\ud800', '/%EF%BF%BD'],
])('the path of %j is %j', (target, path) => {
  expect(requestPath(target)).toBe(path);
});

test.each(['', '*', 'example.com:443', 'http://example.com/', `/${'a'.repeat(500)}`, `/${'é'.repeat(90)}`])(
  '%j has no path that is counted by itself',
  (target) => {
    expect(requestPath(target)).toBeNull();
  },
);
