import { expect, test } from 'vitest';
import { type MadeUrl, madeInventory, ORIGIN } from '../../../test/support/known-urls.ts';
import { linkIssues } from './links.ts';
import { SiteIndex } from './site-index.ts';

function issues(made: Readonly<Record<string, MadeUrl>>, isCut = false) {
  return linkIssues(new SiteIndex(madeInventory(made, isCut))).map(({ id, statement, places }) => ({
    id,
    statement,
    places: places.map(({ url, other, line }) => [url.replace(ORIGIN, ''), other?.replace(ORIGIN, '') ?? null, line]),
  }));
}

test('a dead link is named with the pages and lines where it stands', () => {
  const gone: MadeUrl = {
    read: { status: 404 },
    from: [
      ['/', 7],
      ['/a', 9],
    ],
  };
  expect(issues({ '/gone': gone, '/old': { read: { status: 410 }, from: [['/a', 11]] }, '/a': {} })).toEqual([
    {
      id: 'dead_link',
      statement: '3 links on 2 pages lead to 2 addresses of this site that do not exist (404 or 410).',
      places: [
        ['/', '/gone', 7],
        ['/a', '/gone', 9],
        ['/a', '/old', 11],
      ],
    },
  ]);
});

test.each([
  ['429', { status: 429 }],
  ['503', { status: 503 }],
  ['403', { status: 403 }],
  ['a time-out', { status: null, failure: 'timeout' }],
] as const)('%s is unknown, never dead', (_, read) => {
  expect(issues({ '/busy': { read, from: [['/', 3]] } }).map(({ id, places }) => [id, places])).toEqual([
    ['unknown_link', [['/', '/busy', 3]]],
  ]);
});

test('redirect chains and loops are named', () => {
  const found = issues({
    '/once': { read: { redirect: `${ORIGIN}/`, hops: 1 } },
    '/twice': { read: { redirect: `${ORIGIN}/`, hops: 2 } },
    '/round': { read: { status: null, failure: 'redirect_loop', hops: 5 } },
  });
  expect(found.map(({ id, places }) => [id, places])).toEqual([
    ['redirect_chain', [['/twice', '/', null]]],
    ['redirect_loop', [['/round', null, null]]],
  ]);
});

test('links to http addresses of an https site are named', () => {
  const found = issues({ 'http://www.example.com/a': { read: null, from: [['/', 4]] } });
  expect(found.map(({ id, places }) => [id, places])).toEqual([['http_link', [['/', 'http://www.example.com/a', 4]]]]);
});

test('listed pages without a link, linked pages that are not listed, and files that nothing names are told', () => {
  const found = issues({
    '/both': { found: ['sitemap', 'link'] },
    '/listed': { found: ['sitemap'] },
    '/linked': { found: ['link'] },
    '/noindex': { found: ['link'], page: { noindex: ['*'] } },
    '/shut-for-one': { found: ['link'], closed: { Googlebot: 3 } },
    '/file': { found: [] },
  });
  expect(found).toEqual([
    {
      id: 'orphan',
      statement: '1 page in the sitemap is linked from none of the 7 pages that were read.',
      places: [['/listed', null, null]],
    },
    {
      id: 'unnamed_file',
      statement:
        '1 page of the folder is named by no sitemap or llms.txt, and by no link (links with a query aside) of the 7 pages that were read.',
      places: [['/file', null, null]],
    },
    {
      id: 'linked_unlisted',
      statement: '1 page that may be indexed is linked, and in no sitemap.',
      places: [['/linked', null, null]],
    },
  ]);
});

test('what is shut for a whole site does not excuse its pages from the sitemap', () => {
  const closed = { Googlebot: 3 };
  const linked: MadeUrl = { found: ['link'], closed };
  const found = issues({
    '/': { found: ['home'], closed },
    '/both': { found: ['sitemap', 'link'], closed },
    '/linked': linked,
  });
  expect(found.find(({ id }) => id === 'linked_unlisted')?.places).toEqual([['/linked', null, null]]);
});

test('no page is said to be in no sitemap where a sitemap was not read to the end, or there is none', () => {
  expect(issues({ '/a': { found: ['sitemap', 'link'] }, '/b': {} }, true)).toEqual([]);
  expect(issues({ '/b': {} })).toEqual([]);
});

test('a page over 2 MB is named', () => {
  const size = 2 * 1024 * 1024;
  const found = issues({ '/at': { read: { bytes: size } }, '/over': { read: { bytes: size + 1 } } });
  expect(found).toEqual([
    {
      id: 'large_page',
      statement: '1 page has more than 2 MB of HTML, and Googlebot reads the first 2 MB.',
      places: [['/over', null, null]],
    },
  ]);
});
