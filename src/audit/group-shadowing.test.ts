import { expect, test } from 'vitest';
import { parseRobotsTxt } from '../site/robots-txt.ts';
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
