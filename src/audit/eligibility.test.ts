import { describe, expect, test } from 'vitest';
import { createExchange } from '../../test/support/exchanges.ts';
import { readPage } from '../site/html/read-page.ts';
import { ineligiblePages, isNoindexForAll, listQuoteLimits } from './eligibility.ts';
import type { Page, PageKind } from './site-facts.ts';

const ORIGIN = 'https://example.com';
const SITE = { origin: ORIGIN, gatheredAt: Date.UTC(2026, 10, 25) };

function pageWith(metas: string, header?: string, path = '/', kind: PageKind = 'other'): Page {
  const url = ORIGIN + path;
  const html = `<html lang="en"><head><title>Tides</title>${metas}</head><body><p>Text</p></body></html>`;
  const headers: Record<string, string> = header === undefined ? {} : { 'x-robots-tag': header };
  return {
    url,
    exchange: createExchange(url, { body: html, headers }),
    facts: readPage(html, url),
    kind,
    language: 'en',
  };
}

function listBarriers(metas: string, header?: string): string[] {
  return ineligiblePages(pageWith(metas, header), [], SITE).flatMap(({ barriers }) => barriers.map(({ name }) => name));
}

const meta = (content: string, name = 'robots') => `<meta name="${name}" content="${content}">`;

const PAST = 'unavailable_after, a date in the past, for Googlebot';

describe('a page is closed', () => {
  test.each([
    [meta('noindex'), undefined, ['noindex']],
    [meta('NoIndex,NoFollow'), undefined, ['noindex']],
    [meta('none'), undefined, ['none']],
    [meta('nosnippet'), undefined, ['nosnippet']],
    [meta('max-snippet:0'), undefined, ['max-snippet:0']],
    [meta('noarchive'), undefined, ['noarchive']],
    [meta('noarchive', 'bingbot'), undefined, ['noarchive for bingbot']],
    [meta('noindex', 'googlebot'), undefined, ['noindex for Googlebot']],
    [meta('noindex', 'OAI-SearchBot'), undefined, ['noindex for OAI-SearchBot']],
    ['', 'noindex', ['noindex']],
    ['', 'googlebot: nosnippet', ['nosnippet for Googlebot']],
    [meta('index, follow'), 'noindex', ['noindex']],
    [meta('index') + meta('noindex'), undefined, ['noindex']],
    ['', 'unavailable_after: 25 Jun 2010 15:00:00 PST', [PAST]],
    ['', 'unavailable_after: Friday, 25-Jun-10 15:00:00 UTC', [PAST]],
    ['', 'unavailable_after: Tue, 24 Nov 2026 23:00 CET', [PAST]],
    [meta('unavailable_after: 2026-11-24'), undefined, [PAST]],
    [meta('unavailable_after: 2026-11-24T23:59:59+00:00', 'googlebot'), undefined, [PAST]],
    [meta('unavailable_after: 2026-11-24 10:00', 'googlebot'), undefined, [PAST]],
  ])('by %s with X-Robots-Tag: %s', (metas, header, expected) => {
    expect(listBarriers(metas, header)).toEqual(expected);
  });
});

describe('a page is open', () => {
  test.each([
    ['', undefined],
    [meta('index, follow, max-snippet:-1'), undefined],
    [meta('max-image-preview:none'), undefined],
    [meta('noindexifembedded'), undefined],
    [meta('nofollow, notranslate, noimageindex'), undefined],
    [meta('max-snippet:1'), undefined],
    [meta('nocache'), undefined],
    [meta('noarchive', 'googlebot'), undefined],
    [meta('noindex', 'examplebot'), undefined],
    [meta('noindex', 'gptbot'), undefined],
    ['', 'examplebot: noindex, nosnippet'],
    ['<meta property="robots" content="noindex">', undefined],
    [meta('unavailable_after: 2026-11-26'), undefined],
    [meta('unavailable_after: 2026-11-25T00:00:00Z'), undefined],
    [meta('unavailable_after: Wed, 25 Nov 2026 08:00 CET'), undefined],
    [meta('unavailable_after: 2010-06-25', 'bingbot'), undefined],
    [meta('unavailable_after: soon'), undefined],
    [meta('unavailable_after'), undefined],
    ['', 'googlebot: unavailable_after: 2027-01-01'],
  ])('with %s and X-Robots-Tag: %s', (metas, header) => {
    expect(listBarriers(metas, header)).toEqual([]);
  });
});

