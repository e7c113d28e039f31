import { describe, expect, test } from 'vitest';
import { readPage } from '../read-page.ts';

const readShell = (html: string) => readPage(html, 'https://example.com/page').shell;

describe('a page with little more than its heading', () => {
  const page = (main: string) => `<main><h1>Prices of boats</h1>${main}</main><script src="/app.js"></script>`;

  test.each([
    ['<astro-island client="only"></astro-island>', '<astro-island>'],
    ['<div hx-get="/prices" hx-trigger="load"></div>', '<div>'],
    ['<div data-react-class="Prices"></div>', '<div>'],
    ['<turbo-frame id="list" src="/prices"></turbo-frame>', '#list'],
  ])('names %s, which scripts fill', (main, text) => {
    expect(readShell(page(main)).markers).toMatchObject([{ kind: 'empty_container', text }]);
  });

  test.each([
    '<div></div>',
    '<a href="#top">Up</a><div id="top"></div>',
    '<img src="/boats.jpg" alt="Boats"><div hx-get="/prices"></div>',
    '<p>One two three four five six seven.</p><div hx-get="/prices"></div>',
  ])('with %s names none', (main) => {
    expect(readShell(page(main)).markers).toEqual([]);
  });
});
