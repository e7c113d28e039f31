import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { parseRobotsTxt } from '../../../site/robots/robots-txt.ts';
import type { GatheredSitemap } from '../../../site/site.ts';
import { createSitemapReader } from '../../../site/sitemap/sitemap-reader.ts';
import { isFull } from '../../check.ts';
import { robotsTxt } from './robots-txt-check.ts';

test.each([
  { bytes: 512_000, readable: true },
  { bytes: 512_001, readable: false },
])('a robots.txt of $bytes bytes is readable: $readable', ({ bytes, readable }) => {
  const body = 'User-agent: *\nDisallow: /basket\n';
  const exchange = createExchange('https://example.com/robots.txt', { body, bytes });
  const { results, failure } = robotsTxt.run({
    origin: 'https://example.com',
    sitemaps: [],
    robots: { exchange, availability: 'present', isHtml: false, file: parseRobotsTxt(body) },
  });
  expect(isFull(results.readable)).toBe(readable);
  expect(failure).toBeUndefined();
});

test('a robots.txt that is too long and has a rule outside any group shows both faults, and how to fix them', () => {
  const body = 'Disallow: /basket\n';
  const exchange = createExchange('https://example.com/robots.txt', { body, bytes: 512_001 });
  const { results, details } = robotsTxt.run({
    origin: 'https://example.com',
    sitemaps: [],
    robots: { exchange, availability: 'present', isHtml: false, file: parseRobotsTxt(body) },
  });
  expect(results.readable).toMatchObject({
    observed: [{ note: expect.stringContaining('512,001 bytes') }],
    fix: { place: 'robots_txt', instruction: expect.stringContaining('500 KiB'), proof: { expect: 'at most 512000' } },
  });
  expect(results.groups.fix).toMatchObject({ place: 'robots_txt', lines: 'User-agent: *', askFirst: true });
  expect(details).toMatch(/crawlers may ignore what comes after those\. Line 1 is a rule before any User-agent line/);
});

test.each([
  ['is an HTML page', { availability: 'present', isHtml: true } as const, { status: 200 }],
  ['returns 503', { availability: 'server_error', isHtml: false } as const, { status: 503 }],
])('a robots.txt that %s is proved to be mended where its redirects end', (_what, read, answer) => {
  const exchange = createExchange('https://example.com/robots.txt', answer);
  const { results } = robotsTxt.run({
    origin: 'https://example.com',
    sitemaps: [],
    robots: { exchange, ...read, file: parseRobotsTxt('') },
  });
  expect(results.readable.fix?.proof?.command).toMatch(/^curl -sL .*'https:\/\/example\.com\/robots\.txt'$/);
  expect(results.readable.fix?.proof?.expect).toMatch(/^200 .*or 404$/);
});

/** What the check says of a file. */
function judgeFile(body: string) {
  const exchange = createExchange('https://example.com/robots.txt', { body });
  return robotsTxt.run({
    origin: 'https://example.com',
    sitemaps: [],
    robots: { exchange, availability: 'present', isHtml: false, file: parseRobotsTxt(body) },
  });
}

test.each([
  ['another text', 'It works!\n', false],
  ['rules in UTF-16', Buffer.from('\ufeffUser-agent: *\nDisallow: /a\n', 'utf16le').toString('latin1'), false],
  ['no text', '', true],
  ['comments alone', '# nothing is closed\n', true],
  ['one line that can be read', 'It works!\nSitemap: https://example.com/sitemap.xml\n', true],
])('a robots.txt of %s', (_what, body, isReadable) => {
  const { readable } = judgeFile(body).results;
  expect([isFull(readable), readable.problem ?? null]).toEqual([
    isReadable,
    isReadable ? null : 'robots.txt has no line that crawlers can read.',
  ]);
});

test('rules that match no URL are told, and the file is not called valid', () => {
  const { details, notes } = judgeFile(
    'User-agent: *\nDisallow: intern\nDisallow: https://example.com/a\nAllow: *.css\n',
  );
  expect(notes?.join('')).toMatch(/^2 rules without a slash .* The first is line 2, "intern"\.$/);
  expect(details).toMatch(/2 rules match no URL\.$/);
  expect(judgeFile('User-agent: *\nDisallow: /intern\n').notes).toEqual([]);
});

test('a group that goes on after a Crawl-delay line is told', () => {
  const joined = 'User-agent: *\nCrawl-delay: 10\n\nUser-agent: badbot\nDisallow: /\n';
  expect(judgeFile(joined).notes).toEqual([
    'Line 2, "Crawl-delay", ends no group (RFC 9309 §2.2.4): the rules from line 5 on hold for the crawlers of lines 1 and 4 alike. If they are not meant to, put a rule, such as "Disallow:", above line 2.',
  ]);
  expect(judgeFile(joined.replace('Crawl', 'Disallow:\nCrawl')).notes).toEqual([]);
});

