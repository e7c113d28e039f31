import { expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, readFixture } from '../../../../test/support/fixture-web.ts';
import type { Fetcher } from '../../../fetch/exchange.ts';
import { gather } from '../../../site/gather/gather.ts';
import { judge } from '../../judge.ts';

/** A sound site whose server refuses requests, whoever sends them. @param refuses by their number, and pauses so far */
function limited(refuses: (request: number, pauses: number) => boolean): Fetcher {
  const web = fixtureFetcher(readFixture('base/good'));
  let requests = 0;
  let pauses = 0;
  return {
    pause: async () => {
      pauses += 1;
    },
    fetch: async (request) => {
      requests += 1;
      const exchange = await web.fetch(request);
      return refuses(requests, pauses) ? { ...exchange, status: 403, body: 'Too fast.', charset: 'utf-8' } : exchange;
    },
  };
}

async function crawlerAccessOf(fetcher: Fetcher) {
  const report = judge(await gather(exampleDomain, { fetcher, now: new Date('2026-11-01T12:00:00Z') }));
  const finding = report.findings.find(({ key }) => key === 'crawler_access');
  if (finding === undefined) throw new Error('The report has no such finding.');
  return finding;
}

test.each([
  ['every request after the fifth', (request: number) => request > 5],
  [
    'every request after the fifth, until they come slowly',
    (request: number, pauses: number) => request > 5 && pauses === 0,
  ],
])('a server that refuses %s is not told that it refuses crawlers', async (_what, refuses) => {
  const { points, maxPoints, notes } = await crawlerAccessOf(limited(refuses));
  expect(points).toBe(maxPoints);
  expect(notes.join(' ')).toContain('The server limits bursts of requests');
});
