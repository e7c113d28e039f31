import { describe, expect, test } from 'vitest';
import { pageAt } from '../../../test/support/pages.ts';
import type { Page } from '../site-facts.ts';
import { articleOf, hasNamedAuthor } from './articles.ts';

const URL = 'https://www.example.com/page';
const nothing = () => false;

function pageWith(main: string, head = ''): Page {
  const html = `<html lang=en><head>${head}</head><body><main>${main}</main></body></html>`;
  return pageAt(URL, html, { kind: 'article' });
}

const script = (value: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`;
const jsonLd = (value: object) => pageWith('<p>Text</p>', script(value));

describe('the article of a page', () => {
  const ARTICLE = { headline: 'Drift', datePublished: '2026-06-03' };

  test.each([
    ['a name', 'Ines Marlow', []],
    ['a node with a name', { '@type': 'Person', name: 'Ines Marlow' }, []],
    ['a list of nodes', [{ '@type': 'Person' }, { '@type': 'Person', name: 'Ines Marlow' }], []],
    ['a reference to a node of another page', { '@id': 'https://www.example.com/#ines' }, []],
    ['a node that says nothing', { '@type': 'Person' }, ['author']],
    ['an empty name', ' ', ['author']],
  ])('may have as author %s', (_, author, missing) => {
    expect(articleOf(jsonLd({ '@type': 'BlogPosting', ...ARTICLE, author }), nothing)?.missing).toEqual(missing);
  });

  test('is no WebPage', () => {
    expect(articleOf(jsonLd({ '@type': 'WebPage', ...ARTICLE, author: 'Ines' }), nothing)).toBeNull();
  });
});

describe('the author of an Article', () => {
  const missing = (author: unknown) =>
    articleOf(jsonLd({ '@type': 'Article', headline: 'A', datePublished: '2026', author }), (value) => value === 'TODO')
      ?.missing;

  test.each<[what: string, author: unknown]>([
    ['a name', 'Jo'],
    ['a node with a name', { '@type': 'Person', name: 'Jo' }],
    ['a node with an identifier alone', { '@type': 'Person', '@id': 'https://example.com/#jo' }],
    ['one of several', ['TODO', { '@type': 'Person' }, 'Jo']],
    ['one of several names', { '@type': 'Person', name: ['TODO', 'Jo'] }],
  ])('is %s', (_what, author) => expect(missing(author)).toEqual([]));

  test.each<[what: string, author: unknown]>([
    ['nothing', undefined],
    ['white space', ' '],
    ['a placeholder', 'TODO'],
    ['a node without a name', { '@type': 'Person', jobTitle: 'Harbour master' }],
    ['a node whose name is a placeholder', { '@type': 'Person', name: 'TODO' }],
    ['a node whose name is another node', { '@type': 'Person', name: { '@type': 'Thing', name: 'Jo' } }],
  ])('is not %s', (_what, author) => expect(missing(author)).toEqual(['author']));
});

test('an article may have other types as well', () => {
  expect(articleOf(jsonLd({ '@type': ['http://other.example/Thing', 'Article'] }), nothing)).not.toBeNull();
  expect(articleOf(jsonLd({ '@type': 'Thing' }), nothing)).toBeNull();
});

describe('the author of a page', () => {
  test.each<[what: string, main: string, head: string]>([
    ['in structured data', '', script({ '@type': 'Article', author: { '@type': 'Person', name: 'Jo' } })],
    ['in a meta', '', '<meta name=author content="Ines Marlow">'],
    ['in a meta of a preview', '', '<meta property="article:author" content="Ines Marlow">'],
    ['in a byline', '<p class=author>Ines Marlow</p>', ''],
    ['in a line of 30 words', `<p>By Ines Marlow ${'word '.repeat(27)}</p>`, ''],
    ['in the eighth block', `${'<p>x</p>'.repeat(7)}<p>By Ines Marlow</p>`, ''],
    ['behind a date', '<p>3. Juni 2026 · von Dr. Ines Marlow</p>', ''],
    ['in Japanese', '<p>著者：王小明</p>', ''],
    ['with a word such as an address in it', '<p class=author>Jo, see https://example.org/</p>', ''],
  ])('is named %s', (_what, main, head) => {
    expect(hasNamedAuthor(pageWith(`${main}<p>Text</p>`, head))).toBe(true);
  });

  test.each<[what: string, main: string, head: string]>([
    ['anywhere', '', ''],
    ['by an article whose author is nobody', '', script({ '@type': 'Article', author: ' admin ' })],
    ['by what is no article', '', script({ '@type': 'Product', author: 'Jo' })],
    [
      'in a meta of a similar name',
      '',
      '<meta name=coauthor content="Ines Marlow"><meta name=author-url content="Ines Marlow">',
    ],
    ['by an account that nobody named', '<p class=author> By admin </p>', '<meta name=author content=" Admin ">'],
    [
      'by an address',
      '<p class=author>https://example.org/ines</p>',
      '<meta name=author content="http://example.org/ines">',
    ],
    ['by one letter', '<p class=author>J</p>', ''],
    ['in a heading', '<h2>By Ines Marlow</h2>', ''],
    ['in a line of 31 words', `<p>By Ines Marlow ${'word '.repeat(28)}</p>`, ''],
    ['in the ninth block', `${'<p>x</p>'.repeat(8)}<p>By Ines Marlow</p>`, ''],
    ['by what a page is powered by', '<p>Powered by Great Software</p>', ''],
    ['by who wrote a comment', '<div class=comments><p class=comment-author>Ines Marlow</p></div>', ''],
    ['beyond 400 characters of a line', `<p>${'x'.repeat(400)} By Ines Marlow</p>`, ''],
  ])('is not named %s', (_what, main, head) => {
    expect(hasNamedAuthor(pageWith(`${main}<p>Text</p>`, head))).toBe(false);
  });
});

test.each([
  ['Ukrainian', 'Автор: Олена Коваль', true],
  ['Polish', 'Autor: Anna Nowak', true],
  ['Czech', 'Napsala: Jana Nováková', true],
  ['Swedish', 'Av Elsa Lind', true],
  ['Finnish', 'Kirjoittanut Elsa Lind, 2.3.2026', true],
  ['Norwegian', 'Skrevet av Elsa Lind', true],
  ['Greek', 'Γράφει η Ελένη Παππά', true],
  ['any language', 'Elsa Lind, 2 marca 2026', true],
  ['any language', '2.3.2026 | Elsa van der Lind', true],
  ['any language', '2 March 2026', false],
  ['any language', 'Updated on 2 March 2026', false],
  ['any language', 'London, 2 March 2026', false],
  ['Turkish', 'Yazar: Ayşe Demir', true],
  ['Greek', 'Συντάκτης: Μαρία Παππά', true],
  ['Hebrew', 'מאת דנה לוי', true],
  ['a Hebrew number that begins alike', 'מאתיים איש', false],
  ['an account', 'Autor: admin', false],
  ['a co-author in Russian', 'Соавтор: Анна', false],
  ['no byline in Danish', 'En del af Dansk Industri', false],
])('a byline in %s: %j', (_, text, expected) => {
  expect(hasNamedAuthor(pageWith(`<h1>Title</h1><p>${text}</p>`))).toBe(expected);
});
