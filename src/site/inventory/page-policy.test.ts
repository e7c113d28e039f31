import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import type { FailureKind } from '../../fetch/exchange.ts';
import { pagePolicy, readRobotsTxt } from './page-policy.ts';

const URL_OF = 'https://example.com/robots.txt';
const RULES = 'User-agent: *\nDisallow: /';

describe('the robots.txt that was answered', () => {
  test.each([
    [200, RULES, RULES],
    [200, '<!doctype html><title>Not found</title>', ''],
    [403, RULES, ''],
    [404, RULES, ''],
    [429, RULES, null],
    [500, RULES, null],
    [503, RULES, null],
  ])('with %d and %j is %j', (status, body, expected) => {
    expect(readRobotsTxt(createExchange(URL_OF, { status, body }))).toBe(expected);
  });

  test.each<FailureKind>(['timeout', 'connection_refused', 'guard', 'request_budget'])(
    'is not known after %s',
    (failure) => {
      expect(readRobotsTxt(createExchange(URL_OF, { failure }))).toBeNull();
    },
  );
});

test('has the rules of each group that a URL is held against', () => {
  const rules = (robotsTxt: string | null) => pagePolicy(robotsTxt).rules;
  expect([null, '', RULES].map(rules)).toEqual([0, 0, 1]);
  const groups = ['*', 'Googlebot', 'Citable', 'UnknownBot'].map(
    (token) => `User-agent: ${token}\nDisallow: /a\nAllow: /a/b\n`,
  );
  expect(rules(groups.join('\n'))).toBe(6);
  expect(rules(`User-agent: Googlebot\nUser-agent: Citable\n${groups[0]}`)).toBe(2);
});

describe('a page', () => {
  const page = 'https://example.com/a';

  test.each<[string, string | null, boolean, boolean]>([
    ['there is no rule', '', true, true],
    ['everyone is kept out', RULES, false, false],
    ['another page is closed', 'User-agent: *\nDisallow: /b', true, true],
    ['a core search crawler is kept out', 'User-agent: OAI-SearchBot\nDisallow: /a', false, true],
    ['a core search crawler is kept out of the whole site', 'User-agent: PerplexityBot\nDisallow: /', true, true],
    ['the last of them is', 'User-agent: *\nDisallow: /b\nUser-agent: Applebot\nDisallow: /a', false, true],
    [
      'only those that are not named are',
      'User-agent: *\nDisallow: /\nUser-agent: Googlebot\nUser-agent: OAI-SearchBot\nUser-agent: bingbot\nUser-agent: PerplexityBot\nUser-agent: Claude-SearchBot\nUser-agent: Applebot\nUser-agent: Citable\nAllow: /',
      false,
      true,
    ],
    ['only a training crawler is', 'User-agent: GPTBot\nDisallow: /', true, true],
    ['only we are', 'User-agent: Citable\nDisallow: /', true, false],
    ['the file could not be read', null, true, false],
  ])('where %s', (_, robotsTxt, listed, fetched) => {
    const policy = pagePolicy(robotsTxt);
    expect([policy.mayBeListed(page), policy.mayBeFetched(page)]).toEqual([listed, fetched]);
  });
});
