import { describe, expect, test } from 'vitest';
import { createExchange } from '../../test/support/exchanges.ts';
import { exampleDomain, fixtureFetcher, parseFixture, readFixture } from '../../test/support/fixture-web.ts';
import type { Exchange } from '../fetch/exchange.ts';
import { gather } from '../site/gather/gather.ts';
import type { Site } from '../site/site.ts';
import { contentWithoutJs } from './checks/content-without-js/content-without-js-check.ts';
import { readSite } from './read-site.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
const good: Site = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture('base/good')), now: NOW });

const HOME = 'https://example.com/';
const headers = { 'content-type': 'text/html' };
const pageAt = (url: string, body: string): Exchange => createExchange(url, { headers, body });

/** The good site with other answers. */
const siteWith = (more: Partial<Site>) => readSite({ ...good, ...more });

test.each([
  ['en', 'en'],
  ['EN', 'en'],
  ['en-US', 'en'],
  ['zh-Hant-TW', 'zh'],
  ['fil-PH', 'fil'],
  ['de-1996', 'de'],
  ['en_US', null],
  ['english', null],
  ['e', null],
  ['en-', null],
  ['en-muchtoolong', null],
  ['', null],
])('a page that says lang="%s" is in the language %j', (lang, language) => {
  expect(siteWith({ home: pageAt(HOME, `<html lang="${lang}"><p>Text`) }).home.language).toBe(language);
});

test('a page without lang has no language', () => {
  expect(siteWith({ home: pageAt(HOME, '<p>Text') }).home.language).toBeNull();
});

test('a page that is legal by its title alone does not count as a content page', async () => {
  const page = (path: string, title: string) =>
    `=== /${path} 200 text/html\n<title>${title}</title><h1>${title}</h1>\n`;
  const home = '=== / 200 text/html\n<a href="/a">A</a><a href="/b">B</a>\n';
  const fixture = parseFixture(`Boats.\n\n${home}${page('a', 'Privacy policy')}${page('b', 'Boats')}`);
  expect(readSite(await gather(exampleDomain, { fetcher: fixtureFetcher(fixture) })).contentPages).toEqual([
    `${HOME}b`,
  ]);
});

describe('of the sampled pages', () => {
  const a = pageAt(`${HOME}a`, '<title>A</title>');

  test('each is judged once, and the home page not again', () => {
    const again = createExchange(`${HOME}other`, { headers, body: '<title>A</title>', finalUrl: `${HOME}a` });
    const home = createExchange(`${HOME}index`, { headers, body: '<title>Home</title>', finalUrl: HOME });
    const { samplePages, unreadablePages } = siteWith({ pages: [a, again, home] });
    expect(samplePages.map(({ url, exchange }) => [url, exchange])).toEqual([[`${HOME}a`, a]]);
    expect(unreadablePages).toEqual([]);
  });

  test('those that are no HTML with 2xx are only told of', () => {
    const missing = createExchange(`${HOME}b`, { status: 404, headers, body: '<title>B</title>' });
    const file = createExchange(`${HOME}c`, { headers: { 'content-type': 'application/json' }, body: '{}' });
    const unasked = createExchange(`${HOME}d`, { failure: 'request_budget' });
    const { samplePages, unreadablePages } = siteWith({ pages: [a, missing, file, unasked] });
    expect(samplePages).toHaveLength(1);
    expect(unreadablePages).toEqual([missing, file, unasked]);
  });

  test('those that are rightly kept out of indexes are set aside', () => {
    const noindex = '<meta name=robots content=noindex>';
    const [login, article] = [pageAt(`${HOME}login`, noindex), pageAt(`${HOME}tides`, noindex)];
    const { samplePages, noindexPages } = siteWith({ pages: [login, article] });
    expect(samplePages.map(({ exchange }) => exchange)).toEqual([article]);
    expect(noindexPages.map(({ exchange }) => exchange)).toEqual([login]);
  });
});