test.each<[string, PageKind, boolean]>([
  ['/about', 'other', false],
  ['/tides', 'article', false],
  ['/contact', 'contact', true],
  ['/imprint', 'legal', true],
  ['/tag/tides', 'listing', true],
  ['/login', 'other', true],
  ['/search', 'other', true],
  ['/booking/ohio/', 'other', true],
  ['/thank-you.html', 'other', true],
  ['/gracias-descarga', 'other', true],
  ['/de/danke-fuer-die-anfrage/', 'other', true],
  ['/thank-you-page', 'other', true],
  ['/thanksgiving', 'other', false],
  ['/contact-thanks.html', 'other', true],
  ['/kontakt_danke/', 'other', true],
  ['/news/why-we-say-thanks-to-pilots', 'other', false],
  ['/bookings-of-ohio', 'other', false],
])('noindex on %s (%s) is excepted: %s', (path, kind, excepted) => {
  const [closed] = ineligiblePages(pageWith(''), [pageWith(meta('noindex'), undefined, path, kind)], SITE);
  expect(closed?.excepted).toBe(excepted);
});

test('a page whose title is that of a legal page may be excluded, whatever its path', () => {
  const page = pageWith(`<title>Privacy policy | Acme</title>${meta('noindex')}`, undefined, '/x7');
  const titled: Page = { ...page, facts: { ...page.facts, titles: page.facts.titles.slice(1) } };
  const isExcepted = (one: Page) => ineligiblePages(pageWith(''), [one], SITE)[0]?.excepted;
  expect([isExcepted(titled), isExcepted(pageWith(meta('noindex'), undefined, '/x7'))]).toEqual([true, false]);
});

test('the home page is never excepted', () => {
  const [closed] = ineligiblePages(pageWith(meta('noindex'), undefined, '/', 'home'), [], SITE);
  expect(closed?.excepted).toBe(false);
});

test.each([
  [meta('noindex'), undefined, true],
  [meta('none'), undefined, true],
  ['', 'noindex', true],
  [meta('noindex', 'googlebot'), undefined, false],
  [meta('nosnippet'), undefined, false],
  ['', undefined, false],
])('%s with X-Robots-Tag: %s is noindex for all: %s', (metas, header, expected) => {
  expect(isNoindexForAll(pageWith(metas, header))).toBe(expected);
});

test('limits short of forbidding are told apart', () => {
  expect(listQuoteLimits(pageWith(meta('nocache, max-snippet:160')))).toEqual(['max-snippet:160', 'nocache']);
  expect(listQuoteLimits(pageWith(meta('max-snippet:-1')))).toEqual([]);
});

test.each([
  ['<div data-nosnippet><p>Twelve tides and more.</p></div><p>Pier.</p>', true],
  ['<section data-nosnippet="">Twelve <b>tides</b> &amp; more.</section>', true],
  ['<p><span data-nosnippet>Twelve tides</span> and more.</p>', true],
  ['<div data-nosnippet><p>Tides.</p></div><p>A pier, two boats and a café.</p>', false],
  // Google documents it on span, div and section alone.
  ['<p data-nosnippet>Twelve tides and more.</p>', false],
  ['<footer><div data-nosnippet>Long words of a footer, which is not main text.</div></footer><p>Pier.</p>', false],
  ['', false],
])('%s may not be quoted: %s', (body, expected) => {
  const url = `${ORIGIN}/`;
  const page: Page = { ...pageWith(''), facts: readPage(`<title>Tides</title><body>${body}`, url) };
  const names = ineligiblePages(page, [], SITE).flatMap(({ barriers }) => barriers.map(({ name }) => name));
  expect(names).toEqual(expected ? ['data-nosnippet'] : []);
});
