import { expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { site } from '../../../../test/support/reports.ts';
import { domainName } from '../../../../test/support/running-service.ts';
import { readPageFacts } from '../../../site/read-response.ts';
import { judge } from '../../judge.ts';
import type { ExcludedPage, Page } from '../../site-facts.ts';
import { deadAlternates, leftOutNotes } from './metadata-check.ts';

const O = 'https://example.com';

function pageAt(path: string, html = '', more: Parameters<typeof createExchange>[1] = {}): Page {
  const exchange = createExchange(`${O}${path}`, { body: html, headers: { 'content-type': 'text/html' }, ...more });
  return { url: exchange.finalUrl, exchange, facts: readPageFacts(exchange), kind: 'other', language: null };
}

const listNotes = (home: Page, samplePages: readonly Page[] = [], excludedPages: readonly ExcludedPage[] = []) =>
  leftOutNotes({ home, samplePages, excludedPages, origin: O });

test('a site of separate pages gets no note', () => {
  expect(listNotes(pageAt('/'), [pageAt('/a')])).toEqual([]);
});

test('a refresh gets a note, followed or not', () => {
  const followed = pageAt('/old', '', {
    finalUrl: `${O}/new`,
    redirects: [{ url: `${O}/old`, status: 200, location: `${O}/new` }],
  });
  const moved = pageAt('/moved', '', {
    finalUrl: `${O}/there`,
    redirects: [{ url: `${O}/moved`, status: 301, location: '/there' }],
  });
  const stub = { page: pageAt('/stub'), reason: 'refresh', target: 'https://example.org/' } as const;
  const [note, ...others] = listNotes(pageAt('/'), [followed, moved], [stub]);
  expect(note).toContain('/old (to /new) and /stub (to https://example.org/).');
  expect(others).toEqual([]);
});

test('a home page whose refresh could not be followed gets a note', () => {
  const home = pageAt('/', '<meta http-equiv=refresh content="0;url=https://example.org/">');
  expect(listNotes(home)).toEqual([
    'The home page refreshes to https://example.org/ at once, which this audit could not read in its place.',
  ]);
});

test('an error page that returns 200 gets a note', () => {
  const error = { page: pageAt('/gone'), reason: 'error_page', target: `${O}/gone` } as const;
  expect(listNotes(pageAt('/'), [], [error])).toEqual([
    'Not judged, because they are error pages: /gone. Return 404 instead of 200, and correct the links and the sitemaps that lead to them.',
  ]);
});

test('copies and responses from other sites get a note', () => {
  const copy = { page: pageAt('/a/print'), reason: 'copy', target: `${O}/a` } as const;
  const other = { page: pageAt('/shop'), reason: 'other_site', target: 'https://example.org/' } as const;
  expect(listNotes(pageAt('/'), [], [copy, other])).toEqual([
    'Not judged, because their canonical is another page that was read, with the same text: /a/print (copy of /a).',
    'Not judged, because another site responds: /shop.',
  ]);
});

test('hreflang links to pages that are known to be gone get a note', () => {
  const link = (path: string) => `<link rel=alternate hreflang=${path.slice(1, 3)} href="${O}${path}">`;
  const home = pageAt('/', `<head>${link('/de/')}${link('/fr/')}${link('/it/')}</head>`);
  const gone = (path: string) => createExchange(`${O}${path}`, { status: 404 });
  const notesOn = (unreadablePages: readonly ReturnType<typeof gone>[]) =>
    deadAlternates({ home, samplePages: [], unreadablePages, sitemapSample: [gone('/fr/')], origin: O });
  expect(notesOn([gone('/de/'), gone('/es/')])).toEqual([
    'hreflang links lead to pages that do not exist (404 or 410): /de/ and /fr/.',
  ]);
  expect(deadAlternates({ home, samplePages: [], unreadablePages: [], sitemapSample: [], origin: O })).toEqual([]);
});

/** Returns the finding of metadata on a site of these pages, by path. */
function metadataOf(pages: Readonly<Record<string, string>>) {
  const [home, ...others] = Object.entries(pages).map(([path, body]) =>
    createExchange(`${O}${path}`, { body, headers: { 'content-type': 'text/html' } }),
  );
  const report = judge({ ...site(domainName('example.com')), ...(home && { home }), pages: others });
  return report.findings.find(({ key }) => key === 'metadata');
}

test.each([
  ['<h2>Hello world!</h2>', false],
  ['<h2><a href="/hello">Hello world!</a></h2>', true],
  ['<h2>Your heading here</h2>', true],
])('%s is told as the heading of a template: %s', (heading, isTold) => {
  const notes = metadataOf({ '/': `<title>Tides</title><h1>Tides</h1>${heading}<p>Text` })?.notes ?? [];
  expect(notes.some((note) => note.startsWith('A heading that a template wrote'))).toBe(isTold);
});

test('an element in noscript that stands before the canonical is told', () => {
  const pixel = '<noscript><img src="/pixel.gif"></noscript>';
  const canonical = `<link rel=canonical href="${O}/">`;
  const isTold = (head: string) =>
    metadataOf({ '/': `<head><title>Tides</title>\n${head}</head><h1>Tides</h1>` })?.notes.some((note) =>
      note.startsWith('An element in noscript'),
    );
  expect([isTold(`${pixel}\n${canonical}`), isTold(`${canonical}\n${pixel}`)]).toEqual([true, false]);
});

test('several canonicals that name the home page have one cause', () => {
  const body = (title: string, canonical: string) =>
    `<title>${title}</title><link rel=canonical href="${O}${canonical}"><h1>${title}</h1><p>${`${title} of the harbour. `.repeat(20)}`;
  const pages = (canonicals: readonly string[]) =>
    Object.fromEntries(['/', '/buoys', '/ropes'].map((path, i) => [path, body(`Page ${path}`, canonicals[i] ?? path)]));
  const cause = (canonicals: readonly string[]) =>
    metadataOf(pages(canonicals))?.questions.find(({ id }) => id === 'canonical')?.fix?.cause;
  expect(cause(['/', '/', '/'])).toBe('home_canonical');
  expect(cause(['/', '/', '/ropes'])).toBeUndefined();
});

test('a page that is noindex for all lacks no description and no canonical, unless the home page is noindex too', () => {
  const noindex = '<meta name="robots" content="noindex">';
  const domain = domainName('example.com');
  const lacking = (head: string) => {
    const home = createExchange(`${O}/`, { body: `${head}<h1>Marlow</h1>`, headers: { 'content-type': 'text/html' } });
    const pages = ['/members', '/tours'].map((path) => pageAt(path, path === '/members' ? noindex : '').exchange);
    const { findings } = judge({ ...site(domain), home, pages });
    const { questions = [] } = findings.find(({ key }) => key === 'metadata') ?? {};
    return ['title', 'description', 'canonical'].map((id) => questions.find((one) => one.id === id)?.byPage?.length);
  };
  expect(lacking('')).toEqual([3, 2, 2]);
  expect(lacking(noindex)).toEqual([3, 3, 3]);
});
