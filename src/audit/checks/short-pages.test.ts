import { expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { pageAt } from '../../../test/support/pages.ts';
import { domainName } from '../../../test/support/running-service.ts';
import { readPage } from '../../site/html/read-page.ts';
import { isFull } from '../check.ts';
import type { Page } from '../site-facts.ts';
import { answerContent } from './answer-content/answer-content-check.ts';
import { semanticStructure } from './semantic-structure/semantic-structure-check.ts';
import { structuredData } from './structured-data/structured-data-check.ts';

const URL = 'https://example.com/';

/** Returns a home page with this many words, one word again and again, and nothing else that earns points but an h1 and a main. */
function createHome(words: number, word = 'so'): Page {
  const html = `<title>Tide gauges</title><main><h1>Gauges</h1><p>${`${word} `.repeat(words - 1)}</p><img src="/a.png"></main>`;
  return pageAt(URL, html, { kind: 'home' });
}

const site = (words: number) => ({
  home: createHome(words),
  samplePages: [],
  unknownPages: 0,
  gatheredAt: 0,
  origin: 'https://example.com',
});

test.each([
  { words: 49, details: 'No content page has 50 words (100 CJK characters), so there is no text to answer from.' },
  { words: 50, details: expect.stringContaining('0 of 1 test pass on 1 judged page.') },
])('a site of $words words has something to answer from, or fails', ({ words, details }) => {
  expect(answerContent.run(site(words))).toMatchObject({
    details,
    failure: expect.anything(),
    results: {
      opening: { share: { earned: 0 } },
      specifics: { share: { earned: 0 } },
      listing: { share: { earned: 0 } },
    },
  });
});

test.each([
  { words: 299, applies: true },
  { words: 300, applies: true },
])('a list is asked for on a page of $words words, or missed for want of text', ({ words, applies }) => {
  const { results } = answerContent.run(site(words));
  expect(results.listing.notApplicable === null).toBe(applies);
  expect(results.listing.fix).not.toBeNull();
});

test('hidden text counts where pages together have enough text', () => {
  const hidden = (url: string, word: string) =>
    pageAt(url, `<main hidden><h1>Gauges</h1><p>${`${word} `.repeat(200)}</p></main>`);
  const home = { ...hidden(URL, 'so'), kind: 'home' as const };
  const { results } = answerContent.run({ ...site(1), home, samplePages: [hidden(`${URL}a`, 'of')] });
  expect(results.listing.notApplicable).toBe('No content page has 300 words (600 CJK characters) or more.');
});

test('details name hidden text as the cause', () => {
  const text = '<h1>Tide gauges</h1><p>Tide gauges measure 4 metres, 12 kg and 3 hours.</p>';
  const html = `<title>Tide gauges</title><main hidden>${text}<p>${'so '.repeat(200)}</p></main>`;
  const hidden = { ...site(1), home: pageAt(URL, html, { kind: 'home' as const }) };
  expect(semanticStructure.run(hidden).details).toContain('/ has its main heading (h1) only in hidden text');
  expect(answerContent.run(hidden).details).toContain('/ has three different specifics only in hidden text');
});

test('a short home page is judged by its opening beside longer pages', () => {
  const longer = { ...createHome(140), url: `${URL}longer`, kind: 'other' as const };
  expect(answerContent.run({ ...site(20), samplePages: [longer] }).results.opening.share.earned).toBe(0);
  expect(answerContent.run({ ...site(20), samplePages: [longer] }).results.opening.observed).toHaveLength(2);
});

test('a page in CJK is measured in CJK characters', () => {
  const html = `<title>潮汐</title><main><h1>潮汐</h1><p>${'春'.repeat(198)}</p></main>`;
  const home = { ...createHome(1), facts: readPage(html, URL), exchange: createExchange(URL, { body: html }) };
  const { observed } = answerContent.run({ ...site(1), home }).results.specifics;
  expect(observed[0]?.note).toBe('100 words (two of its 200 CJK characters count as one): too short to judge.');
});

test('specifics leave the sum where every page is short and the pages together are not', () => {
  const samplePages = [1, 2].map((n) => ({ ...createHome(140, `of${n}`), url: `${URL}${n}`, kind: 'other' as const }));
  const { results } = answerContent.run({ ...site(140), samplePages });
  expect(results.specifics.notApplicable).toBe('No content page has 150 words (300 CJK characters) or more.');
});

test.each([
  ['article', false],
  ['other', true],
] as const)('a home page is not longer by the texts below its links to pages of kind %s', (kind, isAsked) => {
  const samplePages = [1, 2].map((n) => pageAt(`${URL}${n}`, '<main><h1>Gauge</h1><p>Text', { kind }));
  const entries = [1, 2].map(
    (n) => `<h2><a href="/${n}">How gauge ${n} is read</a></h2><p>${`so${n} `.repeat(160)}</p>`,
  );
  const home = pageAt(URL, `<main><h1>Gauges</h1><p>Text</p>${entries.join('')}</main>`, { kind: 'home' });
  const { results } = answerContent.run({ ...site(1), home, samplePages });
  expect(results.listing.notApplicable === null).toBe(isAsked);
  expect(results.specifics.notApplicable === null).toBe(isAsked);
});

test.each([2, 150])('images of a page of %d words are judged', (words) => {
  const { results } = semanticStructure.run(site(words));
  expect(results.images.notApplicable).toBeNull();
  expect(isFull(results.images)).toBe(false);
});

test('lists are judged only where there is a list', () => {
  const withList = pageAt(URL, `<main><h1>Gauges</h1><p>${'so '.repeat(150)}</p><ul><li>a<li>b</ul></main>`, {
    kind: 'home',
  });
  expect(semanticStructure.run(site(150)).results.lists.notApplicable).not.toBeNull();
  expect(semanticStructure.run({ ...site(150), home: withList }).results.lists.notApplicable).toBeNull();
});

test('headings and passages leave the sum only where short pages have enough text together', () => {
  const pages = (n: number) =>
    Array.from({ length: n }, (_, i) => ({ ...createHome(140, `of${i}`), url: `${URL}${i}`, kind: 'other' as const }));
  const { results } = semanticStructure.run({ ...site(140), samplePages: pages(2) });
  expect(results.subheadings.notApplicable).not.toBeNull();
  expect(results.runs.notApplicable).not.toBeNull();
  const few = semanticStructure.run({ ...site(140), samplePages: pages(1) }).results;
  expect(few.subheadings.share.earned).toBe(0);
  expect(few.runs.share.earned).toBe(0);
});

test('text that pages share counts once', () => {
  const samplePages = [1, 2, 3].map((n) => ({ ...createHome(140), url: `${URL}${n}`, kind: 'other' as const }));
  const { results } = semanticStructure.run({ ...site(140), samplePages });
  expect(results.subheadings.share.earned).toBe(0);
  expect(results.runs.share.earned).toBe(0);
  expect(answerContent.run({ ...site(140), samplePages }).results.specifics.notApplicable).toBeNull();
});

test('a site without text has nothing to divide: that costs points', () => {
  const { results, failure } = semanticStructure.run(site(49));
  expect(failure).toBe('No judged page has 50 words, so there is no text to judge.');
  for (const answer of [results.subheadings, results.runs]) expect(answer.share.earned).toBe(0);
});

test.each([
  { words: 49, applies: false },
  { words: 50, applies: true },
])('structured data is asked of an article of $words words, or missed for want of text', ({ words, applies }) => {
  const html = `<main><h1>Gauges</h1><p>${'so '.repeat(words - 1)}</p></main>`;
  const article = pageAt(`${URL}blog/a`, html, { kind: 'article' });
  const { articles } = structuredData.run({
    ...site(300),
    samplePages: [article],
    domain: domainName('example.com'),
    sitemapSample: [],
    canonicalTargets: [],
    llms: { exchange: article.exchange, availability: 'absent', isHtml: false, file: null, links: [] },
  }).results;
  expect(articles.notApplicable === null).toBe(applies);
  expect(articles.awaits).toBe(applies ? undefined : 'text');
});

test('the reason that facts are not asked for is a list of prices, where the only long page is one', () => {
  const prices = Array.from({ length: 6 }, (_, i) => `<li>€${i + 2}</li>`).join('');
  const html = `<title>Menu</title><main><h1>Menu</h1><ul>${prices}</ul><p>${'so '.repeat(200)}</p></main>`;
  const { specifics } = answerContent.run({ ...site(1), samplePages: [pageAt(`${URL}menu`, html)] }).results;
  expect(specifics.notApplicable).toMatch(/^Every judged page of 150 words or more has six prices or more/);
});
