import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { type Crawler, crawlerByToken } from '../../../crawlers/registry.ts';
import { availability, type FailureKind } from '../../../fetch/exchange.ts';
import { CONTROL_TOKEN } from '../../../site/gather/user-agents.ts';
import { readPage } from '../../../site/html/read-page.ts';
import { parseRobotsTxt } from '../../../site/robots/robots-txt.ts';
import type { Page, ProbeFacts } from '../../site-facts.ts';
import { blockedByName, closingLines, judgeAccess, judgeProbe } from './crawler-probes.ts';

const HOME = 'https://example.com/';

function judgeResponse(answer: Parameters<typeof createExchange>[1], textRatio: number | null) {
  const exchange = createExchange(HOME, answer);
  return judgeProbe({ productToken: 'bingbot', exchange, availability: availability(exchange), textRatio, words: null })
    ?.outcome;
}

test.each([
  [0, 'thin'],
  [0.599, 'thin'],
  [0.6, 'served'],
  [1, 'served'],
  [1.4, 'served'],
  [null, 'served'],
])('a probe that was given %s of the browser’s text is %s', (ratio, outcome) => {
  expect(judgeResponse({ status: 200 }, ratio)).toBe(outcome);
});

test.each([401, 403, 404, 406, 410, 451, 500, 503])('a probe answered %i is refused', (status) => {
  expect(judgeResponse({ status }, null)).toBe('refused');
});

test('a bot challenge is a refusal, whatever its status', () => {
  expect(judgeResponse({ failure: 'challenge' }, null)).toBe('refused');
  expect(judgeResponse({ failure: 'challenge', status: 429, headers: { 'retry-after': '30' } }, null)).toBe('refused');
});

test('a probe answered 429 says nothing when it is told when to come back, and is limited when it is not', () => {
  expect(judgeResponse({ status: 429, headers: { 'retry-after': '30' } }, null)).toBeUndefined();
  expect(judgeResponse({ status: 429 }, null)).toBe('limited');
});

test('a probe answered 503 is refused, with Retry-After too', () => {
  expect(judgeResponse({ status: 503, headers: { 'retry-after': '30' } }, null)).toBe('refused');
});

test.each<FailureKind>(['timeout', 'connection_reset', 'tls', 'request_budget', 'guard', 'egress_proxy'])(
  'a probe that failed by %s proves nothing',
  (failure) => {
    expect(judgeResponse({ failure }, null)).toBeUndefined();
  },
);

test.each([
  [
    'repeats beside a browser that is served',
    { isBrowserServed: true, exchange: createExchange(HOME, { status: 403 }) },
    'refused',
  ],
  ['does not repeat', { isBrowserServed: true, exchange: createExchange(HOME) }, undefined],
  [
    'repeats as a time-out',
    { isBrowserServed: true, exchange: createExchange(HOME, { failure: 'timeout' }) },
    undefined,
  ],
  ['hits a browser as well', { isBrowserServed: false, exchange: createExchange(HOME, { status: 403 }) }, undefined],
  ['hit a browser before it could repeat', { isBrowserServed: false, exchange: null }, undefined],
])('a refusal that %s is judged accordingly', (_what, repeat, outcome) => {
  const exchange = createExchange(HOME, { status: 403 });
  const probe = {
    productToken: 'bingbot',
    exchange,
    availability: availability(exchange),
    textRatio: null,
    words: null,
  };
  expect(judgeProbe({ ...probe, repeat })?.outcome).toBe(outcome);
});

const ORIGIN = 'https://example.com';

function known(token: string): Crawler {
  const crawler = crawlerByToken(token);
  if (crawler === undefined) throw new Error(`no ${token}`);
  return crawler;
}

function pageAt(url: string, html = ''): Page {
  return { url, exchange: createExchange(url), facts: readPage(html, url), kind: 'other', language: null };
}

function probeAs(productToken: string, status: number): ProbeFacts {
  const exchange = createExchange(HOME, { status });
  return { productToken, exchange, availability: availability(exchange), textRatio: 1, words: 200 };
}

interface Entered {
  readonly token?: string;
  readonly robotsTxt?: string;
  readonly status?: number;
  readonly further?: readonly string[];
  readonly probes?: readonly ProbeFacts[];
}

function entry({ token = 'Googlebot', robotsTxt = '', status = 200, further = [], probes = [] }: Entered) {
  const exchange = createExchange(`${ORIGIN}/robots.txt`, { status, body: robotsTxt });
  const [found] = judgeAccess([known(token)], {
    robots: { exchange, availability: availability(exchange), isHtml: false, file: parseRobotsTxt(robotsTxt) },
    home: pageAt(HOME),
    contentPages: further.map((path) => `${ORIGIN}${path}`),
    probes,
  });
  if (found === undefined) throw new Error('No crawler was judged.');
  return found;
}

