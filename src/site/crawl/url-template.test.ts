import { expect, test } from 'vitest';
import { languageOfUrl, toTemplate } from './url-template.ts';

test.each([
  ['/', '/*'],
  ['/about', '/*'],
  ['/blog/', '/*'],
  ['/blog/a-post/', '/blog/*'],
  ['/blog/a-post?x=1', '/blog/*'],
  ['/2024/05/a-post', '/#/#/*'],
  ['/2024/may/a-post', '/#/#/*'],
  ['/docs/v2.1/install', '/docs/v#.#/*'],
  ['/de/about', '/*'],
  ['/pt-BR/blog/a', '/blog/*'],
  ['/xx/about', '/xx/*'],
  ['//double//slash', '/double/*'],
  ['/%E4%BA%A7%E5%93%81/a', '/产品/*'],
  ['/a/b/c/d/e/f/g/h/i/j', '/a/b/c/d/e/f/g/h/*'],
])('the template of %s is %s', (path, template) => {
  expect(toTemplate(`https://example.com${path}`)).toBe(template);
});

test('the language of a URL is its first segment, where that is a code of ISO 639-1', () => {
  const languages = ['/de/x', '/pt_br/', '/xx/x', '/blog/de/'].map((path) =>
    languageOfUrl(`https://example.com${path}`),
  );
  expect(languages).toEqual(['de', 'pt-br', null, null]);
});
