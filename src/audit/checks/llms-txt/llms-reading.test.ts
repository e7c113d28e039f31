import { expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { availability, type Exchange } from '../../../fetch/exchange.ts';
import { readPage } from '../../../site/html/read-page.ts';
import { isHtmlInstead, readLlmsTxtFile } from '../../../site/read-response.ts';
import type { Page } from '../../site-facts.ts';
import { judgeLinks, readLlms } from './llms-reading.ts';

const HOME = 'https://example.com/';
const URL_OF = 'https://example.com/llms.txt';
const PAGE = '<!doctype html><title>Tides</title>';

type Answer = Parameters<typeof createExchange>[1];

const home: Page = {
  url: HOME,
  exchange: createExchange(HOME, { body: PAGE }),
  facts: readPage(PAGE, HOME),
  kind: 'home',
  language: 'en',
};

/** @param missing what paths that do not exist are answered with */
function reading(answer: Answer, missing: readonly Answer[] = [{ status: 404 }, { status: 404 }]) {
  const exchange = createExchange(URL_OF, answer);
  return readLlms({
    llms: {
      exchange,
      availability: availability(exchange),
      isHtml: isHtmlInstead(exchange),
      file: readLlmsTxtFile(exchange),
      links: [],
    },
    home,
    softNotFound: { flagged: false, exchanges: missing.map((one, i) => createExchange(`${HOME}missing-${i}`, one)) },
  });
}

const redirects = [{ url: URL_OF, status: 302, location: HOME }];

test.each<[string, Answer, string]>([
  ['a title', { body: '# Tides' }, 'file'],
  ['a link', { body: '- [Tides](/tides)' }, 'file'],
  ['neither title nor link', { body: 'Tides' }, 'unusable'],
  ['nothing', { body: '' }, 'unusable'],
  ['a page', { body: PAGE }, 'unusable'],
  ['a page elsewhere', { body: PAGE, redirects, finalUrl: `${HOME}other` }, 'unusable'],
  ['the home page, by a redirect of this address alone', { body: PAGE, redirects, finalUrl: HOME }, 'unusable'],
  ['404', { status: 404 }, 'absent'],
  ['410', { status: 410 }, 'absent'],
  ['400', { status: 400 }, 'absent'],
  ['500', { status: 500 }, 'unusable'],
  ['429', { status: 429 }, 'unknown'],
  ['a broken connection', { failure: 'connection_reset' }, 'unusable'],
  ['a bot challenge', { failure: 'challenge' }, 'unknown'],
  ['the end of our budget', { failure: 'request_budget' }, 'unknown'],
  ['our guard', { failure: 'guard' }, 'unknown'],
])('where llms.txt is looked for, %s is read: %j', (_, answer, outcome) => {
  expect(reading(answer).outcome).toBe(outcome);
});

test('a redirect of every missing address to the home page hides no file', () => {
  const toHome = { body: PAGE, redirects, finalUrl: HOME };
  expect(reading(toHome, [toHome, { status: 404 }]).outcome).toBe('absent');
});

test.each<[Answer, string, string]>([
  [{ body: 'Tides' }, 'has neither an H1 nor a link', 'It has neither an H1 nor a link.'],
  [{ body: PAGE }, 'is an HTML page', 'An HTML page instead of Markdown text.'],
  [{ status: 503 }, 'returns 503', 'The response was 503.'],
  [{ failure: 'tls' }, 'does not answer', 'example.com failed: tls.'],
])('%j is not an llms.txt: it %s', (answer, what, note) => {
  expect(reading(answer)).toEqual({ outcome: 'unusable', what, note });
});

test.each<[string, readonly Answer[], string]>([
  ['refused in the same way', [{ status: 403 }, { status: 403 }], 'absent'],
  ['refused in another way', [{ status: 403 }, { status: 401 }], 'unknown'],
  ['not there', [{ status: 404 }, { status: 404 }], 'unknown'],
  ['not asked for', [], 'unknown'],
  ['in part not answered', [{ status: 403 }, { status: 403, failure: 'timeout' }], 'unknown'],
])('a 403 where missing paths are %s', (_, missing, outcome) => {
  expect(reading({ status: 403 }, missing).outcome).toBe(outcome);
});

test('a link that is refused to us, or was never asked for, does not count', () => {
  const link = (answer: Answer): Exchange => createExchange(`${HOME}a`, answer);
  const fine = [link({ status: 200 }), link({ status: 204 })];
  const dead = [link({ status: 404 }), link({ status: 500 }), link({ failure: 'timeout' })];
  const silent = [link({ status: 403 }), link({ status: 429 }), link({ failure: 'guard' })];
  expect(judgeLinks([...fine, ...silent, ...dead])).toEqual({ counted: 5, dead, notCounted: 3 });
  expect(judgeLinks([])).toEqual({ counted: 0, dead: [], notCounted: 0 });
});

test.each([
  ['http://localhost:4321/tours/', true],
  ['http://app/tours/', true],
  ['http://harbour.test/tours/', true],
  ['https://www.harbour.example/tours/', false],
])('a link to %s that was never asked for is dead: %s', (url, isDead) => {
  const link = createExchange(url, { failure: 'guard' });
  expect(judgeLinks([link]).dead).toEqual(isDead ? [link] : []);
});
