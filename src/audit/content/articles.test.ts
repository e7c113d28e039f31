import { describe, expect, test } from 'vitest';
import { pageAt } from '../../../test/support/pages.ts';
import type { Page } from '../site-facts.ts';
import { findArticle, hasNamedAuthor } from './articles.ts';

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
    expect(findArticle(jsonLd({ '@type': 'BlogPosting', ...ARTICLE, author }), nothing)?.missing).toEqual(missing);
  });

  test.each([
    ['2026-06-03', []],
    ['2026-06-03T10:00:00+02:00', []],
    ['2026', []],
    ['20260603', []],
    ['June 3, 2026', []],
    ['1871-03-18', []],
    ['1780480800', []],
    ['yesterday', ['datePublished']],
    ['3 days ago', ['datePublished']],
    ['2026-13-03', ['datePublished']],
    ['0000-00-00', ['datePublished']],
    ['2026-00-00', ['datePublished']],
    ['{{ page.date }}', ['datePublished']],
    ['Invalid Date', ['datePublished']],
  ])('with the datePublished %s lacks %j', (datePublished, missing) => {
    const data = { '@type': 'Article', headline: 'Drift', author: 'Ines Marlow', datePublished };
    expect(findArticle(jsonLd(data), nothing)?.missing).toEqual(missing);
  });

  test.each([
    ['/page', true],
    ['https://staging.example.com/page.html', true],
    ['https://www.example.com/', true],
    ['https://www.example.com/another', false],
  ])('with the url %s is of this page: %s', (url, isOwn) => {
    const data = { '@type': 'BlogPosting', ...ARTICLE, author: 'Ines Marlow', url };
    expect(findArticle(jsonLd(data), nothing) !== null).toBe(isOwn);
  });

  test('is no WebPage', () => {
    expect(findArticle(jsonLd({ '@type': 'WebPage', ...ARTICLE, author: 'Ines' }), nothing)).toBeNull();
  });
});

describe('the author of an Article', () => {
  const missing = (author: unknown) =>
    findArticle(
      jsonLd({ '@type': 'Article', headline: 'A', datePublished: '2026', author }),
      (value) => value === 'TODO',
    )?.missing;

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
  expect(findArticle(jsonLd({ '@type': ['http://other.example/Thing', 'Article'] }), nothing)).not.toBeNull();
  expect(findArticle(jsonLd({ '@type': 'Thing' }), nothing)).toBeNull();
});