describe('of addresses that lead to a login', () => {
  const LOGIN = '<meta name=robots content=noindex><main><h1>Log in</h1><p>With your name.</p></main>';
  const closed = (path: string): Exchange =>
    createExchange(`${HOME}${path}`, {
      headers,
      body: LOGIN,
      redirects: [{ url: `${HOME}${path}`, status: 302, location: `${HOME}login?next=${path}` }],
      finalUrl: `${HOME}login?next=${path}`,
    });

  test('most of a site are judged as what they show to strangers: nothing', () => {
    const site = siteWith({ pages: [closed('tides'), closed('piers'), closed('gauges')] });
    expect(site.samplePages).toHaveLength(3);
    const { results, gates } = contentWithoutJs.run(site);
    expect(results.further).toMatchObject({
      share: { earned: 0, of: 6 },
      problem: '3 of 3 further pages can be read only with a login or a password.',
    });
    expect(gates).toHaveLength(1);
  });

  test('one, such as a link to an account, is set aside', () => {
    const pages = ['a', 'b', 'c'].map((path) => pageAt(`${HOME}${path}`, `<title>${path}</title>`));
    const { samplePages, noindexPages } = siteWith({ pages: [...pages, closed('orders')] });
    expect(samplePages).toHaveLength(3);
    expect(noindexPages).toHaveLength(1);
    expect(siteWith({ pages: [closed('orders')] }).samplePages).toEqual([]);
  });
});

test('only the home page is of the kind home', () => {
  const { home, samplePages } = siteWith({ pages: [pageAt(`${HOME}a`, '<title>A</title>')] });
  expect([home.kind, ...samplePages.map(({ kind }) => kind)]).toEqual(['home', 'other']);
});

describe('a probe', () => {
  const text = (words: number) => `<main><p>${'tide '.repeat(words).trim()}</p></main>`;
  const home = pageAt(HOME, text(100));

  function probed(exchange: Exchange, sameBodyAsHome = false, read: Exchange = home) {
    const [probe] = siteWith({ home: read, probes: [{ productToken: 'GPTBot', exchange, sameBodyAsHome }] }).probes;
    return [probe?.availability, probe?.words, probe?.textRatio];
  }

  test('that was given the same page was given all of its text', () => {
    expect(probed(createExchange(HOME), true)).toEqual(['present', 100, 1]);
  });

  test('that was given another page is measured by the characters of its text', () => {
    expect(probed(pageAt(HOME, text(50)))).toEqual(['present', 50, 249 / 499]);
    expect(probed(pageAt(HOME, ''))).toEqual(['present', 0, 0]);
  });

  test('has no measure where it was given no page, or the browser no text', () => {
    expect(probed(createExchange(HOME, { status: 403, headers, body: text(50) }))).toEqual(['refused', null, null]);
    expect(probed(pageAt(HOME, text(50)), false, pageAt(HOME, '<div id=root></div>'))).toEqual(['present', 50, null]);
  });
});

describe('llms.txt', () => {
  const page = createExchange(`${HOME}llms.txt`, { headers, body: '<!doctype html><title>Home</title>' });
  const [found, missing] = [createExchange(`${HOME}x`, { body: 'x' }), createExchange(`${HOME}y`, { status: 404 })];

  test.each([
    ['every path is answered', page, [found, found], true, 'absent', true],
    ['one of two missing paths is answered', page, [missing, found], true, 'absent', true],
    ['missing paths are not', page, [missing, missing], false, 'present', true],
    ['it is a text', createExchange(`${HOME}llms.txt`, { body: '# A' }), [found, found], true, 'present', false],
  ])('where %s', (_, llmsTxt, softNotFound, flagged, availability, isHtml) => {
    const facts = siteWith({ llmsTxt, softNotFound });
    expect(facts.softNotFound).toEqual({ flagged, exchanges: softNotFound });
    expect(facts.llms).toMatchObject({ availability, isHtml });
    expect(facts.llms.file === null).toBe(isHtml);
  });
});

test('what was gathered is handed on as it is', () => {
  const facts = readSite(good);
  expect(facts).toMatchObject({
    domain: 'example.com',
    origin: 'https://example.com',
    gatheredAt: NOW.getTime(),
    robots: { exchange: good.robotsTxt, availability: 'present', isHtml: false },
    llms: { exchange: good.llmsTxt, availability: 'present', isHtml: false, links: good.llmsTxtLinks },
  });
  expect(facts.robots.file.groups.length).toBeGreaterThan(0);
  expect([facts.sitemaps, facts.sitemapSample, facts.canonicalTargets]).toEqual([
    good.sitemaps,
    good.sitemapSample,
    good.canonicalTargets,
  ]);
});
