import type { Shape } from '../fuzz/shapes.ts';

/** Concatenates numbered parts up to a length. */
function numbered(part: (index: number) => string, length: number): string {
  const parts: string[] = [];
  for (let i = 0, characters = 0; characters < length; i += 1) {
    const next = part(i);
    parts.push(next);
    characters += next.length;
  }
  return parts.join('');
}

/** Repeats one part after a start. */
const repeated = (name: string, part: string, start = ''): Shape => ({
  name,
  of: (length) => start + part.repeat(Math.ceil(length / part.length)),
});
const counted = (name: string, part: (index: number) => string, start = '', end = ''): Shape => ({
  name,
  of: (length) => start + numbered(part, length) + end,
});

const ENGLISH = '<html lang=en><p>the of and a word is what it has and does for you and that is it';
const JSON_LD = '<script type="application/ld+json">[';

/** Pages that are hostile by the number or length of something. */
export const PAGE_SHAPES: readonly Shape[] = [
  repeated('paragraphs', '<p>a'),
  repeated('paragraphs in main', '<p>a b', '<main>'),
  repeated('lists in lists', '<ul><li>a'),
  repeated('lists', '<ul><li>a</li></ul>'),
  repeated('lists of an English page', '<ul><li>a', ENGLISH),
  repeated('items', '<li>a', `${ENGLISH}<ul>`),
  counted('numbers in items', (i) => `<li>${i} ab`, ENGLISH),
  repeated('almost dates', '<p>1 june 20 v x 5 % off $ ', ENGLISH),
  repeated('long blocks of numbers', `<p>${'1 000 000 of '.repeat(1_500)}`, ENGLISH),
  counted('bullets', (i) => `<p>${(i % 90) + 1}. a`),
  repeated('bullets in one block', '• a ', '<p>'),
  repeated('definitions', '<dt>a<dd>b', '<dl>'),
  repeated('tables in tables', '<table><tr><td>a'),
  repeated('cells', '<tr><th>a<td>b', '<table>'),
  repeated('headings', '<h1>a'),
  repeated('headings in headings', '<h2><div>a'),
  repeated('links', '<a href=a>a'),
  counted('links to many places', (i) => `<a href="https://x${i}.example.org/?b=${i}">x</a>`),
  counted('links to long places', (i) => `<a href="/${'日'.repeat(400)}${i}">x</a>`),
  repeated('links from a long base', '<a href=b>c</a>', `<base href="/${'a'.repeat(60_000)}/">`),
  counted('images', (i) => `<img src=/${i} alt="a ${i}">`),
  repeated('times', '<time>1 1 1 1 1 1 1 1 1 1 1 1</time>'),
  repeated('quotations', '<blockquote>a<cite>b</cite></blockquote>'),
  repeated('bylines in bylines', '<div class=author>a'),
  repeated('articles', '<article><p>a</p></article><p>b</p>'),
  repeated('hidden parts', '<div hidden><h1>a</h1>b</div>'),
  repeated('noscript', '<noscript>enable javascript</noscript>'),
  repeated('roots', '<div id=root>a'),
  repeated('ends of forms', '</form>', `<form><b>${'<li><dd>a'.repeat(1_500)}`),
  repeated('line breaks', 'a<br>b<br><br>'),
  repeated('character references', '&lt'),
  repeated('angle brackets', '<'),
  repeated('line feeds', '\n'),
  counted('classes', (i) => `<p class="c${i} author">a</p>`),
  counted('ids', (i) => `<p id=i${i}>a`),
  counted('unknown elements', (i) => `<x${i}>a`),
  counted('attributes', (i) => `a${i}=b `, '<p '),
  repeated('a long value', '&amp;', '<p class="'),
  repeated('robots metas', '<meta name=robots content="noindex, max-snippet:0">'),
  repeated('directives', 'noindex, ', '<meta name=robots content="'),
  counted('canonicals', (i) => `<link rel=canonical href=/${i}>`),
  repeated('words', 'word '),
  repeated('one word', 'a'),
  repeated('words with underscores', 'a_b '),
  repeated('Chinese', '日本語', '<p>'),
  counted('Chinese paragraphs', (i) => `<p>日${String.fromCharCode(0x4e00 + ((i * 7) % 20_000))}`),
  repeated('Japanese numbers', '<p>2020年1月、日本語12個', '<html lang=ja>'),
  repeated('Thai paragraphs', '<p>กา'),
  repeated('Hebrew with marks', '\u05d0\u0027\u0301 '),
  repeated('emoji', '<p>\u{1f468}\u200d\u{1f469}'),
  counted(
    'JSON-LD organizations',
    (i) => `{"@type":"Organization","name":"a","sameAs":["b${i}"]},`,
    JSON_LD,
    '{}]</script>',
  ),
  counted('JSON-LD blocks', (i) => `<script type="application/ld+json">{"@type":"A","name":"a${i}"}</script>`),
  repeated('broken JSON-LD', '<script type="application/ld+json">{</script>'),
  repeated('open brackets', '[', JSON_LD),
  repeated('items in items', '<div itemscope itemtype=https://schema.org/A itemprop=a>b'),
  repeated('properties', '<b itemprop=a>b</b>', '<div itemscope>'),
  repeated('text in properties in properties', 'word ', `<div itemscope>${'<b itemprop=a>'.repeat(4_000)}`),
  repeated('types of a long vocabulary', '<i typeof="a b c d e f g">', `<div vocab="${'h'.repeat(60_000)}">`),
  repeated('a prefix without a name', 'a', '<div prefix="'),
];
