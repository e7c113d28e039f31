import { expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, parseFixture, readFixture } from '../../../../test/support/fixture-web.ts';
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

async function judgeCrawlerAccess(fetcher: Fetcher) {
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
  const { points, maxPoints, notes } = await judgeCrawlerAccess(limited(refuses));
  expect(points).toBe(maxPoints);
  expect(notes.join(' ')).toContain('The server limits bursts of requests');
});

async function notesWith(routes: string): Promise<string> {
  const fetcher = fixtureFetcher(parseFixture(`A site.\n\n${routes}`));
  const { notes, earned, maxPoints } = await judgeCrawlerAccess(fetcher);
  expect(earned).toBe(maxPoints);
  return notes.join(' ');
}

test('user fetchers and scripts that robots.txt closes are told, and cost nothing', async () => {
  const html = '<title>Tides</title><link rel=stylesheet href=/open/a.css><script src="/_next/a.js"></script><p>Tides.';
  const robots = 'User-agent: ChatGPT-User\nUser-agent: Claude-User\nDisallow: /\n\nUser-agent: *\nDisallow: /_next/\n';
  const notes = await notesWith(`=== / 200 text/html\n${html}\n=== /robots.txt 200 text/plain\n${robots}`);
  expect(notes).toContain('robots.txt blocks Claude-User, which fetches');
  expect(notes).toContain('robots.txt blocks ChatGPT-User, which fetches');
  expect(notes).toContain('keeps Googlebot from scripts or styles that the home page loads');
  expect(notes).toContain('/_next/a.js.');
  expect(notes).not.toContain('a.css');
});

test('a closed folder of scripts that the page does not load is not told', async () => {
  const robots = 'User-agent: *\nDisallow: /_next/\n';
  const notes = await notesWith(
    `=== / 200 text/html\n<title>Tides</title><p>Tides.\n=== /robots.txt 200 text/plain\n${robots}`,
  );
  expect(notes).not.toContain('scripts or styles');
});