describe('robots.txt', () => {
  test.each<[string, Entered, readonly string[], boolean]>([
    ['says nothing', { further: ['/a', '/b'] }, [], false],
    ['closes the home page', { robotsTxt: 'User-agent: *\nDisallow: /$', further: ['/a', '/b'] }, ['/'], true],
    [
      'closes one of two further pages',
      { robotsTxt: 'User-agent: *\nDisallow: /a', further: ['/a', '/b'] },
      ['/a'],
      false,
    ],
    [
      'closes both further pages',
      { robotsTxt: 'User-agent: *\nDisallow: /a\nDisallow: /b', further: ['/a', '/b'] },
      ['/a', '/b'],
      false,
    ],
    [
      'closes all of three further pages',
      { robotsTxt: 'User-agent: *\nDisallow: /\nAllow: /$', further: ['/a', '/b', '/c'] },
      ['/a', '/b', '/c'],
      true,
    ],
    [
      'closes two of three further pages',
      { robotsTxt: 'User-agent: *\nDisallow: /a\nDisallow: /b', further: ['/a', '/b', '/c'] },
      ['/a', '/b'],
      false,
    ],
    ['closes the only further page', { robotsTxt: 'User-agent: *\nDisallow: /a', further: ['/a'] }, ['/a'], false],
    [
      'says nothing of pages on other origins',
      {
        robotsTxt: 'User-agent: *\nDisallow: /a',
        further: ['https://other.example/a', 'https://example.com.evil.example/a'],
      },
      [],
      false,
    ],
    ['closes everything to others', { robotsTxt: 'User-agent: GPTBot\nDisallow: /', further: ['/a'] }, [], false],
    ['cannot be reached', { status: 503, further: ['/a'] }, ['/', '/a'], true],
  ])('that %s closes these pages: %j', (_, site, closed, shutOut) => {
    const found = entry(site);
    expect(found.closed.map(({ url }) => url.replace(ORIGIN, '')).sort()).toEqual(closed);
    expect(found.isShutOut).toBe(shutOut);
  });

  test('with a misspelt rule closes pages to Google only', () => {
    const robotsTxt = 'User-agent: *\nDisalow: /\n';
    expect(entry({ robotsTxt }).isShutOut).toBe(true);
    expect(entry({ robotsTxt, token: 'OAI-SearchBot' }).closed).toEqual([]);
    expect(entry({ robotsTxt: `${robotsTxt}Disallow: /a\n`, token: 'bingbot', further: ['/a'] }).closed).toHaveLength(
      1,
    );
  });

  test('with a misspelt User-agent line closes pages to Google only', () => {
    const robotsTxt = 'User agent: *\nDisallow: /\n';
    expect(entry({ robotsTxt }).isShutOut).toBe(true);
    expect(entry({ robotsTxt, token: 'bingbot' }).closed).toEqual([]);
  });

  test('is told of by the group and the rule that decided', () => {
    const { closed } = entry({ robotsTxt: 'User-agent: googlebot\nDisallow: /' });
    expect(closed).toEqual([{ url: HOME, group: 'googlebot', rule: { type: 'disallow', pattern: '/', line: 2 } }]);
    expect(entry({ status: 500 }).closed).toEqual([{ url: HOME, group: null, rule: null }]);
  });

  test.each([
    ['User-agent: Googlebot\nDisallow: /', true],
    ['User-agent: Googlebot\nDisallow: /\nUser-agent: Applebot\nAllow: /', false],
    ['User-agent: *\nDisallow: /\nUser-agent: Googlebot\nAllow: /', false],
    ['User-agent: *\nDisallow: /', true],
  ])('is obeyed by Applebot as it is written for Googlebot where it does not name it: %j', (robotsTxt, shutOut) => {
    expect(entry({ token: 'Applebot', robotsTxt }).isShutOut).toBe(shutOut);
  });

  test('is shown by its lines, each once, in order', () => {
    const robotsTxt = 'User-agent: Googlebot\nDisallow: /\nUser-agent: bingbot\nDisallow: /a\nDisallow: /$';
    const entries = ['bingbot', 'Googlebot', 'Googlebot'].map((token) => entry({ token, robotsTxt, further: ['/a'] }));
    expect(closingLines(entries)).toEqual(['line 2', 'line 4', 'line 5']);
    expect(closingLines([entry({ status: 500 })])).toEqual([]);
  });
});

test.each([
  [[], [1, 1]],
  [
    ['/a', '/b'],
    [4, 4],
  ],
  [
    ['/closed', '/b'],
    [3, 4],
  ],
  [['/closed'], [1, 2]],
])('a crawler that may fetch the home page and some of %j earns %j', (further, [earned, of]) => {
  expect(entry({ robotsTxt: 'User-agent: *\nDisallow: /closed', further }).share).toEqual({ earned, of });
});

test('the home page counts half of all content pages', () => {
  const { share } = entry({ robotsTxt: 'User-agent: *\nDisallow: /$', further: ['/a', '/b', '/c'] });
  expect(share).toEqual({ earned: 3, of: 6 });
});

describe('a refusal', () => {
  const statuses = (some: Readonly<Record<string, number>>) =>
    ['OAI-SearchBot', 'PerplexityBot', 'Claude-SearchBot', 'Googlebot', 'bingbot', CONTROL_TOKEN].map((token) =>
      probeAs(token, some[token] ?? 200),
    );

  test.each([
    ['of two AI names', { 'OAI-SearchBot': 403, PerplexityBot: 403 }, ['OAI-SearchBot', 'PerplexityBot']],
    ['of one AI name', { PerplexityBot: 403 }, []],
    ['of Googlebot and bingbot alone', { Googlebot: 403, bingbot: 403 }, []],
    [
      'of every name of a crawler, but not of an unknown name',
      { 'OAI-SearchBot': 403, PerplexityBot: 403, 'Claude-SearchBot': 403, Googlebot: 403, bingbot: 403 },
      [],
    ],
    [
      'of every AI name and an unknown name',
      { 'OAI-SearchBot': 403, PerplexityBot: 403, 'Claude-SearchBot': 403, [CONTROL_TOKEN]: 403 },
      [],
    ],
  ])('%s proves a rule about these names: %j', (_, some, blocked) => {
    expect(blockedByName(statuses(some)).map(({ probe }) => probe.productToken)).toEqual(blocked);
  });

  test('that asks to be paid proves nothing', () => {
    const probes = statuses({ 'OAI-SearchBot': 402, PerplexityBot: 402 }).map((probe) => ({
      ...probe,
      exchange: { ...probe.exchange, headers: { 'crawler-price': 'USD 0.01' } },
    }));
    expect(blockedByName(probes)).toEqual([]);
  });
});