describe('the author of a page', () => {
  test.each<[what: string, main: string, head: string]>([
    ['in structured data', '', script({ '@type': 'Article', author: { '@type': 'Person', name: 'Jo' } })],
    ['in a meta', '', '<meta name=author content="Ines Marlow">'],
    ['in a meta of a preview', '', '<meta property="article:author" content="Ines Marlow">'],
    ['in a byline', '<p class=author>Ines Marlow</p>', ''],
    ['in a line of 30 words', `<p>By Ines Marlow ${'word '.repeat(27)}</p>`, ''],
    ['in the eighth block', `${'<p>x</p>'.repeat(7)}<p>By Ines Marlow</p>`, ''],
    ['in a heading', '<h4>By: Ines Marlow, 19 September 2013</h4>', ''],
    ['after a colon', '<p>By: Ines Marlow</p>', ''],
    ['as an editor', '<p class=byline>Editor: Ines Marlow</p>', ''],
    ['behind a date', '<p>3. Juni 2026 · von Dr. Ines Marlow</p>', ''],
    ['in Japanese', '<p>著者：王小明</p>', ''],
    ['in two characters beside a date', '<p class=byline>张伟 2026年3月2日</p>', ''],
    ['after a day and a date', '<p class=byline>Friday, 6 February 2026, Ines Marlow</p>', ''],
    ['with a word such as an address in it', '<p class=author>Jo, see https://example.org/</p>', ''],
  ])('is named %s', (_what, main, head) => {
    expect(hasNamedAuthor(pageWith(`${main}<p>Text</p>`, head))).toBe(true);
  });

  test.each<[what: string, main: string, head: string]>([
    ['anywhere', '', ''],
    ['by an article whose author is nobody', '', script({ '@type': 'Article', author: ' admin ' })],
    ['by an author that a script has not', '', script({ '@type': 'Article', author: { name: 'undefined' } })],
    ['by code of a template', '<p class=byline>By {{ author.name }}</p>', ''],
    ['by what is not an article', '', script({ '@type': 'Product', author: 'Jo' })],
    [
      'in a meta of a similar name',
      '',
      '<meta name=coauthor content="Ines Marlow"><meta name=author-url content="Ines Marlow">',
    ],
    [
      'by the maker of a template',
      '',
      '<meta name=author content="Mark Otto, Jacob Thornton, and Bootstrap contributors">',
    ],
    ['by an account that nobody named', '<p class=author> By admin </p>', '<meta name=author content=" Admin ">'],
    [
      'by an address',
      '<p class=author>https://example.org/ines</p>',
      '<meta name=author content="http://example.org/ines">',
    ],
    ['by a date', '<p class=byline>9 February 2026</p>', ''],
    ['by a day and a date', '<p class=byline>Freitag, 6. Februar 2026</p>', ''],
    ['by a date in Chinese', '<p class=byline>发布于 2026年3月2日 星期一</p>', ''],
    ['by one letter', '<p class=author>J</p>', ''],
    ['in the h1', '<h1>By Ines Marlow</h1>', ''],
    ['in a heading with more', '<h2>What was built by Ines Marlow</h2>', ''],
    ['by an account with a date', '<p class=byline>Posted by admin on June 3, 2026</p>', ''],
    ['by an account after a label of two words', '<p class=author>Post author:admin</p>', ''],
    ['by an account in words', '<p>By Staff Writer</p>', ''],
    ['by an account in Spanish', '<p class=author>Publicado por administrador</p>', ''],
    ['in a line of 31 words', `<p>By Ines Marlow ${'word '.repeat(28)}</p>`, ''],
    ['in the ninth block', `${'<p>x</p>'.repeat(8)}<p>By Ines Marlow</p>`, ''],
    ['by what a page is powered by', '<p>Powered by Great Software</p>', ''],
    ['by who took the pictures', '<p>Some of them were taken by Ines Marlow</p>', ''],
    ['by whose pictures it shows', '<p>Fotos von Ines Marlow</p>', ''],
    ['by who translated it', '<p>Traduit par Ines Marlow</p>', ''],
    ['by who wrote a comment', '<div class=comments><p class=comment-author>Ines Marlow</p></div>', ''],
    ['beyond 400 characters of a line', `<p>${'x'.repeat(400)} By Ines Marlow</p>`, ''],
  ])('is not named %s', (_what, main, head) => {
    expect(hasNamedAuthor(pageWith(`${main}<p>Text</p>`, head))).toBe(false);
  });
});

