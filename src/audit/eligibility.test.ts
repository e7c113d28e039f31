import { describe, expect, test } from 'vitest';
import { exchangeOf } from '../../test/support/exchanges.ts';
import { readPage } from '../site/html/read-page.ts';
import { ineligiblePages, isNoindexForAll, limitsOf } from './eligibility.ts';
import type { Page, PageKind } from './site-facts.ts';

const ORIGIN = 'https://example.com';

function pageWith(metas: string, header?: string, path = '/', kind: PageKind = 'other'): Page {
  const url = ORIGIN + path;
  const html = `<html lang="en"><head><title>Tides</title>${metas}</head><body><p>Text</p></body></html>`;
  const headers: Record<string, string> = header === undefined ? {} : { 'x-robots-tag': header };
  return {
    url,
    exchange: exchangeOf(url, { body: html, headers }),
    facts: readPage(html, url),
    kind,
    language: 'en',
  };
}

function barriersOf(metas: string, header?: string): string[] {
  return ineligiblePages(pageWith(metas, header), [], ORIGIN).flatMap(({ barriers }) =>
    barriers.map(({ name }) => name),
  );
}

const meta = (content: string, name = 'robots') => `<meta name="${name}" content="${content}">`;

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
  ])('by %s with X-Robots-Tag: %s', (metas, header, expected) => {
    expect(barriersOf(metas, header)).toEqual(expected);
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
  ])('with %s and X-Robots-Tag: %s', (metas, header) => {
    expect(barriersOf(metas, header)).toEqual([]);
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
  ['/bookings-of-ohio', 'other', false],
])('noindex on %s (%s) is excepted: %s', (path, kind, excepted) => {
  const [closed] = ineligiblePages(pageWith(''), [pageWith(meta('noindex'), undefined, path, kind)], ORIGIN);
  expect(closed?.excepted).toBe(excepted);
});

test('a page whose title is that of a legal page may be excluded, whatever its path', () => {
  const page = pageWith(`<title>Privacy policy | Acme</title>${meta('noindex')}`, undefined, '/x7');
  const titled: Page = { ...page, facts: { ...page.facts, titles: page.facts.titles.slice(1) } };
  const isExcepted = (one: Page) => ineligiblePages(pageWith(''), [one], ORIGIN)[0]?.excepted;
  expect([isExcepted(titled), isExcepted(pageWith(meta('noindex'), undefined, '/x7'))]).toEqual([true, false]);
});

test('the home page is never excepted', () => {
  const [closed] = ineligiblePages(pageWith(meta('noindex'), undefined, '/', 'home'), [], ORIGIN);
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
  expect(limitsOf(pageWith(meta('nocache, max-snippet:160')))).toEqual(['max-snippet:160', 'nocache']);
  expect(limitsOf(pageWith(meta('max-snippet:-1')))).toEqual([]);
});
