import { expect, test } from 'vitest';
import { acrossSections, sitePlace } from './site-sections.ts';

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
  ['/%D8%A7/100%', null, ['ا'], '100%'],
])('%s stands in the language %s, the folders %j, as %j', (path, language, folders, name) => {
  expect(sitePlace(`https://example.com${path}`)).toEqual({ language, folders, name });
});

test('every section has its share, those nearest to its top first, each language a section of its own', () => {
  const urls = ['/shop/a/deep', '/shop/b', '/shop/', '/shop/c', '/blog/x', '/en/shop/b', '/blog/x'].map(
    (path) => `https://example.com${path}`,
  );
  const paths = (size: number) => acrossSections(urls, size).map((url) => new URL(url).pathname);
  expect(paths(2)).toEqual(['/shop/', '/blog/x']);
  expect(paths(99)).toEqual(['/shop/', '/blog/x', '/en/shop/b', '/shop/b', '/shop/c', '/shop/a/deep']);
});
