import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { site } from '../../../../test/support/reports.ts';
import { domainName } from '../../../../test/support/running-service.ts';
import type { Exchange } from '../../../fetch/exchange.ts';
import { pageKey } from '../../../site/page/page-url.ts';
import type { GatheredSitemap } from '../../../site/site.ts';
import { createSitemapReader } from '../../../site/sitemap/sitemap-reader.ts';
import type { Stack } from '../../../site/stack.ts';
import { exactLines } from '../../fixes/snippets.ts';
import { judge } from '../../judge.ts';
import { readSite } from '../../read-site.ts';
import { sitemap as sitemapCheck } from './sitemap-check.ts';

const O = 'https://example.com';
const HOME = '<html lang=en><title>Home</title><main><h1>Home</h1><p>Text of the home page. <a href=/a>A</a></main>';

function sitemap(body: string, path = '/sitemap.xml', more: Partial<GatheredSitemap> = {}): GatheredSitemap {
  const url = new URL(path, O).href;
  const reader = createSitemapReader(url);
  reader.write(Buffer.from(body));
  return { url, from: 'robots_txt', exchange: createExchange(url), document: reader.end(), ...more };
}

const entry = (path: string, lastmod?: string) =>
  `<url><loc>${new URL(path, O).href}</loc>${lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`}</url>`;
const urlset = (...entries: string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
const DATED = urlset(entry('/a', '2025-01-01'), entry('/b', '2025-02-01'));

/** Returns the finding on a site with these sitemaps. */
function finding(...sitemaps: GatheredSitemap[]) {
  return judgeSitemaps(sitemaps);
}

function judgeSitemaps(sitemaps: readonly GatheredSitemap[], sitemapSample: readonly Exchange[] = []) {
  const report = judge({ ...site(domainName('example.com'), HOME), sitemaps, sitemapSample });
  const found = report.findings.find(({ key }) => key === 'sitemap');
  if (found === undefined) throw new Error('The sitemap was not judged.');
  const question = (id: string) => found.questions.find((one) => one.id === id);
  return { ...found, valid: question('valid'), urls: question('urls'), lastmod: question('lastmod') };
}

const several = (count: number, body: string) =>
  Array.from({ length: count }, (_, i) => sitemap(body, `/sitemap-${i}.xml`));

describe('evidence', () => {
  test('names three sitemaps of those that were read', () => {
    expect(finding(...several(6, DATED)).valid?.observed).toHaveLength(3);
  });

  test('names all that are faulty, and the details the first alone', () => {
    const found = finding(...several(6, urlset(entry('https://other.example/a', '2025-01-01'))));
    expect(found.valid?.observed).toHaveLength(6);
    expect(found.details.match(/is faulty/g)).toHaveLength(1);
  });

  test('promises no date of a sitemap whose entries are on another host and have none', () => {
    const elsewhere = (lastmod?: string) =>
      finding(sitemap(urlset(...['/a', '/b'].map((path) => entry(`https://other.example${path}`, lastmod)))));
    expect(elsewhere().lastmod).toMatchObject({ earned: 0, awaits: 'base https://other.example' });
    expect(elsewhere('2025-01-01').lastmod).toMatchObject({ earned: 0 });
    expect(elsewhere('2025-01-01').lastmod).not.toHaveProperty('awaits');
  });

  test('names all whose dates are wrong, and no others', () => {
    const found = finding(sitemap(DATED, '/good.xml'), ...several(6, urlset(entry('/a', '2999-01-01'))));
    expect(found.lastmod?.observed.map(({ url }) => url)).toEqual(
      [0, 1, 2, 3, 4, 5].map((i) => `${O}/sitemap-${i}.xml`),
    );
    expect(found.lastmod?.observed[0]).toMatchObject({ note: expect.stringContaining('1 entry, 1 with a lastmod') });
  });

  test.each([
    [['/a', '/b', '/c'].map((path) => entry(path, '2025-01-01')), /all 3 lastmod values are the same/],
    [
      [...Array.from({ length: 19 }, (_, i) => entry(`/${i}`, '2025-01-01')), entry('/z', '2025-02-01')],
      /more than nine in ten lastmod values are the same/,
    ],
    [[entry('/a')], /no entry has a lastmod/],
    [[entry('/a'), entry('/b'), entry('/c', '2025-01-01')], /most entries have no lastmod/],
  ])('tells how many dates are missing or the same', (entries, words) => {
    expect(finding(sitemap(urlset(...entries))).details).toMatch(words);
  });

  test('names the fault of the dates, and no other', () => {
    const same = urlset(...['/a', '/b', '/c'].map((path) => entry(path, '2025-01-01')));
    expect(finding(sitemap(same)).lastmod?.problem).toBe('The sitemap gives nearly all pages the same date (lastmod).');
    expect(finding(sitemap(urlset(entry('/a')))).lastmod?.problem).toBe(
      'The sitemap does not say when pages changed (lastmod).',
    );
  });

  test('names the one whose entries have no date, where most have none', () => {
    const dated = several(2, DATED);
    const undated = sitemap(urlset(...Array.from({ length: 9 }, (_, i) => entry(`/c${i}`))), '/undated.xml');
    const found = finding(...dated, undated);
    expect(found.lastmod?.observed).toMatchObject([
      { url: `${O}/undated.xml`, note: '9 entries, none with a lastmod.' },
    ]);
  });

  test('names every sitemap where only all of them together have one date', () => {
    const built = several(2, urlset(entry('/a', '2025-01-01'), entry('/b', '2025-01-01')));
    expect(finding(...built).lastmod?.observed).toHaveLength(2);
    expect(finding(...built.slice(1)).lastmod?.fix).toBeNull();
  });

  test('names all that cannot be used', () => {
    const found = finding(...several(6, '<html><body>not found</body></html>'));
    expect(found.valid?.observed).toHaveLength(6);
    expect(found.details).toMatch(/find no pages through them\./);
    expect(finding(sitemap('<html><body>not found</body></html>')).details).toMatch(/find no pages through it\./);
  });
});

