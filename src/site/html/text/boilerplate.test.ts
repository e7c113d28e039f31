import { describe, expect, test } from 'vitest';
import { readPage } from '../read-page.ts';

const readText = (html: string) => readPage(html, 'https://example.com/page').text;
const paragraph = (count: number) => `<p>${'tide '.repeat(count)}</p>`;
/** Returns a page with an article of this many words and something around it. */
const page = (around: { before?: string; inside?: string; behind?: string }, words = 250) =>
  readText(
    `<body><div>${around.before ?? ''}</div><h1>Tides</h1><div>${paragraph(words)}${around.inside ?? ''}${paragraph(20)}</div>${around.behind ?? ''}`,
  )
    .replaceAll(/(?:tide ?)+/g, 'tide')
    .split('\n');
const ARTICLE = ['Tides', 'tide', 'tide'];

const MENU = '<ul><li><a href=/a>One</a><li><a href=/b>Two</a><li><a href=/c>Three</a></ul>';
const TITLES = ['How the moon moves the sea', 'Where the highest tides are', 'Who wrote the first table'];
const cards = (more: string) =>
  `<div>${TITLES.map((title) => `<div><a href=/x>${title}</a>${more}</div>`).join('')}</div>`;
const TEASERS = cards('<p>It moves it twice a day, as every sailor knows, and sometimes once.</p>');

describe('an article leaves out', () => {
  test.each([
    ['comments', '<div class="comments-area"><p>Well said</div>'],
    ['comments by id', '<section id=comments><p>Well said</section>'],
    ['related pages', '<div class="related-posts"><p>Read on</div>'],
    ['recommendations of an advertiser', '<div class="OUTBRAIN"><p>Read on</div>'],
    ['a newsletter', '<div class="newsletter-signup"><p>Subscribe</div>'],
    ['a sidebar', '<div id=sidebar><p>Weather</div>'],
    ['share buttons', '<div class="share-bar">Tell a friend</div>'],
    ['links to social media', '<div class="social-icons">Find us</div>'],
    ['what is said about the author', '<div class="author-box">Jo likes boats</div>'],
    ['a footer by name', '<div class="site-footer">Imprint</div>'],
    ['a menu', MENU],
    ['titles of other pages', cards('')],
    ['teasers of other pages', TEASERS],
  ])('%s', (_, html) => {
    expect(page({ behind: html })).toEqual(ARTICLE);
  });

  test('menus before it, and menus between headline and text', () => {
    expect(page({ before: MENU })).toEqual(ARTICLE);
    expect(readText(`<h1>Tides</h1>${MENU}<div>${paragraph(250)}</div>`)).not.toContain('Two');
  });

  test('share buttons in the middle of it', () => {
    expect(page({ inside: '<div class=sharing>Tell a friend</div>' })).toEqual(ARTICLE);
  });

  test('comments longer than the article', () => {
    expect(page({ behind: `<div class=comments>${paragraph(900)}</div>` })).toEqual(ARTICLE);
  });
});

describe('an article leaves in the main text', () => {
  test.each([
    [
      'a telephone number and addresses',
      '<div><a href=tel:1>1</a> <a href=tel:2>2</a> <a href=mailto:a@b.c>3</a></div>',
      '1 2 3',
    ],
    ['one or two links', '<div><a href=/a>Order</a> <a href=/b>Call</a></div>', 'Order Call'],
    ['what has words of its own', '<div>Open from nine to five</div>', 'Open from nine to five'],
    ['a table of links', '<table><td><a href=/a>1</a> <a href=/b>2</a> <a href=/c>3</a></table>', '1 2 3'],
    ['what is named as no sidebar', '<div class="no-sidebar">Open</div>', 'Open'],
    ['a heading with such an id', '<h2 id=comments>Comments</h2>', 'Comments'],
    ['an article with such a tag', '<article class="tag-newsletter">News</article>', 'News'],
    ['praise', '<div class="social-proof">Great</div>', 'Great'],
  ])('%s', (_, html, text) => {
    expect(page({ behind: html })).toEqual([...ARTICLE, text]);
  });

  test('cards that a short text introduces, though each has links', () => {
    const card =
      '<div><h3>Reading the gauge of the old harbour</h3><p>By <a href=/jo>Jo</a></p><p><a href=/x>More</a></p></div>';
    const cards = `<div>${card.repeat(8)}</div>`;
    expect(page({ behind: cards }, 80).filter((line) => line === 'Reading the gauge of the old harbour')).toHaveLength(
      8,
    );
    expect(page({ behind: cards })).toEqual(ARTICLE);
  });

  test('sections of a document with such ids, and lists of its sources', () => {
    const inside = `<section id="related-work">Others</section><ul><li><a href=//a.example>Gauges of the North Sea</a>
      <li><a href=//b.example>The almanac</a><li><a href=//c.example>The tables of 1890</a></ul>`;
    expect(page({ inside })).toEqual([
      'Tides',
      'tide',
      'Others',
      'Gauges of the North Sea',
      'The almanac',
      'The tables of 1890',
      'tide',
    ]);
  });

  test('comments in a listing', () => {
    const html = `<pre><span class="token comment"># one</span>\ntwo</pre>`;
    expect(page({ inside: html })).toEqual(['Tides', 'tide', '# one two', 'tide']);
  });
});

