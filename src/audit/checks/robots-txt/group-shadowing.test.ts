import { expect, test } from 'vitest';
import { parseRobotsTxt } from '../../../site/robots/robots-txt.ts';
import { shadowingGroups } from './group-shadowing.ts';

function dropped(text: string): string[] {
  return shadowingGroups(parseRobotsTxt(text)).map(
    ({ tokens, dropped }) => `${tokens.join('+')}: ${dropped.map(({ pattern }) => pattern).join(' ')}`,
  );
}

const EVERYONE = 'User-agent: *\nDisallow: /basket\nDisallow: /*.pdf$\n\n';

test.each([
  ['an empty group', 'User-agent: ClaudeBot\nCrawl-delay: 5', ['ClaudeBot: /basket /*.pdf$']],
  ['a group that allows everything', 'User-agent: GPTBot\nAllow: /', ['GPTBot: /basket /*.pdf$']],
  ['a group that repeats only some', 'User-agent: GPTBot\nDisallow: /basket', ['GPTBot: /*.pdf$']],
  ['a group of two crawlers', 'User-agent: GPTBot\nUser-agent: CCBot\nDisallow:', ['GPTBot+CCBot: /basket /*.pdf$']],
  ['a group in two parts', 'User-agent: GPTBot\nDisallow: /basket\n\nUser-agent: GPTBot\nDisallow: /*.pdf', []],
  ['a group that closes more', 'User-agent: GPTBot\nDisallow: /b\nDisallow: /*.p', []],
  ['a group that shuts its crawler out', 'User-agent: GPTBot\nDisallow: /', []],
  ['a group that opens one path on purpose', 'User-agent: GPTBot\nAllow: /basket\nDisallow: /*.pdf$', []],
  ['a group of a crawler that is no AI crawler', 'User-agent: ExampleBot\nAllow: /', []],
  ['a group of a conventional search crawler', 'User-agent: bingbot\nAllow: /', []],
  ['a group of a token that sends no requests', 'User-agent: Google-Extended\nAllow: /', []],
])('%s', (_, group, expected) => {
  expect(dropped(EVERYONE + group)).toEqual(expected);
});

test.each(['/', '/*', '*', '*/'])('an override of Disallow: %s is meant', (pattern) => {
  expect(dropped(`User-agent: *\nDisallow: ${pattern}\n\nUser-agent: OAI-SearchBot\nAllow: /`)).toEqual([]);
});

test('a line of the * group that another of its lines opens again is not dropped', () => {
  expect(dropped('User-agent: *\nDisallow: /a\nAllow: /a\n\nUser-agent: GPTBot\nAllow: /')).toEqual([]);
});

test('wildcards in the middle and at the start are compared by what they match', () => {
  const file = 'User-agent: *\nDisallow: */print\nDisallow: /*?sort=\n\nUser-agent: GPTBot\nDisallow: /*print';
  expect(dropped(file)).toEqual(['GPTBot: /*?sort=']);
});

test('thousands of rules in many groups are compared in a bounded number of steps', () => {
  const rules = Array.from({ length: 4000 }, (_, i) => `Disallow: /*a*a*${i}`).join('\n');
  const groups = ['*', 'GPTBot', 'ClaudeBot', 'CCBot', 'Amazonbot'].map((token) => `User-agent: ${token}\n${rules}`);
  expect(dropped(groups.join('\n\n'))).toEqual([]);
});

test('groups stand in the order of the file, with their first line', () => {
  const file = `${EVERYONE}User-agent: PerplexityBot\nAllow: /\n\nUser-agent: ClaudeBot\nAllow: /\n\nUser-agent: GPTBot\nAllow: /`;
  expect(shadowingGroups(parseRobotsTxt(file)).map(({ tokens, line }) => [...tokens, line])).toEqual([
    ['PerplexityBot', 5],
    ['ClaudeBot', 8],
    ['GPTBot', 11],
  ]);
});

test('a crawler that no group names is in the * group, and drops nothing', () => {
  expect(dropped(EVERYONE)).toEqual([]);
  expect(dropped('User-agent: GPTBot\nAllow: /')).toEqual([]);
});

test('patterns of up to 256 characters are compared, and 25 of them', () => {
  const long = (length: number) => `/${'a'.repeat(length - 1)}`;
  const drops = (pattern: string) =>
    dropped(`User-agent: *\nDisallow: ${pattern}\n\nUser-agent: GPTBot\nAllow: /`).length;
  expect([drops(long(256)), drops(long(257))]).toEqual([1, 0]);
  const many = Array.from({ length: 30 }, (_, i) => `Disallow: /p${i}/`).join('\n');
  const [group] = shadowingGroups(parseRobotsTxt(`User-agent: *\n${many}\n\nUser-agent: GPTBot\nAllow: /`));
  expect(group?.dropped).toHaveLength(25);
});

test('an Allow of the * group is nothing that could be dropped', () => {
  expect(
    dropped('User-agent: *\nAllow: /shop\nDisallow: /basket\n\nUser-agent: GPTBot\nDisallow: /basket\nDisallow: /shop'),
  ).toEqual([]);
});

test('an end of a pattern is not a character of a path', () => {
  const file = 'User-agent: *\nDisallow: /*.pdf$\n\nUser-agent: GPTBot\nDisallow: /*.pdf$';
  expect(dropped(file)).toEqual([]);
});
