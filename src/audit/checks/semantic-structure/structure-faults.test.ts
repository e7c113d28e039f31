import { expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { readPageFacts } from '../../../site/read-response.ts';
import type { Page } from '../../site-facts.ts';
import { h1Judge, judgeH1, judgeLandmark, judgeLists, judgeRuns, judgeSubheadings } from './structure-faults.ts';

function createPage(html: string, path = '/'): Page {
  const exchange = createExchange(`https://example.com${path}`, {
    body: html,
    headers: { 'content-type': 'text/html' },
  });
  return { url: exchange.finalUrl, exchange, facts: readPageFacts(exchange), kind: 'other', language: 'en' };
}

const words = (count: number) => 'tide '.repeat(count).trim();

const LOGO = 'The only h1 is a logo: a picture with an alternative text.';
const MENU = 'The only h1 stands in a menu, a footer or a dialog.';

test.each([
  ['of its own', '<h1>Tides</h1>', true, 'The h1.'],
  ['of a template', '<h1>Hello world!</h1>', false, 'The h1 is that of a template, and nobody has replaced it.'],
  ['that was not filled in', '<h1>{{ page.title }}</h1>', false, expect.stringContaining('that of a template')],
  ['of a sample product', '<h1>Product Name</h1>', false, expect.stringContaining('that of a template')],
  ['of filler', '<h1>Lorem ipsum dolor sit amet</h1>', false, expect.stringContaining('that of a template')],
  ['of a template and one of its own', '<h1>Hello world!</h1><h1>Tides</h1>', true, 'The h1.'],
  ['without text', '<h1> </h1>', false, expect.stringContaining('no text')],
  ['of signs', '<h1>…</h1>', false, expect.stringContaining('no text')],
  ['of an editor', '<h1>Untitled</h1>', false, expect.stringContaining('that of a template')],
  ['with a picture of its words', '<h1><img src="/title.png" alt="Tides of May"></h1>', true, 'The h1.'],
  ['that is a logo in a link', '<h1><a href="/"><img src="/a.png" alt="Tide Ltd"></a></h1>', false, LOGO],
  ['that is a logo in a link around it', '<a href="/de/"><h1><img src="/a.png" alt="Tide"></h1></a>', false, LOGO],
  ['that is a logo by name', '<h1 class="site-logo"><img src="/a.png" alt="Tide Ltd"></h1>', false, LOGO],
  ['that is a link with text', '<h1><a href="/">Tide Ltd</a></h1>', true, 'The h1.'],
  ['in the navigation', '<nav><h1>Menu</h1></nav>', false, MENU],
  ['in an off-canvas menu', '<div class="offcanvas"><h1>Menu</h1><a href="/a">A</a></div>', false, MENU],
  ['in a dialog', '<div role="dialog"><h1>Are you 18?</h1></div>', false, MENU],
  ['that is a logo, and one of its own', '<h1><a href="/"><img alt="T"></a></h1><h1>Tides</h1>', true, 'The h1.'],
])('a page with an h1 %s: %j passes: %s', (_, html, passes, note) => {
  expect(judgeH1(createPage(`<main>${html}<p>Text.</main>`))).toMatchObject({ passes, seen: { note } });
});

test.each([
  ['in it', '/tides', '<h1><a href="/">Tide Ltd</a></h1>', false],
  ['to its file', '/tides.html', '<h1><a href="index.html">Tide Ltd</a></h1>', false],
  ['around it', '/tides', '<a href="/"><h1>Tide Ltd</h1></a>', false],
  ['on the home page', '/', '<h1><a href="/">Tide Ltd</a></h1>', true],
  ['on the home page of a language', '/de/', '<h1><a href="/de/">Tide Ltd</a></h1>', true],
  ['beside other words', '/tides', '<h1><a href="/">Tide Ltd</a> on tides</h1>', true],
  ['beside an h1 of the page', '/tides', '<h1><a href="/">Tide Ltd</a></h1><h1>Tides</h1>', true],
])('an h1 that is a link to the home page names the site: %s on %s', (_, path, html, passes) => {
  expect(judgeH1(createPage(`<main>${html}<p>Text.</main>`, path)).passes).toBe(passes);
});

test.each([
  ['22 Oct 2018', 'Buoys, week one', false],
  ['22 Oct 2018', 'Log of 22 Oct 2018', true],
  ['Notes of 22 Oct 2018', 'Buoys, week one', true],
  ['October 2018', 'Buoys, week one', true],
])('the h1 %s below the title %s names a subject: %s', (h1, title, passes) => {
  expect(judgeH1(createPage(`<title>${title}</title><h1>${h1}</h1><p>Text.`)).passes).toBe(passes);
});

test('an article with next to none of the text marks no main content', () => {
  const landmark = (inside: string) => judgeLandmark(createPage(`<article>${inside}</article><p>${words(150)}</p>`));
  expect(landmark('<img src="/a.jpg" alt="A pier">')).toMatchObject({
    passes: false,
    seen: { note: 'The article element has next to none of the page’s text.' },
  });
  expect(landmark(words(40)).passes).toBe(true);
});

test('an h1 that most pages share names none of them but the home page', () => {
  const pages = ['/', '/a', '/b', '/c'].map((path) =>
    createPage(`<main><h1>${path === '/c' ? 'Tides' : 'Boats & ropes'}</h1><p>${path}</p></main>`, path),
  );
  const [home, ...others] = pages;
  const judge = h1Judge(pages);
  expect(home && judge({ ...home, kind: 'home' }).passes).toBe(true);
  expect(others.map((page) => judge(page).passes)).toEqual([false, false, true]);
  expect(pages.slice(0, 2).map((page) => h1Judge(pages.slice(0, 2))(page).passes)).toEqual([true, true]);
});

test('“Home” is the h1 of a template on the home page alone', () => {
  const page = createPage('<main><h1>Home</h1></main>');
  expect([judgeH1({ ...page, kind: 'home' }).passes, judgeH1(page).passes]).toEqual([false, true]);
});

const LONG = `<p>${words(60)}</p>`;

test.each([
  ['a main', `<main><p>${words(9)}</main>`, true],
  ['a main that is empty', `<main></main><h1>Tides</h1>${LONG.repeat(2)}`, false],
  ['a main with a button', `<h1>Tides</h1><main><p>Read on</main>${LONG.repeat(3)}`, false],
  ['a main with a part', `<h1>Tides</h1><main>${LONG}</main>${LONG.repeat(2)}`, true],
  ['a main that ends too early', `<div><main><h1>Tides</h1><p>Low water</div>${LONG.repeat(2)}</main>`, true],
  ['an article beside an empty main', `<main></main><article><h1>Tides</h1>${LONG.repeat(2)}</article>`, true],
  ['an article with the h1', `<article><h1>Tides</h1></article>${LONG}`, true],
  ['articles of some length', `<h1>Tides</h1>${`<article>${LONG}</article>`.repeat(2)}<p>Foot`, true],
  ['teasers alone', `<h1>Tides</h1>${LONG}<article><p>Low water</article><article><p>High water</article>`, false],
  ['a teaser and an empty article', `<h1>Tides</h1>${LONG}<article><p>Low water</article><article></article>`, false],
  ['the only article', '<article><p>Loading…</article><h2>More from our blog</h2>', true],
  ['neither', `<h1>Tides</h1>${LONG}`, false],
])('the main content is marked by %s: %s is %s', (_, html, passes) => {
  expect(judgeLandmark(createPage(html)).passes).toBe(passes);
});

test.each([
  ['five h1', '<h1>A</h1><p>a<h1>B</h1><p>b<h1>C</h1><p>c<h1>D</h1><p>d<h1>E</h1><p>e', true],
  ['an h1 and two h4', '<h1>A</h1><p>a<h4>B</h4><p>b<h4>C</h4><p>c', true],
  ['two h2 and no h1', '<p>a<h2>B</h2><p>b<h2>C</h2><p>c', true],
  ['two h1', '<h1>A</h1><p>a<h1>B</h1><p>b', false],
  ['an h1 and one h2', '<h1>A</h1><p>a<h2>B</h2><p>b', false],
  ['empty headings', '<h1>A</h1><p>a<h2></h2><p>b<h2> </h2><p>c', false],
  ['headings after the text', '<h1>A</h1><p>a<p>b<h2>Share this page</h2><h2>Leave a comment</h2>', false],
  ['headings before the text', '<h1>A</h1><h2>B</h2><h2>C</h2><p>a', true],
])('a page with %s is divided: %j is %s', (_, html, passes) => {
  const text = html.replaceAll('<p>', '<p>The tide turns at noon, ');
  expect(judgeSubheadings(createPage(`<main>${text}</main>`)).passes).toBe(passes);
});

test('the note on subheadings says what it leaves out', () => {
  const page = createPage('<main><h1>A</h1><p>The tide turns at noon.<h2>Share this page</h2></main>');
  expect(judgeSubheadings(page).seen.note).toBe(
    '9 words of running text with 0 headings in the main content besides the first h1 and what stands below all text.',
  );
});

test.each([
  ['a table', `<table>${`<tr><td>A</td><td>${words(20)}</td></tr>`.repeat(49)}</table>`],
  ['a list', `<ul>${`<li>${words(100)}</li>`.repeat(9)}</ul>`],
  ['a definition list', `<dl>${`<dt>A<dd>${words(100)}`.repeat(9)}</dl>`],
  [
    'a row of links',
    `<div>${`<a href="/a"><span>Club</span> <span>${words(20)}</span></a>\n`.repeat(30)}</div><p>${words(400)}</p>`,
  ],
  ['a listing of code', `<pre>${`${words(10)}\n`.repeat(90)}</pre>`],
  [
    '500 words beside a table',
    `<p>${words(500)}</p><table><caption>A</caption><tr><td>${words(100)}</td></tr></table>`,
  ],
])('%s is not a run of text', (_, html) => {
  expect(judgeRuns(createPage(`<main><h1>A</h1>${html}</main>`)).passes).toBe(true);
});

test('a table that is layout is a run of text', () => {
  const html = `<main><h1>A</h1><table><tr><td>A</td><td>${words(600)}</td></tr></table></main>`;
  expect(judgeRuns(createPage(html)).passes).toBe(false);
});

test('501 words are a run that is too long', () => {
  expect(judgeRuns(createPage(`<main><h1>A</h1><p>${words(501)}</p></main>`)).passes).toBe(false);
});

test.each([
  ['<p>- dig</p><p>- wait</p><p>- fill</p>', '3 lines of plain text in a row begin with a bullet.'],
  ['<p>We can:<br>- dig<br>- and then - wait<br>- fill</p>', 'Lines in one text begin with a bullet.'],
])('a list of plain text is shown: %s', (html, note) => {
  expect(judgeLists(createPage(`<main>${html}</main>`))).toMatchObject({ passes: false, seen: { note } });
});
