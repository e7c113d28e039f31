import { expect, test } from 'vitest';
import { acrossSections, languageSegments, sitePlace } from './site-sections.ts';

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
  expect(sitePlace(`https://example.com${path}`, SPOKEN)).toEqual({ language, folders, name });
});

test('every section has its share, those nearest to its top first, each language a section of its own', () => {
  const urls = ['/shop/a/deep', '/shop/b', '/shop/', '/shop/c', '/blog/x', '/en/shop/b', '/blog/x'].map(
    (path) => `https://example.com${path}`,
  );
  const paths = (size: number) => acrossSections(urls, size, SPOKEN).map((url) => new URL(url).pathname);
  expect(paths(2)).toEqual(['/shop/', '/blog/x']);
  expect(paths(99)).toEqual(['/shop/', '/blog/x', '/en/shop/b', '/shop/b', '/shop/c', '/shop/a/deep']);
});

test('what is no URL stands at the top', () => {
  expect(sitePlace('nonsense', SPOKEN)).toEqual({ language: null, folders: [], name: '' });
});

test('a page at the top and one of a language at its top are of one section each', () => {
  const urls = ['/a', '/b', '/en/a', '/en/b'].map((path) => `https://example.com${path}`);
  expect(acrossSections(urls, 2, SPOKEN)).toEqual(['https://example.com/a', 'https://example.com/en/a']);
  expect(acrossSections(urls, 3, SPOKEN)).toHaveLength(3);
  expect(acrossSections(urls, 0, SPOKEN)).toEqual([]);
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
  expect(sitePlace(`https://example.com${path}`, languages)).toEqual({ language, folders, name });
});
