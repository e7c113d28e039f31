import { expect, test } from 'vitest';
import { inventoryWith, NO_READING, NO_SITE } from '../../../test/support/inventories.ts';
import type { InventoryPage, PageSummary } from '../../site/inventory/inventory.ts';
import { vipLlmsTxt } from './llms-txt-document.ts';
import { selectPages } from './page-selection.ts';

const O = 'https://example.com';

function page(path: string, reading: Partial<PageSummary> = {}, more: Partial<InventoryPage> = {}): InventoryPage {
  const isHome = path === '/';
  const said = { title: `Page ${path}`, words: 200, kind: isHome ? ('home' as const) : ('other' as const), ...reading };
  const place = isHome ? ('home' as const) : ('sitemap' as const);
  return { url: O + path, place, label: null, status: 'listed', reading: { ...NO_READING, ...said }, ...more };
}

const createInventory = (...pages: readonly InventoryPage[]) =>
  inventoryWith([page('/'), ...pages], { site: { ...NO_SITE, lang: 'en', name: 'Acme' } });
const selected = (...pages: readonly InventoryPage[]) =>
  selectPages(createInventory(...pages)).pages.map(({ page: { url } }) => url.replace(O, ''));
const writeText = (...pages: readonly InventoryPage[]) =>
  vipLlmsTxt({ inventory: createInventory(...pages), hostedUrl: null });
