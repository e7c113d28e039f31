import { expect, test } from 'vitest';
import { pageAt } from '../../../test/support/pages.ts';
import { readRawHtml } from './raw-html.ts';

const URL = 'https://example.com/page';
const SCRIPT = '<script src="/app.js"></script>';
/** Returns different paragraphs. */
const prose = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `<p class="text-lg" id="p${i}">Flood ${i} comes back over the bar within the hour.</p>\n`,
  ).join('');

/** Bodies of pages, each judged in its own way. */
const BODIES = [
  `<main class="bg-white rounded" id="m1">\n<h1 class="border">Tides</h1>\n${prose(20)}</main>`,
  `<h1 class="tracking-tight">Tides</h1>\n${prose(4)}<main class="mt-4">\n<div class="bg-white gap-4"></div>\n</main>${SCRIPT}`,
  `<nav class="flex"><a class="px-2" href="/a">A</a></nav>\n<div class="bg-white" id="x1"></div>${SCRIPT}`,
  `<div class="flex">\n<div class="border"></div>\n</div><script>document.body.innerHTML = render()</script>`,
  `<main class="p-4">\n<p class="text-sm">Tides</p>\n<div class="h-4 animate-pulse"></div>\n<div class="h-4 animate-pulse"></div></main>${SCRIPT}`,
  `<main class="p-4"></main><div class="p-4" hidden id="S:0">\n${prose(20)}</div>${SCRIPT}`,
  `<main class="p-4">\n${prose(5)}</main>`,
];

/** Changes of form that say nothing of what a page has. */
const CHANGES: Readonly<Record<string, (body: string) => string>> = {
  'other utilities': (body) =>
    body.replace(
      /class="([^"]*)"/g,
      (_, names) => `class="${names.includes('pulse') ? names : 'd-flex bg-light col-md-6'}"`,
    ),
  'classes of a build': (body) =>
    body.replace(
      /class="([^"]*)"/g,
      (_, names) => `class="${names.includes('pulse') ? names : 'css-1x2y3z sc-bdVaJa'}"`,
    ),
  'no classes': (body) => body.replace(/ class="([^"]*)"/g, (all, names) => (names.includes('pulse') ? all : '')),
  'div elements around it': (body) => `<div class="min-h-screen"><div>${body}</div></div>`,
  'no white space': (body) => body.replaceAll('\n', ''),
  'attributes in another order': (body) => body.replace(/ (class="[^"]*") (id="[^"]*")/g, ' $2 $1'),
  'a tracking pixel': (body) => `${body}<img src="https://count.example/p.gif" width="1" height="1" alt="">`,
  'a tracking pixel in noscript': (body) =>
    `${body}<noscript><img src="https://count.example/p.gif" style="display:none" alt=""></noscript>`,
};

test.each(Object.entries(CHANGES))('a page is judged as before with %s', (_, change) => {
  const judge = (body: string) => {
    const { earns, faults, page } = readRawHtml(pageAt(URL, `<title>Tides</title><body>${body}</body>`), []).home;
    return { earns, faults, words: page.facts.words };
  };
  expect(BODIES.map((body) => judge(change(body)))).toEqual(BODIES.map(judge));
  expect(new Set(BODIES.map((body) => judge(body).earns)).size).toBe(3);
});
