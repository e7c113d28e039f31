import { describe, expect, test } from 'vitest';
import { readPage } from '../read-page.ts';

const readShell = (html: string) => readPage(html, 'https://example.com/page').shell;

describe('a page with little text', () => {
  const page = (main: string) => `<main><h1>Prices of boats</h1>${main}</main><script src="/app.js"></script>`;

  test.each([
    ['<astro-island client="only"></astro-island>', '<astro-island>'],
    ['<div hx-get="/prices" hx-trigger="load"></div>', '<div>'],
    ['<div data-react-class="Prices"></div>', '<div>'],
    ['<img src="/boats.jpg" alt="Boats"><p>We sell boats of all sizes.</p><div id="directions"></div>', '#directions'],
    ['<turbo-frame id="list" src="/prices"></turbo-frame>', '#list'],
    ['<p>Filter by size</p><div class="boats-grid"></div>', '.boats-grid'],
  ])('names %s, which scripts fill', (main, text) => {
    expect(readShell(page(main)).markers).toMatchObject([{ text }]);
  });

  test.each([
    '<div></div>',
    '<a href="#top">Up</a><div id="top"></div>',
    '<p>We sell boats</p><div class="col-md-4"></div>',
    '<p>We sell boats</p><div class="view-icons"><i></i></div>',
    `<p>${'We sell boats. '.repeat(7)}</p><div class="boats-grid"></div>`,
    '<img src="/boats.jpg" alt="Boats"><img src="/oars.jpg" alt="Oars"><div hx-get="/prices"></div>',
    `<p>${'We sell boats. '.repeat(17)}</p><div id="directions"></div>`,
  ])('with %s names none', (main) => {
    expect(readShell(page(main)).markers).toEqual([]);
  });

  test('with a script of another site, or with the container outside main, names none', () => {
    const text = '<p>We sell boats of all sizes, and mend them all winter.</p>';
    const list = '<div id="directions"></div>';
    expect(readShell(page(text + list).replace('/app.js', 'https://example.org/a.js')).markers).toEqual([]);
    expect(readShell(page(text) + list).markers).toEqual([]);
  });
});

test('an empty column beside links is not where the text belongs', () => {
  const links = '<main><h1></h1><div class="row"><a href="/a">Boats</a><div class="CLASS"></div></div></main>';
  const marked = (name: string) => readShell(`${links.replace('CLASS', name)}<script></script>`).markers.length;
  expect([marked('col-md-4'), marked('boats')]).toEqual([0, 1]);
});