describe('a page without one article keeps its text', () => {
  test('where it is short: cards are its text', () => {
    expect(page({ behind: TEASERS }, 100)).toHaveLength(9);
    expect(page({ behind: cards('') }, 100)).toHaveLength(6);
  });

  test('where its paragraphs are in different parts', () => {
    const section = (name: string) => `<section class=${name}><div>${paragraph(150)}</div></section>`;
    const html = `<h1>Tides</h1>${section('a')}${section('b')}${section('c')}${cards('')}`;
    expect(readText(html)).toContain('Who wrote');
  });

  test('where its first heading leads to another page, as on a front page', () => {
    const lead = `<div><h2><a href=/a>The moon moves the sea</a></h2>${paragraph(150)}</div>`;
    expect(readText(`<title>Tide News</title>${lead}${cards('')}`)).toContain('Who wrote');
  });

  test('where the named part is most of a short page', () => {
    expect(readText(`<h1>Tides</h1><p>${'high '.repeat(20)}<div class=comments>${paragraph(50)}</div>`)).toContain(
      'tide',
    );
  });

  test('where the named part is the page', () => {
    const html = `<div class=sidebar><h1>Tides</h1>${paragraph(250)}</div>`;
    expect(readText(html)).toContain('tide');
    expect(readText(`<div><p>A short post.</div><div class=sidebar>${paragraph(250)}</div>${MENU}`)).toContain('Two');
  });
});

describe('a short page leaves out', () => {
  const own = (text: string) => `<article><h1>Tides</h1>${text}</article>`;
  test.each([
    ['a newsletter', `<h1>Tides</h1><p>High and low<div class=newsletter>Subscribe</div>`, 'Tides\nHigh and low'],
    [
      'named parts with more paragraphs than it has itself',
      `<h1>Tides</h1>${paragraph(20)}<ul>${'<li>high and low'.repeat(30)}</ul>
        <div class=related>${paragraph(17)}</div><div class=sidebar>${paragraph(17)}</div>`,
      expect.stringMatching(/^Tides\n(?:tide ?)+\n(?:high and low\s?)+$/),
    ],
    ['what is said about the author', `${own('')}<div class="author-bio">${paragraph(60)}</div>`, 'Tides'],
    ['a sidebar', `${own('<p>High')}<div class=sidebar>${paragraph(90)}</div>`, 'Tides\nHigh'],
    ['articles of other pages', `${own('<p>High')}<article><h4><a href=/a>Ebb</a></h4><p>Low</article>`, 'Tides\nHigh'],
    ['menus', `${own('<p>High')}${MENU}`, 'Tides\nHigh'],
  ])('%s', (_, html, text) => {
    expect(readText(`<title>Tides</title>${html}`)).toEqual(text);
  });

  test('but not articles beside a headline of their list', () => {
    const html = `<h1>Tides</h1><article><h2><a href=/a>Ebb</a></h2><p>Low</article>`;
    expect(readText(html)).toBe('Tides\nEbb\nLow');
  });
});

test('links around images alone are a gallery', () => {
  const gallery = `<div>${'<a href=/x><img src=/x></a>'.repeat(4)}</div>`;
  const { images } = readPage(
    `<main>${gallery}<h1>Tides</h1><div>${paragraph(250)}</div></main>`,
    'https://example.com/',
  );
  expect(images.map(({ inMain }) => inMain)).toEqual([true, true, true, true]);
});

test('a CJK character weighs as much as three others', () => {
  const html = (count: number) => `<h1>潮</h1><div><p>${'潮の満ち引きは月の力による。'.repeat(count)}</div>${MENU}`;
  expect(readText(html(12))).not.toContain('Two');
  expect(readText(html(5))).toContain('Two');
});