test('what robots.txt is sent as is told, where it is not plain text', () => {
  const exchange = createExchange('https://example.com/robots.txt', {
    body: 'User-agent: *\nDisallow: /a\n',
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
  const file = parseRobotsTxt(exchange.body ?? '');
  const robots = { exchange, availability: 'present', isHtml: false, file } as const;
  const { readable } = robotsTxt.run({ origin: 'https://example.com', sitemaps: [], robots }).results;
  expect(readable.observed[0]?.note).toMatch(/^Text of 27 bytes, sent as text\/html\. RFC 9309/);
});

const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

describe('evidence', () => {
  test('shows all rules outside any group', () => {
    expect(judgeFile(lines(6, (i) => `Disallow: /${i}`)).results.groups.observed).toHaveLength(6);
  });

  test('shows all groups that drop rules, and five rules of each', () => {
    const everyone = `User-agent: *\n${lines(6, (i) => `Disallow: /${i}`)}`;
    const tokens = ['GPTBot', 'ClaudeBot', 'CCBot', 'PerplexityBot', 'Amazonbot', 'OAI-SearchBot'];
    const { observed } = judgeFile(
      `${everyone}\n\n${tokens.map((token) => `User-agent: ${token}\nAllow: /`).join('\n\n')}`,
    ).results.shadowing;
    expect(observed.map(({ text }) => text?.match(/Disallow/g)?.length)).toEqual([5, 5, 5, 5, 5, 5]);
  });

  test('shows all Sitemap lines that are not a whole URL, and none that is one', () => {
    const body = `Sitemap: https://example.com/a.xml\n${lines(6, (i) => `Sitemap: /${i}.xml`)}`;
    expect(judgeFile(body).results.sitemap_lines.observed.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7]);
  });
});

test.each([
  ['https://example.com/a.xml', true],
  ['HTTP://example.com/a.xml', true],
  ['/a.xml', false],
  ['example.com/a.xml', false],
  ['see https://example.com/a.xml', false],
  ['ftp://example.com/a.xml', false],
  ['https://', false],
])('a Sitemap line of %s is a whole URL: %s', (value, isWhole) => {
  expect(judgeFile(`Sitemap: ${value}`).results.sitemap_lines.fix === null).toBe(isWhole);
});

test.each([
  ['', true],
  ['User-agent: *\nDisallow:', true],
  ['User-agent: GPTBot\nDisallow: /a', true],
  ['User-agent: *\nDisallow: /a', true],
  ['User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /b', false],
])('no group drops rules of the * group in %j: %s', (body, expected) => {
  expect(judgeFile(body).results.shadowing.notApplicable).toBeNull();
  expect(isFull(judgeFile(body).results.shadowing)).toBe(expected);
});

test('without a robots.txt, everything is allowed, and every point is earned', () => {
  const exchange = createExchange('https://example.com/robots.txt', { status: 404 });
  const { results } = robotsTxt.run({
    origin: 'https://example.com',
    sitemaps: [],
    robots: { exchange, availability: 'absent', isHtml: false, file: parseRobotsTxt('') },
  });
  expect(Object.values(results).every((result) => isFull(result) && result.notApplicable === null)).toBe(true);
});

test('a robots.txt that may not be read earns nothing', () => {
  const exchange = createExchange('https://example.com/robots.txt', { status: 403 });
  const { results } = robotsTxt.run({
    origin: 'https://example.com',
    sitemaps: [],
    robots: { exchange, availability: 'refused', isHtml: false, file: parseRobotsTxt('') },
  });
  expect(Object.values(results).map(({ share }) => share.earned)).toEqual([0, 0, 0, 0]);
});

function createSitemap(kind: 'urlset' | 'html'): GatheredSitemap {
  const url = 'https://example.com/sitemap.xml';
  const body =
    kind === 'html' ? '<!doctype html><p>Not here' : '<urlset><url><loc>https://example.com/</loc></url></urlset>';
  const reader = createSitemapReader(url);
  reader.write(Buffer.from(body));
  return { url, from: 'usual_place', exchange: createExchange(url), document: reader.end() };
}

describe('a robots.txt without a Sitemap line for the site', () => {
  const outcome = (kinds: readonly ('urlset' | 'html')[], body = 'User-agent: *') =>
    robotsTxt.run({
      origin: 'https://example.com',
      sitemaps: kinds.map((kind) => createSitemap(kind)),
      robots: {
        exchange: createExchange('https://example.com/robots.txt', { body }),
        availability: 'present',
        isHtml: false,
        file: parseRobotsTxt(body),
      },
    }).results.sitemap_lines;

  test('loses the point where there is a sitemap, which the fix names', () => {
    expect(outcome(['urlset'])).toMatchObject({
      share: { earned: 0 },
      problem: 'robots.txt does not name the sitemap.',
      fix: { lines: 'Sitemap: https://example.com/sitemap.xml' },
    });
  });

  test('loses the point where its lines name only the sitemap of another site', () => {
    expect(outcome(['urlset'], 'Sitemap: https://shop.github.io/sitemap.xml')).toMatchObject({
      share: { earned: 0 },
      problem: 'robots.txt does not name the sitemap.',
      observed: [{ line: 1, note: 'An absolute URL on another host.' }],
      fix: { lines: 'Sitemap: https://example.com/sitemap.xml', cause: 'base https://shop.github.io' },
    });
    expect(outcome(['html'], 'Sitemap: https://shop.github.io/sitemap.xml').fix).toBeNull();
    expect(outcome(['urlset'], 'Sitemap: https://files.example.com/sitemap.xml').fix).toBeNull();
  });

  test('is not judged where no sitemap was found', () => {
    expect(outcome([]).notApplicable).not.toBeNull();
    expect(outcome(['html']).notApplicable).not.toBeNull();
  });
});

describe('a note', () => {
  test.each([
    ['User-agent: *\nnonsense\nmore of it', /^2 lines could not be read; the first is line 2\.$/],
    ['# BEGIN Cloudflare Managed content\nUser-agent: *\nAllow: /', /Cloudflare adds lines of its own/],
  ])('is told of %j', (body, note) => {
    expect(judgeFile(body).notes).toContainEqual(expect.stringMatching(note));
    expect(judgeFile('User-agent: *\nAllow: /').notes).not.toContainEqual(expect.stringMatching(note));
  });
});

test('lines that only Google is known to read are noted, and not scored', () => {
  const body = 'Useragent: *\nDisalow: /a\nDisallow /b\nSite-map: https://example.com/s.xml\nDisallowed: /c\n';
  const { results, notes, details } = robotsTxt.run({
    origin: 'https://example.com',
    sitemaps: [],
    robots: {
      exchange: createExchange('https://example.com/robots.txt', { body }),
      availability: 'present',
      isHtml: false,
      file: parseRobotsTxt(body),
    },
  });
  expect(Object.values(results).every(isFull)).toBe(true);
  expect(notes?.slice(0, 4)).toEqual([
    'Line 1 says "Useragent": Google reads this as User-agent, other crawlers may not. For those, the rules below it belong to the group above it, or to none.',
    'Line 2 says "Disalow": Google reads this as Disallow, other crawlers may not.',
    'Line 3 has no colon after "Disallow": Google reads it all the same, other crawlers may not.',
    '2 more lines in the file are misspelt like this.',
  ]);
  expect(details).toContain('5 lines are misspelt, and only Google is known to read them.');
});

test.each([
  [
    'User-agent: AI2Bot\nUser-agent: img2dataset\nDisallow: /\n',
    'line 1, "AI2Bot" (read as "AI") and line 2, "img2dataset" (read as "img")',
  ],
  ['User-agent: GPTBot/1.1\nUser-agent: Claude-User\nUser-agent: *\nDisallow: /\n', null],
])('names with digits are told, versions are not: %j', (body, expected) => {
  const exchange = createExchange('https://example.com/robots.txt', { body });
  const { notes = [] } = robotsTxt.run({
    origin: 'https://example.com',
    sitemaps: [],
    robots: { exchange, availability: 'present', isHtml: false, file: parseRobotsTxt(body) },
  });
  const told = notes.filter((note) => note.includes('strict readers'));
  expect(told).toEqual(expected === null ? [] : [expect.stringContaining(expected)]);
});

test('a rule below a misspelt User-agent line is told with that line', () => {
  const body = 'Usr-agent: *\nDisallow: /basket\n';
  const exchange = createExchange('https://example.com/robots.txt', { body });
  const { groups } = robotsTxt.run({
    origin: 'https://example.com',
    sitemaps: [],
    robots: { exchange, availability: 'present', isHtml: false, file: parseRobotsTxt(body) },
  }).results;
  expect(groups.observed[0]?.note).toContain('below line 1, where User-agent is misspelt');
  expect(groups.fix?.instruction).toMatch(/^Write User-agent in line 1/);
  expect(groups.fix?.ask).toBeUndefined();
});
