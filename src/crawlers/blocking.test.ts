import { expect, test } from 'vitest';
import { costOfBlocking } from './blocking.ts';
import { CRAWLERS, crawlerByToken } from './registry.ts';

test.each(CRAWLERS.map((crawler) => [crawler.token, crawler] as const))(
  'blocking %s has a cost, in whole sentences',
  (_token, crawler) => {
    expect(costOfBlocking(crawler)).toMatch(/^[A-Z].{20,200}\.$/);
  },
);

test('what a vendor says of a crawler stands before what its purpose says', () => {
  const cost = (token: string) => costOfBlocking(crawlerByToken(token) ?? { purpose: 'training', blocking: 'unknown' });
  expect(cost('OAI-SearchBot')).toContain('ChatGPT search');
  expect(cost('GPTBot')).toContain('Nothing in ChatGPT search');
  expect(cost('Google-Extended')).toContain('Nothing in Google Search');
  expect(cost('Bytespider')).toContain('No visit or citation is known');
  expect(cost('Perplexity-User')).toContain('a person');
});
