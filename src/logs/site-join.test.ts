import { expect, test } from 'vitest';
import type { SiteFacts } from './audited-site-facts.ts';
import { type ForbiddenCount, joinWithSite, type PathRequests } from './site-join.ts';

const SITE: SiteFacts = {
  domain: 'example.com',
  gatheredAt: '2026-11-01T00:00:00.000Z',
  robotsTxt: 'User-agent: AI2Bot\nDisallow: /private/\nUser-agent: *\nDisallow: /search',
  sitemapUrls: [
    'https://example.com/',
    'https://example.com/caf%c3%a9',
    'https://example.com/gone',
    'https://example.com/?p=1',
  ],
  sitemapEntries: 40,
};

function row(crawler: string, path: string, counts: Partial<PathRequests> = {}): PathRequests {
  return {
    ...{ crawler, vendor: 'OpenAI', purpose: crawler === 'OAI-SearchBot' ? 'search' : 'training', path, requests: 1 },
    ...{ fetched: 0, notFound: 0, redirects: 0, refused: 0, refusedVerified: 0, ...counts },
  };
}

function join(rows: readonly PathRequests[], site = SITE, isIncomplete = false) {
  return joinWithSite(site, rows, { forbidden: [], undecided: 0 }, { pages: 2, isIncomplete });
}

function forbidden(counts: readonly ForbiddenCount[], site = SITE) {
  return joinWithSite(site, [], { forbidden: counts, undecided: 7 }, { pages: 2, isIncomplete: false });
}

test('requests that robots.txt forbids are counted by crawler and rule, with its line', () => {
  const count = (crawler: string, path: string, robots: string, requests: number) => ({
    crawler,
    path,
    robots,
    requests,
  });
  expect(
    forbidden([
      count('GPTBot', '/private/a', '2 Disallow: /private/', 3),
      count('GPTBot', '/private/b', '2 Disallow: /private/', 5),
      count('OAI-SearchBot', '/search', '4 Disallow: /search', 1),
      count('GPTBot', '', '-', 2),
      count('unknown', '/', '2 Disallow: /', 9),
    ]),
  ).toMatchObject({
    forbidden: [
      { crawler: 'GPTBot', line: 2, rule: 'Disallow: /private/', requests: 8, paths: ['/private/b', '/private/a'] },
      { crawler: 'GPTBot', line: null, rule: null, requests: 2, paths: [] },
      { crawler: 'OAI-SearchBot', line: 4, rule: 'Disallow: /search', requests: 1, paths: ['/search'] },
    ],
    undecided: 7,
    names_with_digits: ['AI2Bot'],
  });
});

test('without a robots.txt that was read nothing is known of its rules', () => {
  expect(forbidden([], { ...SITE, robotsTxt: null }).forbidden).toBeNull();
  expect(forbidden([]).forbidden).toEqual([]);
});

test('pages of sitemaps count as fetched when an AI search crawler was served', () => {
  const { sitemap } = join([
    row('OAI-SearchBot', '/caf%C3%A9', { fetched: 1 }),
    row('OAI-SearchBot', '/'),
    row('OAI-SearchBot', '/gone', { notFound: 1 }),
    row('GPTBot', '/', { fetched: 1 }),
  ]);
  expect(sitemap).toEqual({
    ...{ entries: 40, pages: 4, fetched: 1, never_fetched: 2, unknown: 1 },
    never_fetched_pages: ['https://example.com/', 'https://example.com/gone'],
  });
});

test('pages are unknown, not unfetched, where some requests were not counted by path', () => {
  expect(join([row('OAI-SearchBot', '/gone', { fetched: 1 })], SITE, true).sitemap).toMatchObject({
    ...{ fetched: 1, never_fetched: 0, unknown: 3, never_fetched_pages: [] },
  });
});

test('missing and moved pages are listed, those in a sitemap first', () => {
  const { broken_pages } = join([
    row('GPTBot', '/old', { requests: 9, redirects: 9 }),
    row('GPTBot', '/gone', { notFound: 1 }),
    row('OAI-SearchBot', '/gone', { notFound: 2 }),
    row('GPTBot', '/', { requests: 5 }),
  ]);
  expect(broken_pages).toEqual([
    { path: '/gone', in_sitemap: true, not_found: 3, redirects: 0, crawlers: ['GPTBot', 'OAI-SearchBot'] },
    { path: '/old', in_sitemap: false, not_found: 0, redirects: 9, crawlers: ['GPTBot'] },
  ]);
});

test('refusals of verified requests come first', () => {
  const { refusals } = join([
    row('GPTBot', '/a', { requests: 9, refused: 9 }),
    row('OAI-SearchBot', '/b', { requests: 4, refused: 3, refusedVerified: 2 }),
  ]);
  expect(refusals).toMatchObject([
    { crawler: 'OAI-SearchBot', verified: 2, unverified: 1, paths: ['/b'] },
    { crawler: 'GPTBot', verified: 0, unverified: 9, paths: ['/a'] },
  ]);
});