const listLines = (text: string) => text.match(/^(?:## |- \[).*/gm) ?? [];

test.each([
  ['a tag', page('/tag/insurance/')],
  ['the index of tags', page('/tags.html')],
  ['an author', page('/author/admin/index.html')],
  ['the next page of a list', page('/blog/page/2/')],
  ['the next page of a list beside it', page('/page3/')],
  ['what has no category', page('/category/uncategorized/')],
  ['an attachment by its path', page('/2018/06/a-post/attachment/img_1/')],
  ['an attachment by its class', page('/2018/06/a-post/img-1/', { isAttachment: true })],
  ['a page that scripts fill', page('/shop/tide', { words: 3 })],
  ['a post without words', page('/blog/tide', { words: 12, kind: 'article' })],
  ['what a form leads to', page('/contact/thank-you/', { words: 30 })],
  ['thanks below another name', page('/contact-thanks', { words: 30 })],
  ['what a form leads to, by its heading', page('/gebucht/', { words: 40, heading: 'Vielen Dank für Ihre Buchung' })],
  ['what a form leads to that has failed', page('/fehler/', { words: 30 })],
  ['a source file of documentation', page('/api/Tide_8h_source.html', { kind: 'documentation' })],
  ['a module of Sphinx', page('/_modules/tide.html', { kind: 'documentation' })],
  ['a list of members', page('/api/classTide-members.html', { kind: 'documentation' })],
])('%s is not listed', (_what, one) => {
  expect(selected(one)).toEqual(['/']);
});

test.each([
  ['a page about tags in documentation', page('/api/tag.html', { kind: 'documentation' })],
  ['a short page', page('/opening-hours', { words: 9 })],
  ['a long text that begins with thanks', page('/review', { heading: 'Thanks to the harbour', words: 400 })],
  ['a page of an inventory of an earlier version', { ...page('/old'), reading: { ...NO_READING, title: 'Old' } }],
  ['an episode of a series', page('/series/tides/first-tide', { kind: 'article' })],
])('%s is listed', (_what, one) => {
  expect(selected(one)).toHaveLength(2);
});

test('of a page in several languages the one in the language of the site is listed, and each language has one link', () => {
  const german = (path: string) => page(path, { lang: 'de' });
  const paired = { translationOf: `${O}/de/preise` };
  const text = writeText(
    page('/about'),
    german('/de/'),
    german('/de/about'),
    german('/de/nur-hier'),
    page('/pricing', paired),
    page('/de/preise', { lang: 'de', ...paired }),
  );
  expect(listLines(text).filter((line) => line.includes('/de/'))).toEqual([
    '- [Page /de/nur-hier](https://example.com/de/nur-hier)',
    '- [Deutsch](https://example.com/de/)',
  ]);
  expect(text).toContain('- [Page /pricing]');
});

test('a canonical on another site, or one for pages of different titles, is not believed', () => {
  const canonicals = [{ url: 'https://example.org/', isThere: true }];
  const away = page('/a', {}, { canonical: 'https://example.org/' });
  const inventory = { ...createInventory(away), canonicals };
  expect(selectPages(inventory).pages).toHaveLength(2);
  const toHome = ['/a', '/b', '/c'].map((path) => page(path, {}, { canonical: `${O}/` }));
  expect(selected(...toHome)).toEqual(['/', '/a', '/b', '/c']);
  expect(selected(page('/a', {}, { canonical: `${O}/` }))).toEqual(['/']);
});

test('posts stand by date, the newest first, and no year is a section', () => {
  const post = (path: string, date: string) => page(path, { kind: 'article', date });
  const text = writeText(
    post('/2018/06/01/first', '2018-06-01'),
    post('/2026/02/03/third', '2026-02-03'),
    post('/2020/06/01/second', '2020-06-01'),
  );
  expect(listLines(text).slice(2)).toEqual([
    '## Articles',
    '- [Page /2026/02/03/third](https://example.com/2026/02/03/third)',
    '- [Page /2020/06/01/second](https://example.com/2020/06/01/second)',
    '- [Page /2018/06/01/first](https://example.com/2018/06/01/first)',
  ]);
});

test('of very many posts those with the most links are listed', () => {
  const posts = Array.from({ length: 120 }, (_, n) =>
    page(`/blog/${n}`, { kind: 'article', date: '2026-01-01' }, n < 10 ? { linksIn: 5 } : {}),
  );
  const text = writeText(...posts);
  expect(text.match(/\(https:\/\/example\.com\/blog\//g)).toHaveLength(100);
  for (let n = 0; n < 10; n++) expect(text).toContain(`(https://example.com/blog/${n})`);
});

test('documentation stands in the order of the menus', () => {
  const doc = (name: string, menuIndex?: number) =>
    page(`/docs/${name}`, { kind: 'documentation' }, menuIndex === undefined ? {} : { menuIndex });
  const text = writeText(doc('not-in-a-menu'), doc('usage', 2), doc('install', 1));
  expect(listLines(text).filter((line) => line.includes('/docs/'))).toEqual([
    '- [Page /docs/install](https://example.com/docs/install)',
    '- [Page /docs/usage](https://example.com/docs/usage)',
    '- [Page /docs/not-in-a-menu](https://example.com/docs/not-in-a-menu)',
  ]);
});

test('the categories of a large blog come last, without the word that their titles begin with', () => {
  const posts = Array.from({ length: 9 }, (_, i) => page(`/2026/0${i + 1}/post-${i}/`, { kind: 'article' }));
  const categories = ['ruby', 'lisp', 'linux'].map((name) =>
    page(`/categories/${name}/`, { title: `Category: ${name}`, description: `Category: ${name}`, kind: 'listing' }),
  );
  const inventory = createInventory(...categories, ...posts);
  const text = vipLlmsTxt({ inventory: { ...inventory, known: 900 }, hostedUrl: null });
  expect(listLines(text).slice(-4)).toEqual([
    '## Optional',
    `- [ruby](${O}/categories/ruby/)`,
    `- [lisp](${O}/categories/lisp/)`,
    `- [linux](${O}/categories/linux/)`,
  ]);
});

test('the categories of a shop come before its products', () => {
  const product = (name: string) => page(`/product/${name}`, { kind: 'product' });
  const category = (name: string) => page(`/product-category/${name}`, { kind: 'listing' });
  const lines = listLines(writeText(product('tide'), product('gauge'), category('instruments'), category('charts')));
  expect(lines.filter((line) => line.startsWith('## '))).toEqual(['## Main pages', '## Categories', '## Products']);
});

test('a paragraph that several pages repeat is the note of the article it comes from', () => {
  const paragraph = 'The gauge at the pier was replaced by one without moving parts.';
  const text = writeText(
    page('/services', { paragraph: `${paragraph} Read` }),
    page('/blog/new-gauge', { paragraph, kind: 'article' }),
  );
  expect(text.match(/without moving parts/g)).toHaveLength(1);
  expect(text).toContain(`/blog/new-gauge): ${paragraph}`);
});

test('a list is described by what follows its heading, and not by the text of an entry', () => {
  const list = (name: string, reading: object) =>
    page(`/lists/${name}`, { paragraph: `All that we wrote of ${name} since 2019.`, kind: 'listing', ...reading });
  const text = writeText(list('piers', { hasLead: true }), list('tides', {}));
  expect(text).toContain('/lists/piers): All that we wrote of piers since 2019.');
  expect(text).not.toContain('All that we wrote of tides');
});

test('only the root is the home page, though a folder of a number names no section', () => {
  const text = writeText(page('/2048/', { title: 'The game' }));
  expect(listLines(text)).toEqual(['## Main pages', `- [Home](${O}/)`, `- [The game](${O}/2048/)`]);
});

test('a page below the path of a language that is not translated is listed once; posts of one name in two years are two', () => {
  const pages = ['/news/2024/open', '/news/2025/open', '/tok/news/2024/open'].map((path) => page(path, { lang: 'en' }));
  expect(selected(page('/tok/', { lang: 'tok' }), ...pages)).toEqual(['/', '/news/2024/open', '/news/2025/open']);
});

test('a part of documentation has another name than the whole, and its index alone does not make a section', () => {
  const docs = (folder: string, n: number) =>
    Array.from({ length: n }, (_, i) => page(`/docs/${folder}/tide-${i}`, { kind: 'documentation' }));
  const text = writeText(
    page('/docs/', { title: 'Intro', kind: 'documentation' }),
    ...docs('reference', 4),
    ...docs('tutorials', 9),
  );
  expect(listLines(text).filter((line) => line.startsWith('## '))).toEqual([
    '## Main pages',
    '## Reference',
    '## Tutorials',
  ]);
  expect(text).toContain(`- [Intro](${O}/docs/)`);
});

test('a description cut from the page gives way to its own sentence, and a heading is not a note', () => {
  const said = 'Tides are read once an hour, and the office writes them down.';
  const text = writeText(
    page('/made', { title: 'Tides', description: `Tides ${said.slice(0, 50)}...`, paragraph: said }),
    page('/cut', {
      title: 'Gauges',
      description: 'Gauges stand',
      paragraph: 'Gauges stand on every pier of the port.',
    }),
    page('/heading', { title: 'Piers', description: 'Getting started' }),
  );
  expect(text).toContain(`- [Tides](${O}/made): ${said}\n`);
  expect(text).toContain(`- [Gauges](${O}/cut): Gauges stand on every pier of the port.\n`);
  expect(text).toMatch(/- \[Piers\]\(\S+\)(?:\n|$)/);
});

test('what a tool puts before all titles, and what WordPress adds to lists, is left off', () => {
  const titles = ['Tide', 'Gauge', 'Pier'].map((name) =>
    page(`/api/${name}`, { title: `Acme API: ${name} Class Reference` }),
  );
  const text = writeText(...titles, page('/lists/tides', { title: 'Tides Archives', kind: 'listing' }));
  expect(listLines(text).map((line) => /\[(.*)\]/.exec(line)?.[1])).toEqual(
    expect.arrayContaining(['Tide Class Reference', 'Gauge Class Reference', 'Pier Class Reference', 'Tides']),
  );
});

test('a site that says nothing on its home page is described by its about page, and no template describes it', () => {
  const about = page('/about', { paragraph: 'Acme makes gauges for piers and harbours.' });
  expect(writeText(about)).toContain('\n> Acme makes gauges for piers and harbours.\n');
  const foreign = { ...createInventory(about).site, description: 'Bootstrap theme with many blocks' };
  const text = vipLlmsTxt({ inventory: { ...createInventory(about), site: foreign }, hostedUrl: null });
  expect(text).toContain('\n> Acme makes gauges for piers and harbours.\n');
});
