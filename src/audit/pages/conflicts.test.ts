import { describe, expect, test } from 'vitest';
import { type MadeUrl, madeInventory, ORIGIN } from '../../../test/support/known-urls.ts';
import { findConflicts } from './conflicts.ts';
import { SiteIndex } from './site-index.ts';

/** Returns the conflicts of a made site: the id, the statement, and the pairs of URLs as paths. */
function conflicts(made: Readonly<Record<string, MadeUrl>>) {
  const path = (url: string | null) => url?.replace(ORIGIN, '') ?? null;
  return findConflicts(new SiteIndex(madeInventory(made))).map(({ id, statement, count, places }) => {
    expect(count).toBe(places.length);
    return { id, statement, places: places.map(({ url, other }) => [path(url), path(other)]) };
  });
}

/** A URL with each obstacle, and its pair in a conflict with the sitemap. */
const OBSTACLES = {
  closed: { url: { closed: { 'OAI-SearchBot': 12 }, read: null }, other: null },
  noindex: { url: { page: { noindex: ['*'] } }, other: null },
  canonical: { url: { page: { canonical: `${ORIGIN}/else` } }, other: '/else' },
  redirect: { url: { read: { redirect: `${ORIGIN}/else`, hops: 1 } }, other: '/else' },
  gone: { url: { read: { status: 404 } }, other: null },
} as const satisfies Record<string, { url: MadeUrl; other: string | null }>;

const SINGULAR = {
  closed: 'is closed to OAI-SearchBot by line 12 of robots.txt',
  noindex: 'is noindex',
  canonical: 'names another page as canonical',
  redirect: 'redirects',
  gone: 'does not exist (404 or 410)',
};

/** A page that names `/x` in each way. */
const REFERENCES: Record<'canonical' | 'redirect' | 'hreflang', readonly [MadeUrl, string]> = {
  canonical: [{ page: { canonical: `${ORIGIN}/x` } }, '1 page names a canonical URL that'],
  redirect: [{ read: { redirect: `${ORIGIN}/x`, hops: 1 } }, '1 address redirects to a page that'],
  hreflang: [{ alternates: ['/x'] }, '1 page links by hreflang to a page that'],
};

describe.each(Object.entries(OBSTACLES))('a URL with the obstacle %s', (name, { url, other }) => {
  const obstacle = name as keyof typeof OBSTACLES;

  test('in the sitemap is named', () => {
    expect(conflicts({ '/x': { ...url, found: ['sitemap', 'link'] }, '/else': {} })).toEqual([
      { id: `sitemap_${obstacle}`, statement: `1 page in the sitemap ${SINGULAR[obstacle]}.`, places: [['/x', other]] },
    ]);
  });

  test.each(['canonical', 'redirect', 'hreflang'] as const)('named by %s is named', (reference) => {
    const [page, subject] = REFERENCES[reference];
    const found = conflicts({ '/x': url, '/else': {}, '/a': page });
    expect(
      found.filter(
        ({ id }) => (id !== 'hreflang_one_way' && !id.startsWith('canonical_')) || id === `${reference}_${obstacle}`,
      ),
    ).toEqual([
      { id: `${reference}_${obstacle}`, statement: `${subject} ${SINGULAR[obstacle]}.`, places: [['/a', '/x']] },
    ]);
  });
});

test('a site without a conflict has none', () => {
  expect(
    conflicts({
      '/a': { found: ['sitemap', 'link'], alternates: ['/b'] },
      '/b': { found: ['sitemap', 'link'], alternates: ['/a'] },
    }),
  ).toEqual([]);
});

test('several pages are one statement with all lines, and those closed to other crawlers are another', () => {
  const listed = (closed: Record<string, number>): MadeUrl => ({ found: ['sitemap', 'link'], closed, read: null });
  const all = (line: number) => listed({ '*': line });
  expect(conflicts({ '/a': all(3), '/b': all(4), '/c': all(3), '/d': listed({ bingbot: 7, Applebot: 9 }) })).toEqual([
    {
      id: 'sitemap_closed',
      statement: '3 pages in the sitemap are closed to all core search crawlers by lines 3 and 4 of robots.txt.',
      places: [
        ['/a', null],
        ['/b', null],
        ['/c', null],
      ],
    },
    {
      id: 'sitemap_closed',
      statement: '1 page in the sitemap is closed to bingbot and Applebot by lines 7 and 9 of robots.txt.',
      places: [['/d', null]],
    },
  ]);
});

test('noindex that closed crawlers cannot see, and noindex beside a canonical, are named', () => {
  expect(
    conflicts({
      '/shut': { closed: { bingbot: 2 }, page: { noindex: ['*'] } },
      '/both': { page: { noindex: ['*'], canonical: `${ORIGIN}/` } },
    }).map(({ id, places }) => [id, places]),
  ).toEqual([
    ['closed_noindex', [['/shut', null]]],
    ['noindex_canonical', [['/both', '/']]],
  ]);
});

test('a page with several hreflang links to pages that redirect is one page', () => {
  const gone = { read: { redirect: `${ORIGIN}/x` } };
  const found = conflicts({ '/en': { alternates: ['/de', '/fr'] }, '/de': gone, '/fr': gone, '/x': {} });
  const { statement, places } = found.find(({ id }) => id === 'hreflang_redirect') ?? {};
  expect(statement).toBe('1 page links by hreflang to a page that redirects.');
  expect(places).toHaveLength(2);
});

test('hreflang that is not returned is named, and only of pages that were read', () => {
  const found = conflicts({ '/en': { alternates: ['/de', '/fr', '/en'] }, '/de': {}, '/fr': { read: null } });
  expect(found).toEqual([
    {
      id: 'hreflang_one_way',
      statement: '1 hreflang link is not returned by the page that it names.',
      places: [['/en', '/de']],
    },
  ]);
});

test('nothing is said of what a HEAD request cannot see, of other forms of a URL, or of errors that may pass', () => {
  expect(
    conflicts({
      '/head': { found: ['sitemap'], read: { method: 'HEAD', page: null } },
      '/slash': { found: ['sitemap'], page: { canonical: `${ORIGIN}/slash/` } },
      '/busy': { found: ['sitemap'], read: { status: 429 } },
      '/down': { found: ['sitemap'], read: { status: 503 } },
      '/slow': { found: ['sitemap'], read: { status: null, failure: 'timeout' } },
      '/unread': { found: ['sitemap'], read: null },
    }),
  ).toEqual([]);
});