test.each([
  ['Ukrainian', 'Автор: Олена Коваль', true],
  ['Ukrainian', 'Авторка статті: Олена Коваль', true],
  ['Ukrainian', 'Текст і фото: Олена Коваль', true],
  ['Ukrainian', 'Матеріал підготувала Олена Коваль', true],
  ['Ukrainian', 'Журналістка: Олена Коваль', true],
  ['no byline in Ukrainian', 'Контекст: вибори', false],
  ['no byline in Ukrainian', 'Матеріал: бавовна', false],
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
  ['Chinese', '文：王小明', true],
  ['Chinese', '文／王小明', true],
  ['Chinese that is not a byline', '全文：王小明的故事', false],
  ['Chinese that is not a byline', '中文/英文', false],
  ['Japanese', '取材・文：山田太郎', true],
  ['Japanese', '文＝山田太郎', true],
  ['Korean', '글 김민수', true],
  ['Korean', '김민수 기자', true],
  ['Korean', '[서울=연합] 김민수기자', true],
  ['Korean that is not a byline', '글 목록', false],
  ['Korean that is not a byline', '정치부 기자', false],
  ['Korean that is not a byline', '글 전체보기', false],
  ['Slovenian', 'Piše: Ana Novak', true],
  ['Croatian', 'Autorica: Ana Horvat', true],
  ['Slovak', 'Napísala Jana Nováková', true],
  ['Serbian', 'Пише: Ана Јовановић', true],
  ['Bulgarian', 'Автор: Мария Иванова', true],
  ['Latvian', 'Autore: Anna Bērziņa', true],
  ['Lithuanian', 'Autorė: Ona Kazlauskienė', true],
  ['Estonian', 'Tekst: Mari Tamm', true],
  ['Belarusian', 'Аўтар: Алесь Новік', true],
  ['Persian', 'نویسنده: مریم رضایی', true],
  ['Hindi', 'लेखक: राम शर्मा', true],
  ['Thai', 'เขียนโดย สมชาย ใจดี', true],
  ['Thai', 'โดย สมชาย ใจดี | 3 มิถุนายน 2569', true],
  ['Thai', 'โดย: สมชาย', true],
  ['Thai that is not a byline', 'เรือออกทุกวันโดยเฉพาะฤดูร้อน', false],
  ['Lithuanian', 'Parašė Ona Kazlauskienė, 2026-03-02', true],
  ['a German sentence', 'Hier hilft das Setzen von Tonnen dem Verkehr sehr.', false],
  ['German', 'Geschrieben von Ines Marlow und geprüft von Jan Holt.', true],
  ['Indonesian', 'Oleh: Budi Santoso', true],
  ['an account', 'Autor: admin', false],
  ['an account', 'Автор: Администратор', false],
  ['a co-author in Russian', 'Соавтор: Анна', false],
  ['no byline in Danish', 'En del af Dansk Industri', false],
  ['a date with a label', 'Open House: 16 January 2026', false],
  ['a German date with a label', 'Letzte Aktualisierung: 9. März 2026', false],
  ['a line with a reading time', 'Ines Marlow · October 18, 2025 · 8 min read', true],
  ['a Spanish line with a reading time', 'Inés Marlow · 2025-10-18 · 8 min de lectura', true],
  ['a reading time', 'October 18, 2025 · 8 min read', false],
  ['a way', 'By Ferry From Kirkwall', false],
  ['an opening', 'Opened by Mayor Jane Miller on Monday.', false],
  ['a fine', 'Drivers fined by Transport Department.', false],
  ['a German visit', 'Ein Besuch von Familie Müller aus Köln.', false],
  ['a German article', 'Ein Artikel von Ines Marlow', true],
  ['a date and an author', '3 June 2026 by Ines Marlow', true],
  ['a German motto', 'Von Müllern für Bäcker', false],
  ['two authors', 'By Ines Marlow and Jan Holt', true],
  ['a team', 'Written by our team', false],
  ['a line without capitals', 'written by ines marlow', true],
  ['Danish editors', 'Skrevet af redaktionen', false],
  ['Polish editors', 'Autor: Redakcja', false],
])('a byline in %s: %j', (_, text, expected) => {
  expect(hasNamedAuthor(pageWith(`<h1>Title</h1><p>${text}</p>`))).toBe(expected);
});

test.each([
  ['9 February 2026', false],
  ['Posted on 9 February 2026', false],
  ['Veröffentlicht am 9. Februar 2026', false],
  ['Ines Marlow, 9 February 2026', true],
  ['Posted on 9 February 2026 by Ines Marlow', true],
  ['2026年2月9日 王小明', true],
])('an element with the class of a byline and the text %s names somebody: %s', (text, expected) => {
  expect(hasNamedAuthor(pageWith(`<h1>Drift</h1><p class="byline">${text}</p><p>Text.</p>`))).toBe(expected);
});
