import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { logReport } from '../../src/documents/logs/traffic-html.tsx';
import type { SiteFacts } from '../../src/logs/audited-site-facts.ts';
import { createEntryClassifier } from '../../src/logs/classify-entry.ts';
import { findLogFormat } from '../../src/logs/formats/catalogue.ts';
import { clientAddress } from '../../src/logs/log-entry.ts';
import { RobotsDecider } from '../../src/logs/robots-join.ts';
import { summarize } from '../../src/logs/summary.ts';
import { addEntry, emptyTally } from '../../src/logs/tally.ts';
import { violationsOn } from '../support/axe.ts';
import { browserOfFile } from '../support/browser.ts';
import { serve } from '../support/loopback.ts';

const AGENTS = ['GPTBot/1.2', 'ClaudeBot/1.0', 'PerplexityBot/1.0', 'ChatGPT-User/1.0', 'SomeAIBot <script>/1.0'];
const HOSTILE = '/"><script>alert(1)</script><img%20src=http://192.0.2.1/x>\u001b[31m&lt;\u202e';

const ROBOTS_TXT = 'User-agent: *\nDisallow: /tides/tides/tides/\n';

const SITE: SiteFacts = {
  domain: 'example.com',
  gatheredAt: '2026-10-20T00:00:00.000Z',
  robotsTxt: ROBOTS_TXT,
  sitemapUrls: ['https://example.com/', 'https://example.com/never', `https://example.com/${'long/'.repeat(60)}`],
  sitemapEntries: 40,
};

const browser = browserOfFile();

/** Serves the report on a log with hostile lines. */
async function report(): Promise<string> {
  const parse = findLogFormat('combined')?.createParser(clientAddress);
  const classify = createEntryClassifier();
  const robots = new RobotsDecider([{ readAt: 0, text: ROBOTS_TXT }]);
  const tally = emptyTally();
  for (let n = 0; n < 400; n++) {
    const agent =
      n % 7 === 0 ? 'Mozilla/5.0 Chrome/126.0.0.0 Safari/537.36' : `Mozilla/5.0 ${AGENTS[n % AGENTS.length]}`;
    const day = String(1 + (n % 28)).padStart(2, '0');
    const path = n % 9 === 0 ? HOSTILE : `/${'tides/'.repeat(n % 40)}`;
    const line = `192.0.2.7 - - [${day}/Oct/2026:12:00:00 +0000] "GET ${path} HTTP/1.1" ${n % 5 === 0 ? 404 : 200} 999 "https://chatgpt.com/" "${agent}"`;
    const entry = parse?.(line) ?? null;
    if (typeof entry !== 'object' || entry === null) continue;
    const by = classify(entry);
    addEntry(tally, entry, by, 'unverified', robots.decide(by.crawler, entry.target, entry.time));
  }
  const log = {
    formats: ['combined'],
    lines: 400,
    bad: 3,
    withoutUserAgent: 2,
    outside: 0,
    rangesFetchedAt: Date.UTC(2026, 9, 28),
    site: SITE,
  };
  return logReport(summarize(tally, log), await readFile('assets/citable.css', 'utf8'));
}

async function open(html: string, width: number) {
  const site = await serve((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  return browser.open(`http://127.0.0.1:${site.port}`, '/', { width });
}

test.each([360, 768, 1440])('a report on logs is accessible and fits into %i px, in either theme', async (width) => {
  const page = await open(await report(), width);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOn(page)).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});

test('a report on logs loads and runs nothing, and shows hostile paths as text', async () => {
  const page = await open(await report(), 1280);
  const html = await page.content();
  expect(html).not.toMatch(/<script|<img|<link|<a /);
  expect(await page.locator('bdi.address', { hasText: '"><script>alert(1)</script>' }).count()).toBeGreaterThan(0);
  expect(await page.locator('svg.chart-plot').count()).toBe(1);
  expect(await page.getByRole('cell', { name: 'Disallow: /tides/tides/tides/' }).count()).toBeGreaterThan(0);
  expect(await page.getByRole('rowheader', { name: 'https://example.com/never' }).count()).toBe(1);
  expect(html).not.toMatch(/[\u001b\u202e]/);
});
