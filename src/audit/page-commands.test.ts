import { expect, test } from 'vitest';
import { printed } from '../../test/support/proofs.ts';
import { html } from './fix.ts';
import { COUNT_ITEMS, COUNT_WORDS } from './page-commands.ts';

const run = (filter: string, body: string) => printed(`${html('https://example.com/')} | ${filter}`, body);

const AROUND = [
  '<!doctype html>\r\n<html lang=en><head><title>Tide gauges</title>',
  '<style>main > p { color: red }</style><script>if (a<nav) document.write("<nav><li>x</li>")</script></head>',
  '<body><header>Head <nav><a href="/a">A</a><ul><li>One</li></ul></nav> of it</header>',
];

test('the words of the main text are counted, and its title, h1 and links shown', () => {
  const main = '<main>\n<h1 class="a">How high</h1>\n<p>The tide <b>is</b>\n<a\nhref="/b">high</a>.</p></main>';
  const body = `${AROUND.join('\n')}${main}<noscript>Turn it on</noscript><aside>Beside</aside><FOOTER>Foot</FOOTER></body></html>`;
  expect(run(COUNT_WORDS, body)).toBe('<title>Tide gauges\n<h1 class="a">How high\n7 words, 2 links\n');
  expect(run(COUNT_WORDS, '<div id=root></div><script src=a.js></script>')).toBe('0 words, 0 links\n');
});

test('a header counts where the h1 stands in it, without its menu', () => {
  const body = (title: string) =>
    `<header><nav><ul><li>Menu</ul></nav>${title}<p>High and low</p><ul><li>Twice a day</ul></header><main>They turn</main>`;
  expect(run(COUNT_WORDS, body('<h1>Tides</h1>'))).toBe('<h1>Tides\n9 words, 0 links\n');
  expect(run(COUNT_WORDS, body('<b>Tides</b>'))).toBe('2 words, 0 links\n');
  expect(run(COUNT_ITEMS, body('<h1>Tides</h1>'))).toBe('1\n');
  expect(run(COUNT_ITEMS, body('<b>Tides</b>'))).toBe('0\n');
});

test('items and rows are counted that stand in no menu', () => {
  const body = (main: string) => `${AROUND.join('')}${main}<footer><ol><li>D</li></ol></footer>`;
  expect(run(COUNT_ITEMS, body('<p>Text</p>'))).toBe('0\n');
  expect(run(COUNT_ITEMS, body('<ul><li\n>A<li>B</li><LI class=c>C</li></ul><link>'))).toBe('3\n');
  expect(run(COUNT_ITEMS, body('<table><thead><tr><th>A</tr><tr><td>B</tr></table>'))).toBe('2\n');
});
