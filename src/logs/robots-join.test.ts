import { expect, test } from 'vitest';
import { parseRobotsTxt } from '../site/robots/robots-txt.ts';
import { decideOnPath } from './robots-join.ts';

const kindOf = (rules: string, path: string, hasQueries: boolean) =>
  decideOnPath(parseRobotsTxt(`User-agent: *\n${rules}`), 'GPTBot', path, hasQueries).kind;

test.each([
  ['Disallow: /a', '/a/b', 'forbidden', 'forbidden'],
  ['Disallow: /a', '/b', 'allowed', 'allowed'],
  // A query may match another rule, or end a match.
  ['Disallow: /a\nAllow: /a?page=', '/a', 'forbidden', 'unknown'],
  ['Disallow: /a$', '/a', 'forbidden', 'unknown'],
  ['Disallow: /*?', '/a', 'allowed', 'unknown'],
  ['Disallow: /*.pdf', '/a', 'allowed', 'unknown'],
  // No query changes these.
  ['Disallow: /*.pdf', '/a.pdf', 'forbidden', 'forbidden'],
  ['Disallow: /a*', '/a', 'forbidden', 'forbidden'],
  ['Disallow: /b?', '/a', 'allowed', 'allowed'],
  ['Disallow: /long/path/\nAllow: /*?', '/long/path/x', 'forbidden', 'forbidden'],
  ['Disallow: /caf%c3%a9', '/caf%C3%A9', 'forbidden', 'forbidden'],
  ['Disallow: /café*$', '/caf%C3%A9', 'forbidden', 'unknown'],
  ['Disallow: /', '*', 'allowed', 'allowed'],
  ['Disallow: /', '/robots.txt', 'allowed', 'allowed'],
])('%j on %s is %s without queries and %s with some', (rules, path, without, some) => {
  expect([kindOf(rules, path, false), kindOf(rules, path, true)]).toEqual([without, some]);
});

test('each crawler obeys its own group, or that of the crawler it follows', () => {
  const file = parseRobotsTxt('User-agent: Googlebot\nDisallow: /g\n\nUser-agent: *\nDisallow: /s\n');
  const kinds = (token: string | null) => ['/g', '/s'].map((path) => decideOnPath(file, token, path, false).kind);
  expect(kinds('Applebot')).toEqual(['forbidden', 'allowed']);
  expect(kinds('ClaudeBot')).toEqual(['allowed', 'forbidden']);
  expect(kinds(null)).toEqual(['allowed', 'allowed']);
});
