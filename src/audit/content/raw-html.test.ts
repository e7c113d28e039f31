import { expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { readPage } from '../../site/html/read-page.ts';
import { linksToOtherPages } from '../linked-pages.ts';
import type { Page, PageKind } from '../site-facts.ts';
import { findFirstFix, isScripted, isShell, readRawHtml } from './raw-html.ts';

const URL = 'https://example.com/page';
const SHELL = '<div id="root"></div><script type="module" src="/app.js"></script>';

interface Parts {
  readonly title?: string;
  readonly h1?: string;
  readonly links?: string;
  readonly text?: string;
  readonly more?: string;
  readonly kind?: PageKind;
  readonly bytes?: number;
  /** Our budget ended the reading. */
  readonly isCut?: boolean;
}

function createPage({ title = '<title>Tides</title>', h1 = '<h1></h1>', kind = 'other', ...parts }: Parts): Page {
  const { text = '', more = '', links = '<a href="/other"></a>', bytes, isCut = false } = parts;
  const heading = h1 === '<h1></h1>' ? '<h1>Tides</h1>' : h1;
  const html = `<!doctype html><html lang="en"><head>${title}</head><body><nav>${links}</nav><main>${heading}<p>${text}</p></main>${more}</body></html>`;
  const exchange = createExchange(URL, {
    body: html,
    ...(bytes === undefined ? {} : { bytes }),
    ...(isCut ? { failure: 'too_large' } : {}),
  });
  return { url: URL, exchange, facts: readPage(html, URL), kind, language: 'en' };
}

const reading = (parts: Parts) => readRawHtml(createPage(parts), []).home;

/** Text that makes `n` words with the heading's one. */
const words = (n: number) => 'tide '.repeat(n - 1);

test.each([
  { n: 150, shell: false, earns: 'full', fault: undefined },
  { n: 149, shell: false, earns: 'half', fault: 'little_text' },
  { n: 20, shell: false, earns: 'half', fault: 'little_text' },
  { n: 19, shell: false, earns: 'none', fault: 'no_text' },
  { n: 150, shell: true, earns: 'full', fault: undefined },
  { n: 149, shell: true, earns: 'half', fault: 'thin_shell' },
  { n: 50, shell: true, earns: 'half', fault: 'thin_shell' },
  { n: 49, shell: true, earns: 'none', fault: 'shell' },
])('$n words, shell marker: $shell, is $earns', ({ n, shell, earns, fault }) => {
  const read = reading({ text: words(n), more: shell ? SHELL : '' });
  expect(read.page.facts.words).toBe(n);
  expect(read).toMatchObject({ earns, faults: fault === undefined ? [] : [fault] });
});

test.each([
  { n: 300, earns: 'full' },
  { n: 299, earns: 'half' },
])('$n CJK characters are $earns', ({ n, earns }) => {
  const read = reading({ title: '<title>潮</title>', h1: '<h1>潮</h1>', text: '潮'.repeat(n - 1) });
  expect(read.page.facts.cjkCharacters).toBe(n);
  expect(read.earns).toBe(earns);
});

test.each<{ kind: PageKind; n: number; earns: string }>([
  { kind: 'contact', n: 10, earns: 'full' },
  { kind: 'contact', n: 9, earns: 'none' },
  { kind: 'legal', n: 10, earns: 'full' },
  { kind: 'listing', n: 10, earns: 'full' },
  { kind: 'article', n: 149, earns: 'half' },
])('a $kind page of $n words is $earns', ({ kind, n, earns }) => {
  expect(reading({ text: words(n), kind }).earns).toBe(earns);
});

/** State of scripts with `n` words. */
const state = (n: number) => `<script>self.__next_f.push([1,"${'ebb '.repeat(n)}"])</script>`;

test.each<{ kind: PageKind; n: number; more: string; faults: readonly string[] }>([
  { kind: 'contact', n: 10, more: '', faults: [] },
  { kind: 'contact', n: 9, more: '', faults: ['text_elsewhere'] },
  { kind: 'other', n: 49, more: '', faults: ['text_elsewhere'] },
  { kind: 'contact', n: 10, more: SHELL, faults: [] },
  { kind: 'other', n: 10, more: SHELL, faults: ['text_elsewhere'] },
])('a $kind page of $n words beside JSON with more text: $faults', ({ kind, n, more, faults }) => {
  expect(reading({ text: words(n), kind, more: more + state(500) }).faults).toEqual(faults);
});

test('JSON that repeats the text of a page, or has less than a paragraph, is not its text', () => {
  const own = `<script type="application/json">["${words(40)}"]</script>`;
  expect(reading({ text: words(40), more: own }).faults).toEqual(['little_text']);
  expect(reading({ text: words(10), more: state(12) }).faults).toEqual(['no_text']);
});

test.each([
  { n: 10, earns: 'full' },
  { n: 9, earns: 'none' },
])('a contact page of $n words with the marks of a shell is $earns', ({ n, earns }) => {
  expect(reading({ text: words(n), kind: 'contact', more: SHELL }).earns).toBe(earns);
});

test.each([
  { n: 40, earns: 'half' },
  { n: 39, earns: 'none' },
])('$n CJK characters are $earns', ({ n, earns }) => {
  const read = reading({ title: '<title>潮</title>', h1: '<h1>潮</h1>', text: '潮'.repeat(n - 1) });
  expect(read.page.facts.cjkCharacters).toBe(n);
  expect(read.earns).toBe(earns);
});

test.each([
  { n: 45, earns: 'half', fault: 'text_in_noscript' },
  { n: 44, earns: 'none', fault: 'shell' },
])('$n words in noscript beside a shell are $earns', ({ n, earns, fault }) => {
  const read = reading({ text: words(5), more: `${SHELL}<noscript><p>${'tide '.repeat(n)}</p></noscript>` });
  expect(read).toMatchObject({ earns, faults: [fault] });
});

test('the request to enable JavaScript does not count as text of a page that scripts fill', () => {
  const request = '<noscript>Please enable JavaScript to see the tides of the harbour.</noscript>';
  expect(reading({ text: words(45), more: SHELL + request })).toMatchObject({ earns: 'none', faults: ['shell'] });
});

const streamed = (n: number) => `<div hidden id="S:0"><section><p>${'tide '.repeat(n)}</p></section></div>`;

test.each([
  { n: 5, hidden: 15, more: '', earns: 'half', faults: ['text_streamed'] },
  { n: 5, hidden: 14, more: '', earns: 'none', faults: ['no_text'] },
  { n: 5, hidden: 45, more: SHELL, earns: 'half', faults: ['text_streamed'] },
  { n: 5, hidden: 44, more: SHELL, earns: 'none', faults: ['shell'] },
  { n: 60, hidden: 90, more: SHELL, earns: 'half', faults: ['text_streamed'] },
  { n: 60, hidden: 50, more: SHELL, earns: 'half', faults: ['thin_shell'] },
  { n: 60, hidden: 50, more: '', earns: 'half', faults: ['little_text'] },
  { n: 150, hidden: 50, more: '', earns: 'full', faults: [] },
])('$n words in sight and $hidden hidden are $earns with $faults', ({ n, hidden, more, earns, faults }) => {
  expect(reading({ text: words(n), more: streamed(hidden) + more })).toMatchObject({ earns, faults });
});

test.each([
  ['text_hidden', (text: string) => `<div style="display:none">${text}</div>`],
  ['text_in_shadow', (text: string) => `<x-page><template shadowrootmode="open">${text}</template></x-page>`],
  ['text_in_noscript', (text: string) => `<noscript>${text}</noscript>`],
  ['text_elsewhere', (text: string) => `<script type="application/json">["${text}"]</script>`],
] as const)('text in one place alone earns half: %s', (fault, hide) => {
  const text = 'The ebb leaves the sand bank dry, and the flood comes back over the bar within the hour. '.repeat(10);
  expect(reading({ text: words(5), more: hide(text) })).toMatchObject({ earns: 'half', faults: [fault] });
});

test('a few sentences in data alone are not the text of a page', () => {
  const data = (n: number) =>
    `<script type="application/json">["${'The ebb leaves the sand bank dry, and boats wait. '.repeat(n)}"]</script>`;
  expect(reading({ text: words(8), more: data(4) })).toMatchObject({ earns: 'none', faults: ['no_text'] });
  expect(reading({ text: words(8), more: data(6) })).toMatchObject({ earns: 'half', faults: ['text_elsewhere'] });
});

test.each([
  [2, 'no_text'],
  [4, 'filler'],
])('a sentence that is all that a page says, %i times, is %s', (n, fault) => {
  expect(reading({ text: '<p>The ebb leaves the sand bank dry, and boats wait there.</p>'.repeat(n) })).toMatchObject({
    faults: [fault],
  });
});

test('a few hidden words are not what a page with little text lacks', () => {
  const labels = (n: number) => `<span aria-hidden="true">${'tide '.repeat(n)}</span>`;
  expect(reading({ text: words(145) + labels(10) })).toMatchObject({ earns: 'half', faults: ['little_text'] });
  expect(reading({ text: words(145) + labels(30) })).toMatchObject({ earns: 'half', faults: ['text_hidden'] });
});

test('hidden text that all pages share counts once', () => {
  const menu = `<div hidden><p>${'sail '.repeat(200)}</p></div>`;
  const page = (text: string) => createPage({ text, more: menu });
  const { home, further } = readRawHtml(page('a'), [page('b'), page('c'), page('d')]);
  expect([home, ...further].map(({ earns }) => earns)).toEqual(['half', 'none', 'none', 'none']);
});

test.each([
  { more: '<iframe src="/old.html"></iframe>', fault: 'framed' },
  { more: '<iframe src="/form"></iframe><script type="module" src="/share-button.js"></script>', fault: 'framed' },
  { more: '<script>location.href = "/en/"</script>', fault: 'redirect' },
  {
    more: '<noscript>Please enable JavaScript.</noscript><script>location.replace("/en/")</script>',
    fault: 'redirect',
  },
  { more: '<h1>A</h1><p>Loading…</p><script>location.href = "/en/"</script>', fault: 'redirect' },
  { more: `${SHELL}<script>location.replace("/en/")</script>`, fault: 'shell' },
])('an empty page with $more earns nothing: $fault', ({ more, fault }) => {
  expect(reading({ text: '', more })).toMatchObject({ earns: 'none', faults: [fault] });
});

test.each([
  { links: '', n: 0 },
  { links: '<a href="#">a</a><a href="javascript:go()">b</a><a>c</a><a href="#tides">d</a>', n: 0 },
  { links: '<a href="https://example.org/">a</a>', n: 0 },
  { links: '<a href="/a">a</a><a href="#/b">b</a><a href="https://docs.example.com/">c</a>', n: 1 },
  { links: '<a href="other">a</a>', n: 1 },
  {
    links:
      '<a href="/large.JPG">a</a><a href="/film.mp4?x=1">b</a><a href="/rules.pdf">c</a><a href="/other.html">d</a>',
    n: 1,
  },
])('$links has $n links to other pages of the site', ({ links, n }) => {
  expect(linksToOtherPages(reading({ links }).page)).toHaveLength(n);
});

test('HTML that our budget ends is larger than crawlers read', () => {
  expect(reading({ text: words(200), isCut: true })).toMatchObject({ earns: 'half', faults: ['too_large'] });
});

test.each([
  { bytes: 2 * 1024 * 1024, earns: 'full' },
  { bytes: 2 * 1024 * 1024 + 1, earns: 'half' },
])('$bytes bytes of HTML are $earns', ({ bytes, earns }) => {
  expect(reading({ text: words(200), bytes }).earns).toBe(earns);
});

const SCRIPT = '<script src="/app.js"></script>';

test.each([
  { n: 45, more: '<div id="x1">Loading…</div>', earns: 'none', fault: 'shell' },
  { n: 45, more: '<div id="map"></div><div class="clearfix"></div>', earns: 'half', fault: 'little_text' },
  { n: 60, more: '<div id="x1">Loading…</div>', earns: 'half', fault: 'thin_shell' },
  { n: 60, more: '<div id="map"></div><div class="clearfix"></div>', earns: 'half', fault: 'little_text' },
  { n: 60, more: '<div id="posts"></div>', earns: 'half', fault: 'little_text' },
  { n: 60, more: '<div id="a"></div><div id="b"></div><div id="c"></div>', earns: 'none', fault: 'shell' },
  { n: 60, more: '<noscript>Please enable JavaScript.</noscript>', earns: 'half', fault: 'little_text' },
  {
    n: 45,
    more: `<aside>${'high '.repeat(60)}</aside><div id="x1">Loading…</div>`,
    earns: 'half',
    fault: 'thin_shell',
  },
])('$n words beside $more are $earns: $fault', ({ n, more, earns, fault }) => {
  expect(reading({ text: words(n), more: more + SCRIPT })).toMatchObject({ earns, faults: [fault] });
});

test('a page whose main has only a placeholder is a shell, whatever stands around it', () => {
  const html = `<div>${'tide '.repeat(100)}</div><main><p>Loading…</p></main>${SCRIPT}`;
  const page: Page = { ...createPage({}), facts: readPage(html, URL) };
  expect(readRawHtml(page, []).home).toMatchObject({ earns: 'none', faults: ['shell'] });
  const around: Page = {
    ...createPage({}),
    facts: readPage(html.replace('<p>Loading…</p>', '<div id="list"></div>'), URL),
  };
  expect(around.facts.words).toBe(100);
  expect(readRawHtml(around, []).home).toMatchObject({ earns: 'none', faults: ['shell'] });
});

test.each([
  { more: '<main class="posts"><div class="row"></div></main>', fault: 'empty' },
  { more: '<a href="#content">Skip</a><main id="content"></main>', fault: 'empty' },
  { more: '<main><p>Loading…</p></main>', fault: 'shell' },
  { more: '<main id="posts"></main>', fault: 'shell' },
  { more: '<main class="x"></main><script>document.querySelector(".x").innerHTML = list()</script>', fault: 'shell' },
  { more: '<main class="x"></main><noscript>Please enable JavaScript.</noscript>', fault: 'shell' },
])('a page with only $more earns nothing: $fault', ({ more, fault }) => {
  const page: Page = { ...createPage({}), facts: readPage(`<p>Acme</p>${more}${SCRIPT}`, URL) };
  expect(readRawHtml(page, []).home).toMatchObject({ earns: 'none', faults: [fault] });
});

test('pages with only the text of the template earn nothing, except the first', () => {
  const pages = [1, 2, 3].map(() => createPage({ text: words(200) }));
  const { home, further } = readRawHtml(createPage({ text: words(200) }), pages);
  expect([home, ...further].map(({ earns }) => earns)).toEqual(['full', 'none', 'none', 'none']);
  expect(further[0]).toMatchObject({ faults: ['repeated'], text: { words: 0, repeatedWords: 200 } });
});

test('a page that repeats its text is told so, though it hides some too', () => {
  const copy = createPage({ text: words(200), more: streamed(10) });
  expect(readRawHtml(createPage({ text: words(200) }), [copy]).further[0]).toMatchObject({ faults: ['repeated'] });
});

test('a page that hides the text of other pages is a copy of them, not a page that scripts fill', () => {
  const hidden = `<main><div id="content" hidden><p>${words(200)}</p></div></main><script src="/a.js"></script>`;
  const copies = [1, 2].map(() => createPage({ text: '', more: hidden }));
  const { further } = readRawHtml(createPage({ text: words(200) }), copies);
  expect(further.map(({ faults }) => faults)).toEqual([['repeated'], ['repeated']]);
});

test('what is to be done first follows the common cause of pages without text', () => {
  const shell = createPage({ text: '', more: `<div id="root"></div>${SCRIPT}` });
  const redirect = createPage({ text: '', more: '<script>location.replace("/en/")</script>' });
  expect(findFirstFix([shell, shell])).toMatch(/^Scripts fill in the text/);
  expect(findFirstFix([redirect])).toMatch(/^A script sends readers to another page/);
  expect(findFirstFix([shell, redirect])).toBeNull();
  expect(findFirstFix([createPage({ text: words(200) })])).toBeNull();
});

test('little text beside filler is half, and the filler is the cause', () => {
  const text = `The tide is high at noon. ${'The tide gauge stands at the pier. '.repeat(5)}</p><p>${'Lorem ipsum dolor sit amet, consectetur. '.repeat(9)}`;
  expect(reading({ text })).toMatchObject({ earns: 'half', faults: ['part_filler'] });
});

test('a listing with more filler than text is half', () => {
  const text = `${'Latest news of the pier and its gauges. '.repeat(4)}</p><p>${'Lorem ipsum dolor sit amet, consectetur. '.repeat(9)}`;
  expect(reading({ text, kind: 'listing' })).toMatchObject({ earns: 'half', faults: ['part_filler'] });
});

test('filler earns nothing', () => {
  const text = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(30);
  expect(reading({ text })).toMatchObject({
    earns: 'none',
    faults: ['filler'],
    text: { words: 1 },
    page: { facts: { fillerWords: 240 } },
  });
});

test.each([
  { more: `<div id="x1">Loading…</div>${SCRIPT}`, n: 30, expected: true },
  { more: '<noscript>Please enable JavaScript.</noscript>', n: 200, expected: false },
  { more: '', n: 5, expected: false },
])('a page of $n words with $more is a shell: $expected', ({ more, n, expected }) => {
  expect(isShell(createPage({ text: words(n), more }))).toBe(expected);
});

test('links to /index.html, or to the host with www, count as links to /', () => {
  const html =
    '<a href="/index.html">Home</a><a href="/#top">Top</a><a href="https://www.example.com/"><img src="a.png" alt="Home"></a>';
  expect(
    linksToOtherPages({
      ...createPage({}),
      url: 'https://example.com/',
      facts: readPage(html, 'https://example.com/'),
    }),
  ).toEqual([]);
});

test('a page with text and a request to enable JavaScript is not scripted', () => {
  expect(isScripted(reading({ text: words(60), more: '<noscript>Please enable JavaScript.</noscript>' }))).toBe(false);
  expect(isScripted(reading({ text: words(60), more: SHELL }))).toBe(true);
  expect(isScripted(reading({ text: words(200), links: '<a href="#/b">b</a>' }))).toBe(true);
});

test('a page that shows the password form of WordPress in place of its text is closed', () => {
  const form = '<form action="/wp-login.php" class="post-password-form"><label>Password</label></form>';
  expect(reading({ text: words(20), more: form })).toMatchObject({ earns: 'none', faults: ['login'] });
  expect(reading({ text: words(60), more: form }).faults).toEqual(['little_text']);
  expect(reading({ text: words(20), more: form.replaceAll('"', '') }).faults).toEqual(['login']);
});
