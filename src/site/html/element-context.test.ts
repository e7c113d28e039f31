import { describe, expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const read = (html: string) => readPage(html, 'https://example.com/page');
const headings = (html: string) => read(html).headings.map(({ text, level }) => [text, level]);

describe('a date in the footer of an article', () => {
  const inMain = (footer: string) =>
    read(`<main><article>Text<footer>${footer}</footer></article></main>`).times[0]?.inMain;

  test('is one of the main text', () => {
    expect(inMain('<p><time>2030</time>')).toBe(true);
  });

  test.each(['nav', 'aside', 'article', 'div role=navigation', 'div role=complementary'])(
    'is none of it inside <%s>',
    (tag) => {
      expect(inMain(`<${tag}><time>2030</time>`)).toBe(false);
    },
  );

  test('is none of it where the footer stands in navigation', () => {
    const html = '<main>Text<nav><footer><time>2030</time></footer></nav></main>';
    expect(read(html).times[0]?.inMain).toBe(false);
  });
});

test('elements without an end tag that have the content in them are named, and make no landmark', () => {
  const page = read('<div>\n<nav>Menu<nav>\n<article>Text</article></div><footer>a</footer>');
  expect(page.unclosed).toEqual([
    { text: 'nav', line: 2 },
    { text: 'nav', line: 2 },
  ]);
  expect(page.landmarks.nav).toBe(0);
  expect(read('<div><nav>Menu</div><article>Text</article>').unclosed).toEqual([]);
});

describe('what an element is called', () => {
  test('says nothing of html and body', () => {
    const page = read('<html class=author hidden><body class="cookie-banner" id=byline role=dialog>text');
    expect([page.text, page.bylines]).toEqual(['text', []]);
  });

  test('makes no byline or consent banner of an article', () => {
    const page = read('<article class="author cookie-banner">text</article>');
    expect([page.text, page.bylines]).toEqual(['text', []]);
  });

  test('makes no consent banner of what stands in a heading', () => {
    expect(read('<main>text<h2><i class="cookie-banner">Cookies</i></h2></main>').text).toBe('text\nCookies');
  });

  test('makes no byline of an element that has a role alone', () => {
    expect(read('<p role=note>Jo</p>').bylines).toEqual([]);
  });

  test('is read in its class and in its id', () => {
    expect(read('<p class=author id=x>Jo</p><p class=x id=author>Al</p>').bylines).toHaveLength(2);
  });
});

describe('a role', () => {
  test.each([
    ['header', 'banner', 'header'],
    ['footer', 'contentinfo', 'footer'],
    ['nav', 'navigation', 'nav'],
    ['main', 'main', 'main'],
    ['article', 'article', 'article'],
  ] as const)('counts no <%s role=%s> twice, and any other element with it once', (tag, role, landmark) => {
    expect(read(`<${tag} role=${role}></${tag}>`).landmarks[landmark]).toBe(1);
    expect(read(`<div role=${role}></div>`).landmarks[landmark]).toBe(1);
  });

  test('is the first of several, with any white space around it', () => {
    const { landmarks } = read(
      '<div role=" \t\n navigation  banner "></div><div role="banner\tnavigation"></div><div role=""></div>',
    );
    expect(landmarks).toMatchObject({ nav: 1, header: 1 });
  });

  test('of the main content makes an element that, also inside navigation', () => {
    expect(read('<p>no</p><nav>no<div role=main>yes</div></nav>').text).toBe('yes');
  });

  test('shows nothing of what is hidden', () => {
    expect(read('<div hidden role=navigation>no<div role=main>no</div></div>').text).toBe('');
  });

  test('of an article makes an element that', () => {
    expect(read('<p>no</p><div role=article>yes</div>').text).toBe('yes');
  });
});

describe('a heading by role', () => {
  test.each([
    ['', 2],
    ['aria-level=0', 2],
    ['aria-level=1', 1],
    ['aria-level=6', 6],
    ['aria-level=7', 2],
    ['aria-level=x', 2],
  ])('with %j has level %i', (attribute, level) => {
    expect(headings(`<div role=heading ${attribute}>a</div>`)).toEqual([['a', level]]);
  });

  test('is what no other role makes', () => {
    expect(headings('<div role=note>a</div>')).toEqual([]);
  });

  test('holds what stands in it, but for a heading by name', () => {
    expect(headings('<div role=heading aria-level=4><p>a</p><div>b</div></div><p>c')).toEqual([['a b', 4]]);
    expect(headings('<div role=heading aria-level=4>a<h3>b</h3></div>')).toEqual([
      ['a b', 4],
      ['b', 3],
    ]);
  });

  test('is what lists and quotations in it are, too', () => {
    const { blocks } = read('<main><div role=heading aria-level=3><ul><li>a</ul><blockquote>b</blockquote></div>');
    expect(blocks.map(({ kind, text, level }) => [kind, text, level])).toEqual([
      ['heading', 'a', 3],
      ['heading', 'b', 3],
    ]);
  });

  test('is a heading by name at its own level, whatever it says', () => {
    expect(headings('<h3 role=heading aria-level=5>a</h3>')).toEqual([['a', 3]]);
  });
});

describe('a paragraph', () => {
  const kinds = (html: string) => read(html).blocks.map(({ kind, text }) => [kind, text]);

  test('in a table cell is one, and in a list item or a quotation none', () => {
    expect(
      kinds('<main><p>a</p><table><tr><td><p>b</td></tr></table><ul><li><p>c</ul><blockquote><p>d</blockquote>'),
    ).toEqual([
      ['paragraph', 'a'],
      ['paragraph', 'b'],
      ['list_item', 'c'],
      ['quotation', 'd'],
    ]);
  });
});
