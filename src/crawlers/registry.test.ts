import { describe, expect, test } from 'vitest';
import { costOfBlocking } from './crawler.ts';
import { AUDITED_CRAWLERS, CRAWLERS, crawlerByToken } from './registry.ts';

test('product tokens are unique in any case', () => {
  const tokens = CRAWLERS.map(({ token }) => token.toLowerCase());
  expect(new Set(tokens).size).toBe(tokens.length);
});

test.each(CRAWLERS.map((crawler) => [crawler.token, crawler] as const))(
  'the row of %s is complete',
  (token, crawler) => {
    expect(token).toMatch(/^[a-z0-9][a-z0-9 ._-]*[a-z0-9]$/i);
    expect(crawler.vendor).not.toBe('');
    expect(crawler.checked).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])$/);
    for (const url of [crawler.documentation ?? [], crawler.ipRanges].flat())
      expect(new URL(url).protocol).toBe('https:');
    if (crawler.userAgent !== null) expect(crawler.userAgent).toContain(token);
    if (crawler.robots === 'token only') expect([crawler.userAgent, crawler.ipRanges]).toEqual([null, []]);
    if (crawler.fallbackToken !== null) expect(crawlerByToken(crawler.fallbackToken)).toBeDefined();
  },
);

test('a crawler is found by its whole token in any case', () => {
  expect(crawlerByToken('gptbot')?.token).toBe('GPTBot');
  expect(crawlerByToken('BINGBOT')?.token).toBe('bingbot');
  expect(crawlerByToken('GPT')).toBeUndefined();
  expect(crawlerByToken('')).toBeUndefined();
});

describe('purpose and statement about robots.txt', () => {
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

test('the audited crawlers are those of the published rubric', () => {
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

test.each(CRAWLERS.map((crawler) => [crawler.token, crawler] as const))(
  'the cost of blocking %s is a sentence or two',
  (_token, crawler) => {
    expect(costOfBlocking(crawler)).toMatch(/^[A-Z].{20,200}\.$/);
  },
);

test('a vendor’s statement takes precedence over the purpose of a crawler', () => {
  const cost = (token: string) => costOfBlocking(crawlerByToken(token) ?? { purpose: 'training', blocking: 'unknown' });
  expect(cost('OAI-SearchBot')).toContain('ChatGPT search');
  expect(cost('GPTBot')).toContain('Nothing in ChatGPT search');
  expect(cost('Google-Extended')).toContain('Nothing in Google Search');
  expect(cost('Bytespider')).toContain('No visit or citation is known');
  expect(cost('Perplexity-User')).toContain('a person');
});
