import { expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { pageAt } from '../../../../test/support/pages.ts';
import { readPage } from '../../../site/html/read-page.ts';
import { sharedText } from '../../content/shared-text.ts';
import { exactLines } from '../../fixes/snippets.ts';
import { ofPages } from '../../formatting.ts';
import type { CanonicalReading } from './canonical.ts';
import { judgeTitles, type LabelledPage } from './judge-labels.ts';
import { changedCanonical, LABELS, labelProblem, languageOfSome } from './label-fixes.ts';

const LABEL: CanonicalReading = { url: null, first: null, fault: null };

function pageWith(head: string): LabelledPage {
  const url = 'https://example.com/';
  const facts = readPage(`<html lang="en"><head>${head}</head><p>Tides, moon and sun.</p>`, url);
  return { page: { url, exchange: createExchange(url), facts, kind: 'other', language: 'en' }, canonical: LABEL };
}

test.each([
  [['<title>Tides</title>'], null],
  [[''], 'The page has no title.'],
  [['', '<title>Tides</title>', ''], '2 of 3 pages have no title.'],
  [['', '<title>Tides</title>'], '1 of 2 pages has no title.'],
  [['', '<title>Tides</title><title>Moon</title>'], '2 of 2 pages have titles that are shared or say little.'],
  [['<title>Tides</title><title>Moon</title>', '<title>Sun</title>'], '1 of 2 pages has more than one title element.'],
  [
    ['<title>A</title><title>B</title>', '<title>C</title><title>D</title><title>E</title>'],
    '2 of 2 pages have more than one title element.',
  ],
])('of pages with the titles %j: %j', (heads, problem) => {
  const pages = heads.map(pageWith);
  const { page: home } = pageWith('<title>The tide station</title>');
  const site = sharedText([{ ...home, kind: 'home' }, ...pages.map(({ page }) => page)], 'https://example.com');
  expect(labelProblem('title', judgeTitles(pages, site))).toBe(problem);
});

test('a page in another language than it declares gets lines for that page alone', () => {
  const german = 'Die Pegel am Hafen werden jede Stunde gelesen, und das Amt schreibt sie in ein Buch. '.repeat(4);
  const fixed = (lang: string) => {
    const facts = readPage(`<html${lang}><title>Pegel</title><main><p>${german}</p></main>`, 'https://example.com/p');
    return languageOfSome({ page: { ...pageWith('').page, facts } });
  };
  expect(fixed(' lang="en"')).toMatchObject({ snippet: 'page_language', instruction: expect.stringContaining('de') });
  expect(fixed('')).toBeNull();
  expect(fixed(' lang="de"')).toBeNull();
});

test('the fix names each language of the pages that lack a lang', () => {
  const texts = [
    'The gauges of the harbour are read every hour, and the office writes them in a book. ',
    'Die Pegel am Hafen werden jede Stunde gelesen, und das Amt schreibt sie in ein Buch. ',
  ];
  const [english, german] = texts.map((text, i) => ({
    page: pageAt(`https://example.com/${i}`, `<p>${text.repeat(4)}</p>`, { language: null }),
  }));
  if (english === undefined || german === undefined) throw new Error('There are two texts.');
  expect(LABELS.language.fix(english, german).instruction).toContain('probably en and de here');
  expect(LABELS.language.fix(english).instruction).toContain('probably en here');
  const names = {
    page: pageAt('https://example.com/2', '<p>Group Tide e.V. · Music of Marlow · E-Mail: a@b.example</p>'),
  };
  expect(LABELS.language.fix(names, english).instruction).toContain('probably en here');
  expect(LABELS.language.fix(names).instruction).toContain('such as en, de or pt-BR');
});

test('a problem counts the failing pages', () => {
  expect(ofPages(1, 1, 'has no h1', 'have no h1')).toBe('The page has no h1.');
  expect(ofPages(1, 4, 'has no h1', 'have no h1')).toBe('1 of 4 pages has no h1.');
  expect(ofPages(4, 4, 'has no h1', 'have no h1')).toBe('4 of 4 pages have no h1.');
});

test.each([
  ['Tides', 'a description of at least 50 characters,'],
  ['潮の満ち引き', 'a description of at least 25 Chinese, Japanese or Korean characters (50 of another script),'],
])('the proof for a page that says %s expects %s', (text, start) => {
  const url = 'https://example.com/';
  const { proof } = LABELS.description.fix({ page: pageAt(url, `<p>${text}</p>`) });
  expect(proof?.expect.startsWith(start)).toBe(true);
});

test('a canonical that a page has is changed where it stands, by lines that replace it on every stack', () => {
  const { instruction, snippet, proof } = changedCanonical(pageAt('https://example.com/', ''), false);
  expect(instruction).toMatch(/^Change the canonical of each page where it stands, and add no second one/);
  expect(snippet).toBe('canonical');
  for (const builder of ['unknown', 'hugo', 'jekyll', 'eleventy', 'astro', 'nextjs', 'nuxt', 'shopify'] as const) {
    const found = exactLines('canonical', { builder, server: 'unknown', evidence: [] }, 'https://example.com');
    expect(found?.where).toContain('instead of any canonical that stands there');
  }
  expect(proof).toEqual(LABELS.canonical.fix({ page: pageAt('https://example.com/', '') }).proof);
  expect(changedCanonical(pageAt('https://example.com/', ''), true)).toMatchObject({
    place: 'response_header',
    proof: null,
  });
});
