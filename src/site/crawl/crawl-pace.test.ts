import { expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import type { Exchange, Fetcher } from '../../fetch/exchange.ts';
import { parseRobotsTxt } from '../robots/robots-txt.ts';
import { CrawlPace, readCrawlDelay } from './crawl-pace.ts';

/** Sends requests at a pace, each with the next response, and records the pauses. */
function paced(rate: number, crawlDelay = 0) {
  const pauses: number[] = [];
  const pace = new CrawlPace(rate, crawlDelay, async (ms) => void pauses.push(ms));
  const send = async (response: Partial<Exchange>, times = 1) => {
    const answering: Fetcher = {
      fetch: async ({ url }) => ({ ...createExchange(url), ...response }),
      pause: () => Promise.resolve(),
    };
    for (let i = 0; i < times; i += 1)
      await pace.around(answering).fetch({ url: 'https://example.com/', userAgent: 'test', maxBodyBytes: 1 });
  };
  return { pace, pauses, send };
}

const after = (ms: number): Partial<Exchange> => ({ status: 200, timing: { start: 0, firstByte: ms, end: ms } });

test('a crawl keeps its rate, or the Crawl-delay where that is slower', () => {
  expect(paced(8).pace.interval).toBe(125);
  expect(paced(8, 0.01).pace.interval).toBe(125);
  expect(paced(8, 20).pace.interval).toBe(20_000);
});

test('429 and 503 halve the rate, as far as two requests a minute, and it recovers', async () => {
  const { pace, send } = paced(8);
  await send({ status: 429 });
  await send({ status: 503 });
  expect(pace.interval).toBe(500);
  await send({ status: 429 }, 20);
  expect(pace.interval).toBe(30_000);
  await send(after(50), 200);
  expect(pace.interval).toBe(125);
});

test('a Retry-After delays the next request, for two minutes at most', async () => {
  const { pauses, send } = paced(8);
  await send({ status: 429, headers: { 'retry-after': '60' } });
  await send(after(50));
  expect(Math.max(...pauses)).toBeGreaterThan(50_000);
  await send({ status: 503, headers: { 'retry-after': '86400' } });
  await send(after(50));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(121_000);
});

test('a site that responds more and more slowly is asked less often, until it is as fast as before', async () => {
  const { pace, send } = paced(8);
  await send(after(50), 10);
  await send(after(80), 50);
  expect(pace.interval).toBe(125);
  await send(after(900), 30);
  expect(pace.interval).toBeGreaterThan(500);
  await send(after(50), 200);
  expect(pace.interval).toBe(125);
});

test('the Crawl-delay is that of our own group, else of all', () => {
  const ALL = 'User-agent: *\nCrawl-delay: 10\nDisallow: /x\n\n';
  const delay = (text: string) => readCrawlDelay(parseRobotsTxt(text));
  expect(delay(ALL)).toBe(10);
  expect(delay(`${ALL}User-agent: Citable\nCrawl-delay: 0.5\nDisallow: /x\n`)).toBe(0.5);
  expect(delay(`${ALL}User-agent: citable\nDisallow: /x\n`)).toBe(0);
  expect(delay('User-agent: *\nCrawl-delay: -1\nCrawl-delay: soon\n')).toBe(0);
  expect(delay('')).toBe(0);
});
