import { describe, expect, test } from 'vitest';
import { readPage } from '../read-page.ts';

const read = (html: string) => readPage(html, 'https://example.com/page');
const readText = (html: string) => read(html).text;
/** Returns a paragraph of this many words. */
const words = (count: number, word = 'tide') => `<p>${`${word} `.repeat(count)}</p>`;
const text = (count: number, word = 'tide') => Array<string>(count).fill(word).join(' ');

describe('a main that has only a headline', () => {
  const headline = '<main><h1>Tides</h1></main>';

  test('is joined by the articles outside it', () => {
    expect(readText(`${headline}<article>${words(150)}</article><p>Foot`)).toBe(`Tides\n${text(150)}`);
  });

  test('is joined by the rest of the page, where there is no article', () => {
    expect(readText(`${headline}<div>${words(150)}</div>`)).toBe(`Tides\n${text(150)}`);
  });

  test('or a small part without the h1, is joined by the rest of the page', () => {
    const part = `<main>${words(30)}</main>`;
    expect(readText(`<h1>Tides</h1>${words(150, 'low')}${part}`)).toBe(`Tides\n${text(150, 'low')}\n${text(30)}`);
    expect(readText(`<main><h1>Tides</h1>${words(30)}</main>${words(150, 'low')}`)).toBe(`Tides\n${text(30)}`);
    expect(readText(`${part}${words(50, 'low')}`)).toBe(text(30));
  });

  test('is the main text, where there is little text outside it', () => {
    expect(readText(`${headline}<div>${words(40)}</div>`)).toBe('Tides');
  });

  test('is the main text, where only comments are outside it', () => {
    expect(readText(`${headline}<div class=comments>${words(150)}</div>`)).toBe('Tides');
  });

  test('is the main text with a paragraph of its own', () => {
    const html = `<main><h1>Tides</h1>${words(30)}</main><div>${words(150, 'low')}</div>`;
    expect(readText(html)).toBe(`Tides\n${text(30)}`);
  });
});

describe('an aside or the header of the page', () => {
  test.each(['aside', 'div role=complementary'])('is main text where most of the text is in it: %s', (tag) => {
    expect(readText(`<main><h2>Tides</h2><${tag}>${words(150)}</${tag.split(' ', 1)[0]}></main>`)).toBe(
      `Tides\n${text(150)}`,
    );
  });

  test('is main text where all the text is the header', () => {
    expect(readText(`<header><nav>Menu</nav>${words(150)}</header><div>Foot</div>`)).toBe(`${text(150)}\nFoot`);
  });

  test('is not main text where the page has other text', () => {
    expect(readText(`<main>${words(60)}<aside>${words(150, 'low')}</aside></main>`)).toBe(text(60));
    expect(readText(`<header>${words(150, 'low')}</header>${words(60)}`)).toBe(text(60));
  });

  test('is not main text where it is short', () => {
    expect(readText(`<p>Tides<aside>${words(30)}</aside>`)).toBe('Tides');
  });

  test('ends the block before it, even without a block of its own', () => {
    expect(readText('<p>a <span role=complementary>no</span> b')).toBe('a\nb');
  });
});

describe('the only h1', () => {
  test('makes the header around it main text, but not the menus there', () => {
    const nav = '<nav><a href=/a>A</a></nav><ul><li><a href=/b>B</a><li><a href=/c>C</a><li><a href=/d>D</a></ul>';
    expect(readText(`<header>${nav}<h1>Tides</h1><p>High and low</header><main><p>They turn`)).toBe(
      'Tides\nHigh and low\nThey turn',
    );
  });

  test('makes its section before main main text', () => {
    const hero = '<div><section class=hero><h1>Tides</h1><p>High and low</section></div>';
    expect(readText(`<p>Welcome</p>${hero}<main><p>They turn</main>`)).toBe('Tides\nHigh and low\nThey turn');
  });

  test('does not make a menu around it main text', () => {
    const menu = '<a href=/a>One</a><a href=/b>Two</a><a href=/c>Three</a><a href=/d>Four</a>';
    expect(readText(`<div>${menu}<div><h1>Tides</h1></div></div><main><p>They turn`)).toBe('Tides\nThey turn');
  });

  test.each([
    ['is a logo, all of it a link', '<h1><a href=/>Tides</a></h1>', ''],
    ['has another one in main', '<h1>Tides</h1>', '<h1>Low</h1>'],
  ])('makes nothing main text where it %s', (_, title, inMain) => {
    expect(readText(`<header>${title}<p>High and low</header><main>${inMain}<p>They turn`)).not.toContain('High');
  });

  test('does not make a footer or a nav main text', () => {
    expect(readText('<footer><h1>Tides</h1></footer><main><p>They turn')).toBe('They turn');
  });
});

test('articles below an h1 of their own page are cards, and the text around them is main text', () => {
  const cards = `<article>${words(60, 'cake')}</article>`.repeat(2);
  expect(readText(`<h1>Tides</h1><section>${words(30)}</section>${cards}`)).toContain(text(30));
  expect(readText(`<section>${words(30)}</section><article><h1>Tides</h1>${words(60, 'cake')}</article>`)).toBe(
    `Tides\n${text(60, 'cake')}`,
  );
});

test('facts in a header are in the main text if the header is', () => {
  const { headings, links, lists } = read('<header><h1>Tides</h1><a href=/a>A</a><ol><li>1</ol></header><main><p>b');
  expect([headings, links, lists].map(([fact]) => fact?.inMain)).toEqual([true, true, true]);
});

test('text after a stray end tag is main text up to the end tag of main', () => {
  const html =
    '<div><main><div><h1>Tides</h1></div></div><p>High</p></div><div><p>Low</p></div></main><div><p>Imprint</p></div>';
  expect(readPage(html, 'https://example.com/').text).toBe('Tides\nLow');
});

test('a date between the headline and the text is in the main text, whatever links stand beside it', () => {
  const links = ['Tides', 'Piers', 'Moles', 'Locks'].map((name) => `<a href=/${name}>${name}</a>`).join(', ');
  const page = (line: string) => `<h1>High tides</h1><div>${line} in ${links}</div><div>${words(150)}</div>`;
  expect(readText(page('<span class=entry-date>3 June 2026</span>'))).toContain('3 June 2026 in Tides');
  expect(readText(page('Filed'))).not.toContain('Filed in Tides');
});
