import { describe, expect, test } from 'vitest';
import { inventoryWith, NO_READING } from '../../../test/support/inventories.ts';
import type { InventoryPage, PageInventory, PageSummary } from './inventory.ts';
import { isLargeSite, knownPages, listedPages } from './listed-pages.ts';

const O = 'https://example.com';
const toUrl = (url: string) => (url.startsWith('http') ? url : O + url);

function page(path: string, canonical?: string, more: Partial<InventoryPage> = {}): InventoryPage {
  const named = canonical === undefined ? {} : { canonical: toUrl(canonical) };
  const place = path === '/' ? ('home' as const) : ('main' as const);
  return {
    url: O + path,
    place,
    label: null,
    status: 'listed',
    reading: { ...NO_READING, title: path },
    ...named,
    ...more,
  };
}

const leftOut = (path: string, reason: InventoryPage['reason'] = 'not_200'): InventoryPage => ({
  ...page(path, undefined, { status: 'left_out', reading: null }),
  reason,
});
const unread = (path: string) => page(path, undefined, { status: 'unread', reading: null });
const saying = (path: string, more: Partial<PageSummary>) =>
  page(path, undefined, { reading: { ...NO_READING, title: 'A', description: 'What it is.', ...more } });

const listed = (pages: readonly InventoryPage[], more?: Partial<PageInventory>) =>
  listedPages(inventoryWith(pages, more)).pages.map(({ url }) => url.replace(O, ''));
const asked = (...answers: readonly (readonly [url: string, isThere: boolean])[]) => ({
  canonicals: answers.map(([url, isThere]) => ({ url: toUrl(url), isThere })),
});

describe('a page with a canonical URL', () => {
  test('that is listed is left out', () => {
    expect(listed([page('/'), page('/a', '/b'), page('/b')])).toEqual(['/', '/b']);
    expect(listedPages(inventoryWith([page('/a', '/b'), page('/b')])).duplicates).toBe(1);
  });

  test('that did not return 200 is listed: a hundred pages with one dead canonical URL are all listed', () => {
    const pages = (canonical: string) => Array.from({ length: 100 }, (_, index) => page(`/${index}`, canonical));
    expect(listed([page('/', '/dead'), ...pages('/dead'), leftOut('/dead')])).toHaveLength(101);
    expect(listed([page('/', '/dead?x'), ...pages('/dead?x')], asked(['/dead?x', false]))).toHaveLength(101);
  });

  test.each(['redirect', 'no_page', 'error_page', 'not_200'] as const)('that was left out as %s is listed', (reason) =>
    expect(listed([page('/a', '/b'), leftOut('/b', reason)])).toEqual(['/a']),
  );

  test('that is not to be indexed is left out', () => {
    const found = listedPages(inventoryWith([page('/a', '/b'), leftOut('/b', 'noindex')]));
    expect([found.pages, found.ofUnindexed]).toEqual([[], 1]);
  });

  test('that was never read is listed once', () => {
    expect(listed([page('/a', '/c'), page('/b', '/c'), unread('/c')])).toEqual(['/a']);
    expect(listed([page('/a', '/c?x=1'), page('/b', '/c?x=1'), page('/d', '/e')])).toEqual(['/a', '/d']);
  });

  test('that has one itself stands for the last of them', () => {
    expect(listed([page('/a', '/b'), page('/b', '/c'), page('/c')])).toEqual(['/c']);
    expect(listed([page('/a', '/b'), page('/b', '/dead'), leftOut('/dead')])).toEqual(['/b']);
  });

  test('in a loop is listed once, the first of the loop', () => {
    expect(listed([page('/x', '/b'), page('/a', '/b'), page('/b', '/c'), page('/c', '/b')])).toEqual(['/b']);
    expect(listed([page('/a', '/a/'), page('/a/', '/a')])).toEqual(['/a']);
  });
});

describe('a page with a canonical URL on another site', () => {
  const elsewhere = 'https://example.org/a';

  test('that is there is left out', () => {
    const found = listedPages(inventoryWith([page('/a', elsewhere)], asked([elsewhere, true])));
    expect([found.pages, found.elsewhere, found.duplicates]).toEqual([[], 1, 0]);
  });

  test('that is not there is listed, the home page too', () => {
    expect(listed([page('/', elsewhere), page('/b', elsewhere)], asked([elsewhere, false]))).toEqual(['/', '/b']);
  });

  test('that was not asked for is judged by the others of its host', () => {
    const pages = [page('/b', 'https://example.org/b'), page('/c', 'https://example.org/c')];
    expect(listed(pages, asked([elsewhere, false]))).toEqual(['/b', '/c']);
    expect(listed(pages, asked([elsewhere, false], ['https://example.org/d', true]))).toEqual([]);
    expect(listed([...pages, page('/d', 'https://example.org/c')])).toEqual(['/b', '/c']);
  });
});

describe('the home page', () => {
  test('that is a duplicate gives its place to the page it is one of', () => {
    const { pages } = listedPages(
      inventoryWith([page('/', '/start'), page('/a'), page('/start', undefined, { label: 'Go' })]),
    );
    expect(pages.map(({ url, place, label, reading }) => [url, place, label, reading.kind])).toEqual([
      [`${O}/start`, 'home', null, 'home'],
      [`${O}/a`, 'main', null, 'other'],
    ]);
  });

  test.each(['/index.html', '/index.php', '/default.aspx', '/Index.HTM'])('beside %s is one page', (path) => {
    expect(listed([page('/'), page(path)])).toEqual(['/']);
    expect(listed([page('/', path), page(path)])).toEqual([path]);
    expect(listed([page('/a', '/'), page(path, undefined, { place: 'home' })])).toEqual([path]);
  });
});

describe('one page under several URLs', () => {
  test('is a folder beside its index file, under its shorter URL and in the better place', () => {
    const { pages } = listedPages(
      inventoryWith([
        page('/docs/index.html', undefined, { label: 'Docs' }),
        page('/docs/', undefined, { place: 'footer' }),
      ]),
    );
    expect(pages).toMatchObject([{ url: `${O}/docs/`, place: 'main', label: 'Docs' }]);
  });

  test('is a URL in two spellings of its percent-encoding', () => {
    expect(listed([page('/%e3%83%9b'), page('/%E3%83%9B'), page('/%E3%83%9C')])).toEqual(['/%e3%83%9b', '/%E3%83%9C']);
  });

  test.each(['/x/', '/x.html', '/x/index.html', '/x.php'])('is /x and %s that says the same', (path) => {
    expect(listed([saying('/x', {}), saying(path, {})])).toEqual(['/x']);
    expect(listed([saying('/x', {}), saying(path, { paragraph: 'More.' })])).toEqual(['/x', path]);
    // What says nothing cannot be compared.
    expect(listed([saying('/x', { description: null }), saying(path, { description: null })])).toEqual(['/x', path]);
  });
});

describe('the pages that are known', () => {
  test('are those of the inventory and of the sitemaps, without those left out', () => {
    const pages = [page('/'), unread('/a'), leftOut('/b')];
    expect(knownPages(inventoryWith(pages))).toBe(2);
    expect(knownPages(inventoryWith(pages, { known: 1_204 }))).toBe(1_203);
  });

  test('of a large site are more than 100', () => {
    expect([100, 101].map((known) => isLargeSite(inventoryWith([page('/')], { known })))).toEqual([false, true]);
  });
});
