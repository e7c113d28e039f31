import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { pageAt } from '../../../../test/support/pages.ts';
import { strandedLinks } from './links-elsewhere.ts';

const ORIGIN = 'https://example.com';
const links = (base: string, count = 3) =>
  Array.from({ length: count }, (_, i) => `<a href="${base}/page-${i}">Page ${i}</a>`).join(' ');

function judged(head: string, body: string, missing: readonly string[] = [], read: readonly string[] = []) {
  return strandedLinks({
    home: pageAt(`${ORIGIN}/`, `<head>${head}</head><main>${body}</main>`),
    samplePages: read.map((path) => pageAt(`${ORIGIN}${path}`, '<p>Tides</p>')),
    noindexPages: [],
    excludedPages: [],
    unreadablePages: missing.map((path) => createExchange(`${ORIGIN}${path}`, { status: 404 })),
    origin: ORIGIN,
  });
}

const OLD = '<link rel="canonical" href="https://old.example/next/">';
const OG = '<meta property="og:url" content="https://old.example/">';

describe('links to another host', () => {
  test.each([
    ['to the base of the canonical', OLD, links('https://old.example/next'), 'base https://old.example/next'],
    ['to the host of og:url', OG, links('https://old.example'), 'base https://old.example'],
    ['to a staging host', '', links('https://staging.example.com'), 'base https://staging.example.com'],
    ['to one host of a platform', '', links('https://bakery.github.io'), 'base https://bakery.github.io'],
  ])('that all lead %s have a wrong base', (_, head, body, cause) => {
    const stranded = judged(head, body);
    expect(stranded?.isSiteWide).toBe(true);
    expect(stranded?.result.share.earned).toBe(0);
    expect(stranded?.result.fix?.cause).toBe(cause);
    expect(stranded?.result.problem).toBe('All 3 links of the home page lead to another host.');
    expect(stranded?.result.observed).toHaveLength(3);
  });

  test('to the base of the canonical are the pages of the site, whatever else is linked', () => {
    const stranded = judged(OLD, `${links('https://old.example/next')}<a href="https://social.example/me">Me</a>`);
    expect(stranded?.result.problem).toBe('All 3 links of the home page to the site’s pages lead to another host.');
  });

  test.each([
    ['to other sites', '', links('https://shop.example')],
    ['to the base of the canonical, and to the site', OLD, `${links('https://old.example/next')}<a href="/a">A</a>`],
    ['to several platforms', '', links('https://a.github.io') + links('https://b.github.io')],
    ['to a platform, two of them', '', links('https://bakery.github.io', 2)],
  ])('%s have none', (_, head, body) => expect(judged(head, body)).toBeNull());
});

test('relative links that a base element leads to another host are told as that', () => {
  const stranded = judged('<base href="https://staging.example.org/">', links(''));
  expect(stranded?.result.fix).toMatchObject({ place: 'head', cause: 'base https://staging.example.org' });
  expect(stranded?.result.fix?.instruction).toMatch(/^Remove the base element/);
});

describe('links to missing pages', () => {
  const PAGES = ['/preview/page-0', '/preview/page-1', '/preview/page-2'];

  test('that begin with one path have a wrong base, those included that were not requested', () => {
    const stranded = judged('', `${links('/preview')}<a href="/preview/cart">Cart</a>`, PAGES);
    expect(stranded).toMatchObject({ isSiteWide: true, result: { share: { earned: 0 } } });
    expect(stranded?.result.fix?.cause).toBe(`base ${ORIGIN}/preview`);
    expect(stranded?.result.observed).toMatchObject([{ text: `${ORIGIN}/preview` }]);
  });

  test.each([
    [['/a/x', '/b/y', '/c/z'], true],
    [['/a', '/b'], false],
  ])('%j have no common base', (paths, isSiteWide) => {
    const body = paths.map((path) => `<a href="${path}">Page</a>`).join('');
    expect(judged('', body, paths)).toMatchObject({ isSiteWide, result: { fix: { cause: 'links' } } });
  });

  test('beside one to a page that was not requested are not all', () => {
    expect(judged('', `${links('/preview')}<a href="/shop">Shop</a>`, PAGES)).toBeNull();
  });

  test('beside one to a page that exists are not all', () => {
    expect(judged('', `${links('/preview')}<a href="/tides">Tides</a>`, PAGES, ['/tides'])).toBeNull();
  });
});
