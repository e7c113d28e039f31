import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const URL = 'https://example.com/page';
const whole = (html: string) => readPage(html, URL, 'all');

test('streamed HTML is read in its place', () => {
  const html = `<body><nav>Menu</nav><main><h1>Tides</h1><template id="B:0"></template></main><p>Imprint</p>
    <div hidden id="S:0"><p>High at noon.</p><template id="P:1"></template></div><div hidden id="S:1"><h2>Low at six</h2></div>`;
  expect(readPage(html, URL).text).toBe('Tides');
  expect(whole(html).text).toBe('Tides\nHigh at noon.\nLow at six');
});

test.each([
  ['hidden elements', '<main>a<p hidden>b</p><p aria-hidden=true>c</p></main>', 'a\nb\nc'],
  ['a shadow root', '<main><x-a><template shadowrootmode=open><style>p{}</style><p>a</p></template></x-a></main>', 'a'],
  ['noscript', '<main>a<noscript><p>b</p></noscript></main>', 'a\nb'],
  ['text that is repeated', '<main><p>a</p><p hidden>a</p></main>', 'a'],
  ['no template', '<main>a<template>b</template></main>', 'a'],
  [
    'no hidden dialog or menu',
    '<main>a<div role=dialog hidden>b</div><ul id="mobile-menu" hidden><li>c</ul></main>',
    'a',
  ],
])('a reading of all text has that of %s', (_, html, text) => {
  expect(whole(html).text).toBe(text);
});

test('what a control of the page opens is shown', () => {
  const html = `<main><a href="#one">1</a><p id=one hidden>a</p><p id=two hidden>b</p><div role=tabpanel aria-hidden=true>c</div></main>`;
  expect(readPage(html, URL).text).toBe('1\na\nc');
});

test.each([
  ['button data-bs-toggle=modal data-bs-target="#more"', 'class="modal fade" id=more aria-hidden=true', 'a\nb'],
  ['a href="#more"', 'role=dialog id=more', 'a\nb'],
  ['a href="#search-modal"', 'class=modal id=search-modal aria-hidden=true', 'a'],
  ['a href="#other"', 'class="modal fade" id=more aria-hidden=true', 'a'],
])('by the control %s, a window with %s is shown: %j', (control, attributes, text) => {
  expect(readPage(`<main><p>a</p><${control}></a></button><div ${attributes}><p>b</p></div></main>`, URL).text).toBe(
    text,
  );
});

test('a dialog that a control opens is shown, and one that scripts open is not', () => {
  const dialog = '<button command=show-modal commandfor=more>More</button><dialog id=more><p>b</p></dialog>';
  expect(readPage(`<main>a${dialog}<dialog>c</dialog></main>`, URL).text).toBe('a\nb');
  expect(readPage(`<main>a${dialog.replaceAll('more', 'cookie-consent')}</main>`, URL).text).toBe('a');
});

test('the body of an article in JSON-LD is text in data, and its description or an answer is not', () => {
  const body = 'The gauge on the pier reads the level of the water sixteen times a second. '.repeat(3).trim();
  const data = (name: string) =>
    `<main><p>a</p></main><script type="application/ld+json">{"${name}": "${body}"}</script>`;
  expect(whole(data('articleBody')).text).toBe(`a\n${body}`);
  expect(readPage(data('articleBody'), URL).shell.hidden.data).toBe(body.length);
  expect(readPage(data('description'), URL).shell.hidden.data).toBe(0);
  expect(readPage(data('text'), URL).shell.hidden.data).toBe(0);
});

test('a counter that is hidden from screen readers alone is shown, and a word is not', () => {
  const html =
    '<main><p><span aria-hidden=true>27+</span> years</p><p><span aria-hidden=true>old</span></p><p hidden>12</p></main>';
  expect(readPage(html, URL).text).toBe('27+ years');
});

test('the frames of a frameset are links', () => {
  const { links } = readPage('<frameset><frame src="/menu"><frame></frameset>', URL);
  expect(links.map(({ url }) => url)).toEqual(['https://example.com/menu']);
});
