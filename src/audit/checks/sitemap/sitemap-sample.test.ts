import { expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { site } from '../../../../test/support/reports.ts';
import { domainName } from '../../../../test/support/running-service.ts';
import { createSitemapReader } from '../../../site/sitemap/sitemap-reader.ts';
import { readSite } from '../../read-site.ts';
import { listedNotes } from './listed-notes.ts';
import { judgeSample, urlsResult, workingInWords } from './sitemap-sample.ts';

const O = 'https://example.com';
const headers = { 'content-type': 'text/html' };
const HOME = createExchange(`${O}/`, { headers, body: '<title>Home</title><p>Text' });

/** What is made of a URL of the sitemaps that is answered so. */
function judged(answer: Parameters<typeof createExchange>[1]) {
  const sitemapSample = [createExchange(`${O}/a`, answer)];
  const { counted, bad } = judgeSample(readSite({ ...site(domainName('example.com')), home: HOME, sitemapSample }));
  return [counted, bad.map(({ because }) => because)];
}

test.each<[what: string, answer: Parameters<typeof createExchange>[1], because: readonly string[]]>([
  ['200', {}, []],
  ['404', { status: 404 }, ['not answering 2xx']],
  ['403', { status: 403 }, ['not answering 2xx']],
  ['503', { status: 503 }, ['not answering 2xx']],
  ['nothing', { failure: 'timeout' }, ['not answering 2xx']],
  ['a redirect', { redirects: [{ url: `${O}/a`, status: 301, location: '/b' }], finalUrl: `${O}/b` }, ['redirected']],
  ['noindex', { headers: { 'x-robots-tag': 'noindex' } }, ['noindex']],
  ['noindex for Googlebot', { headers: { 'x-robots-tag': 'googlebot: noindex' } }, ['noindex']],
  ['noindex for bingbot', { headers: { 'x-robots-tag': 'bingbot: noindex' } }, ['noindex']],
  ['noindex for another', { headers: { 'x-robots-tag': 'otherbot: noindex' } }, []],
])('a URL of the sitemaps that is answered with %s is counted, and judged', (_what, answer, because) => {
  expect(judged(answer)).toEqual([1, because]);
});

test.each<[what: string, answer: Parameters<typeof createExchange>[1]]>([
  ['our budget being spent', { failure: 'request_budget' }],
  ['our guard', { failure: 'guard' }],
  ['our resolver', { failure: 'name_lookup_failed' }],
  ['a challenge', { failure: 'challenge', status: 403 }],
  ['too many requests', { status: 429 }],
])('one that was not read for %s is not counted', (_what, answer) => {
  expect(judged(answer)).toEqual([0, []]);
});

test('one that is redirected is told by the address that is listed, and by its own answer', () => {
  const redirects = [{ url: `${O}/a`, status: 301, location: '/b' }];
  const sitemapSample = [createExchange(`${O}/a`, { redirects, finalUrl: `${O}/b` })];
  const { bad } = judgeSample(readSite({ ...site(domainName('example.com')), home: HOME, sitemapSample }));
  expect(bad.map(({ seen }) => seen)).toMatchObject([{ url: `${O}/a`, status: 301, header: 'location', text: '/b' }]);
});

test('a page that was read as well is judged by its meta elements too', () => {
  const body = '<title>A</title><meta name=robots content=noindex><p>Text';
  const sitemapSample = [createExchange(`${O}/a`)];
  const pages = [createExchange(`${O}/a`, { headers, body })];
  const { bad } = judgeSample(readSite({ ...site(domainName('example.com')), home: HOME, pages, sitemapSample }));
  expect(bad.map(({ because, seen }) => [because, seen.url])).toEqual([['noindex', `${O}/a`]]);
});

test('a page that was read and refreshes to another is told, although the sample got 200', () => {
  const sitemapSample = [createExchange(`${O}/`)];
  const redirects = [{ url: `${O}/`, status: 200, location: '/start' }];
  const home = createExchange(`${O}/`, {
    headers,
    body: '<title>Start</title><p>Text',
    redirects,
    finalUrl: `${O}/start`,
  });
  const { counted, bad } = judgeSample(readSite({ ...site(domainName('example.com')), home, sitemapSample }));
  expect([counted, bad.map(({ because, seen }) => [because, seen.url])]).toEqual([1, [['redirected', `${O}/`]]]);
});

test('a page that was asked for too often does not hide what the sample got', () => {
  const pages = [createExchange(`${O}/a`, { status: 429 })];
  const facts = { ...site(domainName('example.com')), home: HOME, pages, sitemapSample: [createExchange(`${O}/a`)] };
  expect(judgeSample(readSite(facts)).counted).toBe(1);
});

const SITEMAP = (paths: readonly string[]) => {
  const reader = createSitemapReader(`${O}/sitemap.xml`);
  reader.write(Buffer.from(`<urlset>${paths.map((path) => `<url><loc>${O}${path}</loc></url>`).join('')}</urlset>`));
  const exchange = createExchange(`${O}/sitemap.xml`);
  return [{ url: exchange.url, from: 'robots_txt' as const, exchange, document: reader.end() }];
};

test('every listed page that was requested counts, sampled or not', () => {
  const pages = [
    createExchange(`${O}/a`, { headers, body: '<title>A</title><p>Text' }),
    createExchange(`${O}/gone`, { status: 404 }),
    createExchange(`${O}/not-listed`, { status: 404 }),
  ];
  const facts = { ...site(domainName('example.com')), home: HOME, pages, sitemaps: SITEMAP(['/', '/a', '/gone']) };
  const { counted, read, bad } = judgeSample(readSite(facts));
  expect([counted, read, bad.map(({ seen }) => seen.url)]).toEqual([3, 2, [`${O}/gone`]]);
});

test.each([
  [{ counted: 3, read: 3, bad: [] }, 'all 3 checked URLs work and may be indexed'],
  [{ counted: 3, read: 2, bad: [] }, 'all 3 checked URLs work, and the 2 that were read may be indexed'],
  [{ counted: 3, read: 0, bad: [] }, 'all 3 checked URLs work, none of which was read'],
])('only pages that were read are said to be open to indexes', (sample, words) => {
  expect(workingInWords(sample)).toBe(words);
});

test('listed pages that robots.txt closes, or that name another canonical, are named', () => {
  const body = `<title>A</title><link rel=canonical href="${O}/b"><p>Text`;
  const noted = readSite({
    ...site(domainName('example.com')),
    home: HOME,
    robotsTxt: createExchange(`${O}/robots.txt`, { body: 'User-agent: *\nDisallow: /boats\n' }),
    pages: [createExchange(`${O}/a`, { headers, body })],
    sitemaps: SITEMAP(['/', '/a', '/boats/1', '/boats/2', '/c', '/c?boat=1', '/c?boat=2', '/c?boat=3', '/d?boat=4']),
  });
  expect(listedNotes(noted)).toEqual([
    'Listed in the sitemap, and closed to all core search crawlers by robots.txt: 2 pages, /boats/1 and /boats/2.',
    'Listed in the sitemap, and different from another entry only after the ?: 3 entries, such as /c?boat=1. A static host ignores what stands there, and these are copies of one page: list it once.',
    'Listed in the sitemap, and naming another URL as canonical: /a (canonical /b). List the URL that works, and name the same one as canonical.',
  ]);
});

test('pages of the sitemap that the server fails to send are to be repaired, and not unlisted', () => {
  const urls = (...statuses: number[]) => {
    const sitemapSample = statuses.map((status, i) => createExchange(`${O}/${i}`, { status }));
    const facts = readSite({ ...site(domainName('example.com')), home: HOME, sitemapSample });
    return urlsResult(judgeSample(facts), facts);
  };
  expect(urls(503, 200).fix?.instruction).not.toContain('Remove');
  expect(urls(503, 200).problem).toBe('The sitemap lists pages that the server does not deliver.');
  expect(urls(503, 404).fix?.instruction).toMatch(/^List only .* repair the page/);
  expect(urls(404).fix?.instruction).not.toContain('repair');
});

test('a misspelt rule that Google alone reads closes no page to all crawlers', () => {
  const notesOn = (field: string) =>
    listedNotes(
      readSite({
        ...site(domainName('example.com')),
        home: HOME,
        robotsTxt: createExchange(`${O}/robots.txt`, { body: `User-agent: *\n${field}: /boats\n` }),
        sitemaps: SITEMAP(['/', '/boats/1']),
      }),
    );
  expect(notesOn('Disallow')).toHaveLength(1);
  expect(notesOn('Dissallow')).toEqual([]);
});
