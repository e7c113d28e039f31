import { expect, test } from 'vitest';
import { printed } from '../../test/support/proofs.ts';
import { html } from './fix.ts';
import {
  COUNT_CJK,
  COUNT_OTHER_WORDS,
  COUNT_WORDS,
  DATE_AND_AUTHOR,
  LINKS_IN_TEXT,
  LONGEST_LIST,
  printOpening,
  TEXT_WITH_DIGITS,
} from './page-commands.ts';

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

const page = (main: string) => `${AROUND.join('')}${main}<footer><ol><li>D</li></ol></footer>`;

test('the items of the longest list or table are counted that stands in no menu', () => {
  expect(run(LONGEST_LIST, page('<p>Text</p>'))).toBe('0\n');
  expect(run(LONGEST_LIST, page('<ul><li\n>A<li>B</li><LI class=c>C</li></ul><link>'))).toBe('3\n');
  expect(run(LONGEST_LIST, page('<ul><li>A<li>B</ul><ul><li>A<li>B</ul>'))).toBe('2\n');
  expect(run(LONGEST_LIST, page('<table><thead><tr><th>A</tr><tr><td>B</tr></table>'))).toBe('2\n');
});

test('the opening is printed without headings, from the h1 or from the beginning', () => {
  const main = '<p>Before</p><h1>How high</h1><h2>Tides</h2><p>The tide\n<b>is</b> high.</p>';
  expect(run(printOpening('h1'), page(main))).toBe('<title>Tide gauges\n<h1>How high\nOpening: The tide is high.\n');
  expect(run(printOpening('body'), page(main))).toContain('Opening: Before The tide is high.\n');
  expect(run(printOpening('h1'), page(`<h1>A</h1>${'so '.repeat(61)}`))).toContain(`Opening:${' so'.repeat(60)}\n`);
});

test('text with digits is printed, without headings and menus', () => {
  expect(run(TEXT_WITH_DIGITS, page('<h2>12 V</h2><p>It needs 12 V.</p><p>Text</p><nav>1</nav>'))).toBe(
    'It needs 12 V.\n',
  );
});

test('links of the text to other hosts are printed, and who is quoted', () => {
  const link = (href: string) => `<a class=a href="${href}">x</a>`;
  const main = `${link('/a')}${link('https://psmsl.org/')}<cite>Ines</cite><nav>${link('https://b.example/')}</nav>`;
  expect(run(LINKS_IN_TEXT, page(main))).toBe('<a class=a href="https://psmsl.org/">x\n<cite>Ines\n');
});

test('dates and authors are printed', () => {
  const main =
    '<time class=a datetime="2026-06-03">3 June</time><a rel="author" href="/i">Ines</a><p class=authority>x';
  expect(run(DATE_AND_AUTHOR, page(main))).toContain(
    '<time class=a datetime="2026-06-03">\n<a rel="author" href="/i">Ines\n',
  );
});

test('CJK characters of the main text are counted, without punctuation', () => {
  const around = '<title>潮位</title><nav>目次</nav><script>"潮"</script>';
  expect(run(COUNT_CJK, `${around}<p>潮が、満ちる。</p><p>밀물 high <b>カ</b></p>`)).toBe('8 CJK characters\n');
  expect(run(COUNT_CJK, '<p>The tide é — “high”…</p>')).toBe('0 CJK characters\n');
});

test('words of a page that another does not have are counted', () => {
  const first = '<title>One</title><nav>Menu</nav><main><p>The tide is high.</p></main>';
  const second = '<title>Two</title><header>Menu</header><p>\n The tide  is high. </p><p>At noon it is low.</p>';
  expect(run(COUNT_OTHER_WORDS, `${first}<next>${second}<next>`)).toBe('5 words\n');
  expect(run(COUNT_OTHER_WORDS, `${first}<next>${first}<next>`)).toBe('0 words\n');
});

test('comments are passed over, and what stands behind them is not', () => {
  const body =
    '<p>The<!-- --> tide<!--x--> is</p><!--section><p>low <nav>or</p></section--> high<!-- not <b>> --> today.';
  expect(run(COUNT_WORDS, body)).toBe('5 words, 0 links\n');
});

test('where main has text, only that is counted', () => {
  const body = '<div>Beside it</div><MAIN class="a"><p>The tide is high.</p></MAIN><div>潮 below</div>';
  expect(run(COUNT_WORDS, body)).toBe('4 words, 0 links\n');
  expect(run(COUNT_WORDS, body.replace('<p>The tide is high.</p>', ''))).toBe('4 words, 0 links\n');
  expect(run(COUNT_CJK, body)).toBe('1 CJK characters\n');
});