describe('a command', () => {
  test.each([
    ['of the site itself', '/map.xml', `${O}/map.xml`],
    ['with and without www.', 'https://www.example.com/map.xml', "curl -sL 'https://www.example.com/map.xml'"],
    ['on another site by what the evidence says', 'https://other.example/map.xml', 'curl -sL "$PAGE" | grep'],
    ['that is packed, unpacked', '/map.xml.gz', `${O}/map.xml.gz' | gzip -dcf`],
    ['that is packed in any case', '/map.xml.GZ', `${O}/map.xml.GZ' | gzip -dcf`],
  ])('names a sitemap %s', (_what, path, expected) => {
    const { lastmod } = finding(sitemap(urlset(entry('/a', 'yesterday')), path));
    expect(lastmod?.fix?.proof?.command).toContain(expected);
  });

  test('unpacks none whose name only has .gz in it', () => {
    const { lastmod } = finding(sitemap(urlset(entry('/a', 'yesterday')), '/map.gz.xml'));
    expect(lastmod?.fix?.proof?.command).not.toContain('gzip');
  });

  test('for a broken sitemap on another site requests that one, and names its address', () => {
    const elsewhere = 'https://other.example/map.xml';
    const broken = finding(sitemap('<html><body>not found</body></html>', elsewhere)).valid;
    expect(broken?.fix?.proof).toEqual({
      command: `curl -sL "$PAGE" | grep -c '<loc>'`,
      expect: 'a number of 1 or more, where PAGE is set to the url of the evidence',
    });
    expect(broken?.observed[0]?.url).toBe(elsewhere);
  });

  test('asks for the first whose dates are wrong, where others are right', () => {
    const { lastmod } = finding(sitemap(DATED, '/good.xml'), ...several(1, urlset(...Array(9).fill(entry('/a')))));
    expect(lastmod?.fix?.proof?.command).toContain(`${O}/sitemap-0.xml'`);
  });

  test('counts the entries of an empty child, not those of its index', () => {
    const index = sitemap(`<sitemapindex><sitemap><loc>${O}/map.xml</loc></sitemap></sitemapindex>`, '/index.xml');
    const { valid } = finding(index, sitemap('<urlset></urlset>', '/map.xml', { from: 'sitemap_index' }));
    expect(valid?.fix?.proof?.command).toBe(`curl -sL '${O}/map.xml' | grep -c '<loc>'`);
  });

  test('prints a redirected URL as the sitemap lists it', () => {
    const redirects = [{ url: `${O}/a`, status: 301, location: '/b' }];
    const { urls } = judgeSitemaps([sitemap(DATED)], [createExchange(`${O}/a`, { redirects, finalUrl: `${O}/b` })]);
    expect(urls?.observed[0]?.url).toBe(`${O}/a`);
  });

  test('names the first that has entries, where the dates are wrong', () => {
    const index = sitemap(`<sitemapindex><sitemap><loc>${O}/map.xml</loc></sitemap></sitemapindex>`, '/index.xml');
    const child = sitemap(urlset(entry('/a', 'yesterday')), '/map.xml', { from: 'sitemap_index' });
    expect(finding(index, child).lastmod?.fix?.proof?.command).toContain(`${O}/map.xml'`);
  });
});

