import { describe, expect, test } from 'vitest';
import { instance } from '../../../test/support/instance.ts';
import { GATES } from '../../audit/gates.ts';
import { CHECKS, maxPointsFor } from '../../audit/rubric.ts';
import type { CrawlerIndex } from '../requests/crawler-index.ts';
import { homePage } from './home-page.tsx';

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06', '2026-01-07'];

function index(vendors: readonly (readonly [vendor: string, visits: number])[]): CrawlerIndex {
  const total = vendors.reduce((sum, [, visits]) => sum + visits, 0);
  return {
    generated_at: '2026-01-07T12:34:56.789Z',
    window_days: 7,
    totals: { ai_bot: total, ai_referral: 0, traditional_bot: 0, human: 0 },
    by_vendor: vendors.map(([vendor, visits]) => ({ vendor, visits, share: visits / total })),
    daily: DAYS.map((day) => ({ day, ai_bot: day === '2026-01-07' ? total : 0, ai_referral: 0, human: 0 })),
    top_paths: [],
    data_source: 'Requests for hosted files.',
  };
}

const text = (html: string) => html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');

test('each check links to its page, with its maximum and a bar of that length', () => {
  const html = homePage(instance, index([]));
  for (const check of CHECKS) {
    const maxPoints = maxPointsFor(check);
    const item = html.split('<li>').find((part) => part.includes(`<a href="/checks/${check.key}">`)) ?? '';
    expect(item).toContain(`<b class="number">${maxPoints}</b>`);
    const longest = Math.max(...CHECKS.map(maxPointsFor));
    expect(item).toContain(`width="${(100 * maxPoints) / longest}%"`);
    expect(item).toContain(check.label);
  }
  for (const { cap } of GATES) expect(text(html)).toContain(`Maximum score ${cap}`);
});

test('the example report is a plain link', () => {
  expect(homePage(instance, index([]))).toContain('<a href="/audits?example">');
});

describe('the summary of the crawler index', () => {
  test('without visits says that this is common', () => {
    const html = text(homePage(instance, index([])));
    expect(html).toContain('0 visits by AI crawlers in the last 7 days');
    expect(html).toContain('That is common');
    expect(html).not.toContain('came from');
  });

  test.each([
    [[['OpenAI', 1]], '1 visit by', 'All came from OpenAI.'],
    [
      [
        ['OpenAI', 900],
        ['Anthropic', 300],
      ],
      '1,200 visits by',
      'Most came from OpenAI (75%) and Anthropic (25%).',
    ],
    [
      [
        ['A', 40],
        ['B', 30],
        ['C', 20],
        ['D', 10],
      ],
      '100 visits by',
      'Most came from A (40%), B (30%) and C (20%).',
    ],
  ] as const)('%j', (vendors, visits, most) => {
    const html = text(homePage(instance, index(vendors)));
    expect(html).toContain(visits);
    expect(html).toContain(most);
  });

  test('escapes the names of vendors', () => {
    expect(homePage(instance, index([['<script>alert(1)</script>', 1]]))).not.toContain('<script>alert');
  });
});

describe('the form', () => {
  test('tells signed-out users that a live audit needs a key', () => {
    const html = homePage(instance, index([]));
    expect(html).toContain('<form class="audit-form" action="/audits" method="post" data-live-audits="key">');
    expect(text(html)).toContain('A live audit needs an API key.');
    expect(text(homePage({ ...instance, viewer: { keyName: 'shop', isAdmin: false } }, index([])))).not.toContain(
      'needs an API key',
    );
  });

  test('is posted where live audits are public, and still links to the demonstration', () => {
    const html = homePage({ ...instance, liveAuditsArePublic: true }, index([]));
    expect(html).toContain('<form class="audit-form" action="/audits" method="post" data-live-audits="public">');
    expect(html).toContain('<a href="/audits?example">');
    expect(html).not.toContain('needs an API key');
  });
});

describe('the command line', () => {
  test('is shown only where CITABLE_COMMAND is set', () => {
    expect(homePage(instance, index([]))).not.toMatch(/npx|citable audit/);
    const html = homePage({ ...instance, command: 'docker exec it citable' }, index([]));
    expect(html).toContain('docker exec it citable audit example.com');
  });
});
