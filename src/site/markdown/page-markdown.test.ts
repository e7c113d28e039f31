import { expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { markdownFile, pageMarkdown } from './page-markdown.ts';

const URL_OF_PAGE = 'https://example.com/docs/start';
const of = (body: string) =>
  pageMarkdown(createExchange(URL_OF_PAGE, { headers: { 'content-type': 'text/html' }, body }));
const writeText = (body: string) => of(`<main>${body}</main>`)?.text;

test('the main text is written, and nothing of what is around it', () => {
  const page =
    of(`<!doctype html><title>Start | Acme</title><meta name="description" content="How to  begin &amp;amp; go on.">
    <meta property="article:published_time" content="2026-06-03"><nav><a href="/">Home</a></nav>
    <main><h1>Start</h1><p>Read the <b>gauge</b> at the <a href="../pier">pier</a>.</p></main><footer>© Acme</footer>`);
  expect(markdownFile(page ?? { url: '', title: '', date: null, description: null, text: '' })).toBe(`---
title: "Start"
url: "https://example.com/docs/start"
date: "2026-06-03"
description: "How to begin & go on."
---

# Start

Read the **gauge** at the [pier](https://example.com/pier).
`);
});

test('links resolve against the first base element, and not against one in a comment', () => {
  const page = of(
    '<!-- <base href="https://other.example/"> --><base href="/guide/"><base href="/x/"><main><h1>T</h1><p>See <a href="a">A</a>.</p></main>',
  );
  expect(page?.text).toBe('# T\n\nSee [A](https://example.com/guide/a).\n');
});

test.each([
  ['a list', '<h1>T</h1><ul><li>One<li>Two</ul>', '# T\n\n- One\n- Two\n'],
  ['code', '<h1>T</h1><pre><code class="language-js">a &lt; b\n  c</code></pre>', '# T\n\n```js\na < b\n  c\n```\n'],
  [
    'code with line numbers in a table',
    '<h1>T</h1><table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>',
    '# T\n\n```\na\nb\n```\n',
  ],
  ['a table', '<h1>T</h1><table><tr><th>A<th>B<tr><td>1|2<td></table>', '# T\n\n| A | B |\n| - | - |\n| 1\\|2 | |\n'],
  ['a mark beside a heading', '<h1>T</h1><h2>Use <a href="#use">#</a></h2><p>It.</p>', '# T\n\n## Use\n\nIt.\n'],
  ['a script as a link', '<h1>T</h1><p><a href="javascript:alert(1)">Go</a> on</p>', '# T\n\nGo on\n'],
  [
    'a picture',
    '<h1>T</h1><p>See <img src="/a.png" alt="A pier"><img src="/b.png" alt=""></p>',
    '# T\n\nSee ![A pier](https://example.com/a.png)\n',
  ],
  ['text like Markdown', '<h1>T</h1><p># no *star* [x](y) &lt;b></p>', '# T\n\n\\# no \\*star\\* \\[x]\\(y) \\<b>\n'],
  [
    'links without a space',
    '<h1>T</h1><p><a href="/a">One</a><a href="/b">Two</a></p>',
    '# T\n\n[One](https://example.com/a) [Two](https://example.com/b)\n',
  ],
  ['hidden text', '<h1>T</h1><p hidden>No</p><template>No</template><p>Yes</p>', '# T\n\nYes\n'],
])('%s', (_what, html, text) => {
  expect(writeText(html)).toBe(text);
});

test('a page without a heading has its title as one, and a page without text is none', () => {
  expect(of('<title>Start</title><main><p>Read it.</p></main>')?.text).toBe('# Start\n\nRead it.\n');
  expect(of('<title>Start</title><div id="root"></div>')).toBeNull();
});

test('a hostile page ends, with maximum half a million characters', () => {
  for (const part of ['<div>', '<ul><li>x', '<em>x', '<a href=/x>y</a>', '*_[](', '<tr><td>x']) {
    const page = of(`<main><p>word ${part.repeat(5_000)}`);
    expect(page?.text.length).toBeLessThanOrEqual(500_100);
  }
});
