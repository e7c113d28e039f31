import { describe, expect, test } from 'vitest';
import { AUDITED_CRAWLERS, CRAWLERS, crawlerByToken } from './registry.ts';

test('no product token stands twice, in any case', () => {
  const tokens = CRAWLERS.map(({ token }) => token.toLowerCase());
  expect(new Set(tokens).size).toBe(tokens.length);
});

test.each(CRAWLERS.map((crawler) => [crawler.token, crawler] as const))('the row of %s is whole', (token, crawler) => {
  expect(token).toMatch(/^[a-z0-9][a-z0-9 ._-]*[a-z0-9]$/i);
  expect(crawler.vendor).not.toBe('');
  expect(crawler.checked).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])$/);
  for (const url of [crawler.documentation ?? [], crawler.ipRanges].flat())
    expect(new URL(url).protocol).toBe('https:');
  if (crawler.userAgent !== null) expect(crawler.userAgent).toContain(token);
  if (crawler.robots === 'token only') expect([crawler.userAgent, crawler.ipRanges]).toEqual([null, []]);
  if (crawler.fallbackToken !== null) expect(crawlerByToken(crawler.fallbackToken)).toBeDefined();
});

test('a token is found in any case, and only whole', () => {
  expect(crawlerByToken('gptbot')?.token).toBe('GPTBot');
  expect(crawlerByToken('BINGBOT')?.token).toBe('bingbot');
  expect(crawlerByToken('GPT')).toBeUndefined();
  expect(crawlerByToken('')).toBeUndefined();
});

describe('what vendors say of robots.txt', () => {
  test.each([
    ['GPTBot', 'training', 'obeys'],
    ['OAI-SearchBot', 'search', 'obeys'],
    ['ChatGPT-User', 'user', 'may not apply'],
    ['OAI-AdsBot', 'user', 'not stated'],
    ['Claude-User', 'user', 'obeys'],
    ['Perplexity-User', 'user', 'may not apply'],
    ['Google-Extended', 'training', 'token only'],
    ['Applebot-Extended', 'training', 'token only'],
    ['Google-Agent', 'user', 'may not apply'],
    ['meta-webindexer', 'search', 'obeys'],
    ['meta-externalfetcher', 'user', 'may not apply'],
    ['MistralAI-Index', 'search', 'obeys'],
    ['Bytespider', 'training', 'not stated'],
    ['cohere-training-data-crawler', 'training', 'not stated'],
  ])('%s: %s, %s', (token, purpose, robots) => {
    expect(crawlerByToken(token)).toMatchObject({ purpose, robots });
  });
});

test('the audit knows the crawlers that its rubric was published with, and no others', () => {
  expect(AUDITED_CRAWLERS.map(({ token }) => token)).toEqual([
    'GPTBot',
    'OAI-SearchBot',
    'ChatGPT-User',
    'ClaudeBot',
    'Claude-SearchBot',
    'Claude-User',
    'PerplexityBot',
    'Googlebot',
    'Google-Extended',
    'bingbot',
    'Applebot',
    'Applebot-Extended',
    'MistralAI-User',
    'DuckAssistBot',
    'CCBot',
    'meta-externalagent',
    'Amazonbot',
    'Bytespider',
  ]);
});
