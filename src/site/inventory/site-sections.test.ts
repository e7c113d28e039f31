import { describe, expect, test } from 'vitest';
import { languageSegments, rankPages, sitePath, spreadOverSections } from './site-sections.ts';

const ORIGIN = 'https://example.com';
const SPOKEN = languageSegments(['en', null, 'it-IT'], [{ hreflang: 'pt-BR', url: 'https://example.com/pt_BR/' }]);

test.each([
  ['/', null, [], ''],
  ['/about', null, [], 'about'],
  ['/about.html', null, [], 'about'],
  ['/docs/', null, ['docs'], ''],
  ['/docs/index.html', null, ['docs'], ''],
  ['/docs/api/x.php', null, ['docs', 'api'], 'x'],
  ['/en/', 'en', [], ''],
  ['/en', 'en', [], ''],
  ['/pt_BR/docs/x', 'pt-br', ['docs'], 'x'],
  ['/blog/en/x/', 'en', ['blog', 'x'], ''],
  ['/docs/api/en/x', null, ['docs', 'api', 'en'], 'x'],
  ['/about.htm', null, [], 'about'],
  ['/about.asp', null, [], 'about'],
  ['/about.html.zip', null, [], 'about.html.zip'],
  ['/docs/default', null, ['docs'], ''],
  ['/docs/my-index', null, ['docs'], 'my-index'],
  ['/docs/index-of-things', null, ['docs'], 'index-of-things'],
  ['/docs/it', null, ['docs'], 'it'],
  ['/en/it', 'en', [], 'it'],
  ['/pt_BR', 'pt-br', [], ''],
  ['/%D8%A7/100%', null, ['ا'], '100%'],
])('%s stands in the language %s, the folders %j, as %j', (path, language, folders, name) => {
  expect(sitePath(`https://example.com${path}`, SPOKEN)).toEqual({ language, folders, name });
});

test('every section has its share, those nearest to its top first, each language a section of its own', () => {
  const urls = ['/shop/a/deep', '/shop/b', '/shop/', '/shop/c', '/blog/x', '/en/shop/b', '/blog/x'].map(
    (path) => `https://example.com${path}`,
  );
  const paths = spreadOverSections(urls, SPOKEN).map((url) => new URL(url).pathname);
  expect(paths).toEqual(['/shop/', '/blog/x', '/en/shop/b', '/shop/b', '/shop/c', '/shop/a/deep']);
});

test('what is no URL stands at the top', () => {
  expect(sitePath('nonsense', SPOKEN)).toEqual({ language: null, folders: [], name: '' });
});

test('a page at the top and one of a language at its top are of one section each', () => {
  const urls = ['/a', '/b', '/en/a', '/en/b'].map((path) => `https://example.com${path}`);
  expect(spreadOverSections(urls, SPOKEN).slice(0, 2)).toEqual(['https://example.com/a', 'https://example.com/en/a']);
});

test.each([
  ['/ar/vr-headsets', null, ['ar'], 'vr-headsets'],
  ['/ai/', null, ['ai'], ''],
  ['/AI', null, [], 'AI'],
  ['/blog/de/x', null, ['blog', 'de'], 'x'],
  ['/en-us/x', 'en-us', [], 'x'],
  ['/br/x', 'br', [], 'x'],
])('%s on a site in English and, under /br/, Portuguese stands in the language %s', (path, language, folders, name) => {
  const languages = languageSegments(['en-GB'], [{ hreflang: 'pt-BR', url: 'https://example.com/br/' }]);
  expect(sitePath(`https://example.com${path}`, languages)).toEqual({ language, folders, name });
});

const ENGLISH_AND_GERMAN = languageSegments(['en', 'de'], []);
const order = (...pages: readonly (string | readonly [path: string, priority: number])[]) =>
  rankPages(
    pages.map((page) =>
      typeof page === 'string' ? { url: ORIGIN + page } : { url: ORIGIN + page[0], priority: page[1] },
    ),
    ENGLISH_AND_GERMAN,
  ).map((url) => url.replace(ORIGIN, ''));

describe('rankPages puts first', () => {
  test('the indexes of sections, those of most pages before the others', () => {
    expect(order('/a/1', '/a/2', '/b/1', '/b/2', '/b/3', '/a/', '/b.html')).toEqual([
      '/b.html',
      '/a/',
      '/b/1',
      '/a/1',
      '/b/2',
      '/a/2',
      '/b/3',
    ]);
  });

  test('categories, wherever the pages in them stand', () => {
    expect(order('/p/1', '/p/2', '/category/shoes', '/collections/hats/')).toEqual([
      '/category/shoes',
      '/collections/hats/',
      '/p/1',
      '/p/2',
    ]);
  });

  test('pages of high priority, the highest before the others', () => {
    expect(order('/a/1', ['/a/2', 0.8], ['/b/1', 1], ['/c/1', 0.5], ['/c/2', 0.1])).toEqual([
      '/b/1',
      '/a/2',
      '/a/1',
      '/c/1',
      '/c/2',
    ]);
  });

  test('one of each section where all are alike', () => {
    expect(order('/a/1', '/a/2', '/b/1', '/b/2')).toEqual(['/a/1', '/b/1', '/a/2', '/b/2']);
    expect(order(['/a/1', 1], ['/a/2', 1], ['/b/1', 1], ['/b/2', 1])).toEqual(['/a/1', '/b/1', '/a/2', '/b/2']);
  });

  test('the index of a section in each language', () => {
    expect(order('/en/docs/1', '/en/docs/2', '/de/docs/', '/en/docs/')[0]).toBe('/en/docs/');
  });
});

test('each page comes once, and no more than 100 indexes before the rest', () => {
  const categories = Array.from({ length: 150 }, (_, index) => `/category/${index}`);
  const found = order(['/best', 1], ...categories);
  expect(found).toHaveLength(151);
  expect(new Set(found).size).toBe(151);
  expect(found[100]).toBe('/best');
});