describe('where there is no sitemap', () => {
  const absent = sitemap('', '/wp-sitemap.xml', {
    from: 'usual_place',
    exchange: createExchange(`${O}/wp-sitemap.xml`, { status: 404 }),
    document: null,
  });

  test('none is to be named before it answers', () => {
    const found = finding(absent);
    expect(found.valid?.fix?.instruction).toMatch(/Name the sitemap in robots.txt only once it returns 200/);
  });

  test.each<Stack['builder']>(['wordpress', 'shopify'])('the lines of %s wait for the file too', (builder) => {
    const found = exactLines('sitemap', { builder, server: 'unknown', evidence: [] }, O);
    expect(found?.lines).toMatch(/^Sitemap: /);
    expect(found?.where).toMatch(/^robots.txt, and not before https:\S+ returns 200/);
  });
});

describe('a sitemap that robots.txt closes to search', () => {
  const closedBy = (rules: string) => {
    const robotsTxt = createExchange(`${O}/robots.txt`, { body: `User-agent: *\n${rules}\n` });
    const report = judge({ ...site(domainName('example.com'), HOME), robotsTxt, sitemaps: [sitemap(DATED)] });
    const valid = report.findings.flatMap(({ questions }) => questions).find(({ id }) => id === 'valid');
    return [valid?.share.earned, valid?.problem ?? null];
  };

  test('earns nothing for being there', () => {
    expect(closedBy('Disallow: /*.xml$')).toEqual([0, 'robots.txt closes the sitemap to search crawlers.']);
    expect(closedBy('Disallow: /other.xml')).toEqual([1, null]);
  });

  test('is not told beside a home page that is closed too', () => {
    expect(closedBy('Disallow: /')).toEqual([1, null]);
  });
});

test('a sitemap with pages of another site alone is one problem, worth all it costs', () => {
  const found = finding(sitemap(urlset(entry('https://other.example/docs/a'), entry('https://other.example/docs/b'))));
  expect(found.questions.map(({ share }) => share.earned / share.of)).toEqual([0, 0, 0, 0]);
  expect(new Set(found.questions.map(({ fix }) => fix?.instruction)).size).toBe(1);
});

test('a page with links to routes behind a # is not a site of one page', () => {
  const valid = (main: string) => {
    const home = `<html lang=en><title>Home</title><main><h1>Home</h1><p>Text of the home page. ${main}</main>`;
    const { findings } = judge(site(domainName('example.com'), home));
    return findings.find(({ key }) => key === 'sitemap')?.questions[0]?.share.earned;
  };
  expect(valid('')).toBeGreaterThan(0);
  expect(valid('<a href="#/prices">Prices</a>')).toBe(0);
});

test('dates are not asked of the sitemap of a site of one page', () => {
  const page = site(domainName('example.com'), '<html lang=en><title>Home</title><main><h1>Home</h1><p>Text.</main>');
  const lastmod = (...entries: string[]) =>
    judge({ ...page, sitemaps: [sitemap(urlset(...entries))] })
      .findings.flatMap(({ questions }) => questions)
      .find(({ id }) => id === 'lastmod')?.share.earned;
  expect(lastmod(entry('/'))).toBe(1);
  expect(lastmod(entry('/', 'yesterday'))).toBe(0);
  expect(lastmod(entry('/'), entry('/a'))).toBe(0);
});

test.each<[GatheredSitemap['from'], boolean]>([
  ['robots_txt', true],
  ['usual_place', false],
])('an empty sitemap from %s: the fix speaks of its line in robots.txt: %s', (from, says) => {
  const instruction = finding(sitemap(urlset(), '/sitemap.xml', { from })).valid?.fix?.instruction ?? '';
  expect(instruction.includes('remove the Sitemap line')).toBe(says);
});

