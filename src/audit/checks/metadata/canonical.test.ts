import { expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import type { FailureKind } from '../../../fetch/exchange.ts';
import { readPage } from '../../../site/html/read-page.ts';
import { responsesByUrl } from '../../observe.ts';
import type { Page } from '../../site-facts.ts';
import { DEVELOPMENT, readCanonical } from './canonical.ts';

const URL = 'https://www.example.com/page';

function pageWith(links: string, link?: string): Page {
  const html = `<html lang="en"><head><title>Tides</title>${links}</head><body><p>Text</p></body></html>`;
  const exchange = createExchange(URL, { body: html, headers: link === undefined ? {} : { link } });
  return { url: URL, exchange, facts: readPage(html, URL), kind: 'other', language: 'en' };
}

function problem(links: string, link?: string): string | null {
  return readCanonical(pageWith(links, link), new Map()).fault?.note ?? null;
}

test.each([
  ['<link rel="canonical" href="https://www.example.com/page">', undefined],
  ['<link rel="CANONICAL" href="HTTPS://www.example.com/page">', undefined],
  ['<link rel="canonical" href="https://example.com/page">', undefined],
  ['<link rel="canonical" href="http://shop.example.com/page">', undefined],
  ['<link rel="canonical" href="https://www.example.com/page#top">', undefined],
  ['<link rel="canonical" href="/page">', undefined],
  ['<link rel="canonical" href="//www.example.com/page">', undefined],
  [
    '<link rel="canonical" href="https://www.example.com/page"><link rel="canonical" href="https://www.example.com/page">',
    undefined,
  ],
  ['', '<https://www.example.com/page>; rel="canonical"'],
  ['', '</style.css>; rel=preload; as=style, <https://www.example.com/page>; title="a, b"; rel=Canonical'],
  ['<link rel="canonical" href="https://www.example.com/page">', '<https://www.example.com/page>; rel="canonical"'],
])('%s with Link: %s is one usable canonical', (links, link) => {
  expect(problem(links, link)).toBeNull();
});

test.each([
  ['', undefined, 'It lacks a canonical URL.'],
  ['', '<https://www.example.com/page>; rel="alternate"', 'It lacks a canonical URL.'],
  ['<link rel="canonical" href="https://example.org/page">', undefined, 'Its canonical is on another site.'],
  ['<link rel="canonical" href="http://localhost:4000/page">', undefined, DEVELOPMENT.note],
  ['<link rel="canonical" href="https://www.example.local/page">', undefined, DEVELOPMENT.note],
  ['<link rel="canonical" href="http://192.168.1.4/page">', undefined, DEVELOPMENT.note],
  [
    '<link rel="canonical" href="https://www.example.compage.html">',
    undefined,
    'Its canonical lacks the slash after the host name, so it names a host that does not exist.',
  ],
  [
    '<link rel="canonical" href="https://https://www.example.com/page">',
    undefined,
    'Its canonical has two schemes, so it is not a URL of this site.',
  ],
  ['<link rel="canonical" href="https://www.example.com.au/page">', undefined, 'Its canonical is on another site.'],
  ['<link rel="canonical" href="https://">', undefined, 'Its canonical is not a URL.'],
  [
    '<link rel="canonical" href="https://www.example.com/a"><link rel="canonical" href="https://www.example.com/b">',
    undefined,
    'It declares 2 canonical URLs that differ.',
  ],
  [
    '<link rel="canonical" href="https://www.example.com/a">',
    '<https://www.example.com/b>; rel=canonical',
    'It declares 2 canonical URLs that differ.',
  ],
])('%s with Link: %s is not', (links, link, expected) => {
  expect(problem(links, link)).toBe(expected);
});

const ELSEWHERE = 'https://www.example.com/other';

test.each([
  [{ status: 200 }, null],
  [{ status: 404 }, 'Its canonical returns 404.'],
  [{ status: 500 }, 'Its canonical returns 500.'],
  [{ status: 429 }, null],
  [{ failure: 'challenge' as FailureKind }, null],
  [{ failure: 'timeout' as FailureKind }, null],
  [{ failure: 'request_budget' as FailureKind }, null],
  [{ redirects: [{ url: ELSEWHERE, status: 301, location: '/' }] }, 'Its canonical is redirected.'],
])('a target that answers %j: %s', (answer, expected) => {
  const known = responsesByUrl([createExchange(ELSEWHERE, answer)]);
  expect(readCanonical(pageWith(`<link rel="canonical" href="${ELSEWHERE}">`), known).fault?.note ?? null).toBe(
    expected,
  );
});

test('a page that a redirect led to is itself there', () => {
  const known = responsesByUrl([
    createExchange('https://www.example.com/old', {
      finalUrl: ELSEWHERE,
      redirects: [{ url: 'https://www.example.com/old', status: 301, location: '/other' }],
    }),
  ]);
  expect(readCanonical(pageWith(`<link rel="canonical" href="${ELSEWHERE}">`), known).fault).toBeNull();
});

test.each([
  ['http://www.example.com/page', [], 'Its canonical has http, and the page itself has https.'],
  [
    'http://www.example.com/page',
    [createExchange('http://www.example.com/page', { failure: 'timeout' as FailureKind })],
    'Its canonical has http, and the page itself has https.',
  ],
  ['http://www.example.com/page', [createExchange('http://www.example.com/page')], null],
  [
    'http://www.example.com/page',
    [
      createExchange('https://www.example.com/page', {
        redirects: [{ url: 'http://www.example.com/page', status: 301, location: 'https://www.example.com/page' }],
      }),
    ],
    'Its canonical has http, and the page itself has https.',
  ],
  ['http://www.example.com/other', [], null],
])('the canonical %s with the responses %j has the fault: %s', (url, responses, fault) => {
  const page = pageWith(`<link rel="canonical" href="${url}">`);
  expect(readCanonical(page, responsesByUrl(responses)).fault?.note ?? null).toBe(fault);
});