test('dates that no page says are asked of the owner, and not promised with a sitemap that is missing', () => {
  const undated = [sitemap(urlset(entry('/a'), entry('/b')))];
  const home = (more: string) => site(domainName('example.com'), HOME.replace('<p>', `${more}<p>`));
  const ask = (more: string) =>
    judge({ ...home(more), sitemaps: undated })
      .findings.flatMap(({ questions }) => questions)
      .find(({ id }) => id === 'lastmod')?.fix?.ask;
  expect(ask('')).toMatch(/^When did the content of each page last change\?/);
  expect(ask('<p>By Ines Marlow, <time datetime=2025-03-04>4 March 2025</time></p>')).toBeUndefined();
  expect(finding(sitemap('', '/sitemap.xml', { from: 'usual_place', document: null })).lastmod?.awaits).toBe('sitemap');
});

describe('a note', () => {
  const notes = (...sitemaps: GatheredSitemap[]) => finding(...sitemaps).notes.join('\n');
  const FEED = /is a feed or a text file/;
  const UNNAMED = /robots.txt does not name the sitemap/;
  const UNREAD = /did not read the whole file/;

  test.each([
    ['text', `${O}/a\n${O}/b\n`],
    ['RSS', `<rss><channel><item><link>${O}/a</link></item></channel></rss>`],
    ['Atom', `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="${O}/a"/></entry></feed>`],
  ])('says that %s is accepted, unless there is a urlset too', (_what, body) => {
    expect(notes(sitemap(body))).toMatch(FEED);
    expect(notes(sitemap(body), sitemap(DATED, '/b.xml'))).not.toMatch(FEED);
  });

  test('says that robots.txt names none, unless it names one', () => {
    const found = sitemap(DATED, '/sitemap.xml', { from: 'usual_place' });
    expect(notes(found)).toMatch(UNNAMED);
    expect(notes(sitemap(DATED), found)).not.toMatch(UNNAMED);
  });

  test('names the line that leads to the same file on another form of the host', () => {
    const found = sitemap(DATED, '/sitemap.xml', { from: 'usual_place' });
    const named = sitemap('', 'https://www.example.com/sitemap.xml', { document: null });
    expect(notes(named, found)).toContain('robots.txt names https://www.example.com/sitemap.xml, which was not read.');
  });

  test('says nothing of a robots.txt that is not there, or was not read', () => {
    const found = sitemap(DATED, '/sitemap.xml', { from: 'usual_place' });
    for (const status of [404, 403, 503]) {
      const robotsTxt = createExchange(`${O}/robots.txt`, { status });
      const report = judge({ ...site(domainName('example.com'), HOME), robotsTxt, sitemaps: [found] });
      expect(report.findings.find(({ key }) => key === 'sitemap')?.notes.join('')).not.toMatch(UNNAMED);
    }
  });

  test('says what was left unread', () => {
    const whole = sitemap(DATED);
    const { document } = whole;
    if (document === null) throw new Error('It was read.');
    expect(notes(whole)).not.toMatch(UNREAD);
    expect(notes(whole, { ...whole, document: { ...document, truncated: 'budget' } })).toMatch(UNREAD);
    expect(notes({ ...whole, document: { ...document, truncated: 'file' } })).not.toMatch(UNREAD);
  });
});

test('without a sitemap, links to pages that a look-up found missing count for nothing', () => {
  const made = site(domainName('example.com'), HOME.replace('</main>', '<a href=/gone>B</a></main>'));
  const pages = [createExchange(`${O}/a`, { body: HOME })];
  const judged = (...gone: readonly string[]) =>
    sitemapCheck.run({
      ...readSite({ ...made, pages, sitemaps: [] }),
      gonePages: { keys: new Set(gone.map((path) => pageKey(`${O}${path}`))), amongKnown: 0 },
    });
  expect(judged().details).toContain('2 further pages of this site are linked');
  expect(judged('/gone').details).toContain('1 further page of this site is linked');
  const coverage = (...gone: readonly string[]) => judged(...gone).results.coverage;
  expect([coverage(), coverage('/gone')]).toMatchObject([{ share: { earned: 0 } }, { share: { earned: 1 } }]);
});

test.each([
  [500, null],
  [501, 'There is no sitemap, and more than 500 pages are linked.'],
])('without a sitemap, a site that links to %d pages earns nothing', (pages, failure) => {
  const links = Array.from({ length: pages }, (_, i) => `<a href=/p${i}>B</a>`).join(' ');
  const made = site(domainName('example.com'), HOME.replace('<a href=/a>A</a>', links));
  const judged = sitemapCheck.run(readSite({ ...made, sitemaps: [] }));
  expect(judged.failure).toBe(failure);
  for (const { share } of Object.values(judged.results)) expect(share.earned).toBe(0);
});
