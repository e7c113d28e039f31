import { describe, expect, test } from 'vitest';
import { readPage } from '../html/read-page.ts';
import { FACT_LIMITS, type LimitedFact, MAX_BLOCK, MAX_DEPTH, MAX_JSON_LD, MAX_URL } from './page-limits.ts';

const read = (html: string) => readPage(html, 'https://example.com/page');

/** Returns a page with one fact more of that kind than is stored. */
const PAGES: readonly (readonly [kind: LimitedFact, part: string])[] = [
  ['blocks', '<p>a'],
  ['links', '<a href=/a>a</a>'],
  ['headings', '<h2>a</h2>'],
  ['images', '<img src=a>'],
  ['lists', '<ul><li>a</ul>'],
  ['tables', '<table><td>a</table>'],
  ['times', '<time>a</time>'],
  ['markedDates', '<i class=date>a</i>'],
  ['bylines', '<i class=author>a</i>'],
  ['quotations', '<q>a</q>'],
  ['titles', '<title>a</title>'],
  ['metas', '<meta name=a content=b>'],
  ['canonicals', '<link rel=canonical href=/a>'],
  ['hreflangs', '<link rel=alternate hreflang=en href=/a>'],
  ['describedBy', '<link rel=describedby href=/a>'],
];

describe('a page with too many', () => {
  test('has a test for each kind', () => {
    expect(PAGES.map(([kind]) => kind).toSorted()).toEqual(Object.keys(FACT_LIMITS).toSorted());
  });

  test.each(PAGES)('%s keeps the first, and counts the rest', (kind, part) => {
    const { items } = FACT_LIMITS[kind];
    const atLimit = read(part.repeat(items));
    expect([atLimit[kind].length, atLimit.unread[kind]]).toEqual([items, 0]);
    const beyond = read(part.repeat(items + 3));
    expect([beyond[kind].length, beyond.unread[kind]]).toEqual([items, 3]);
  });

  test.each([
    ['links', '<a href="https://example.com/?', '">a</a>'],
    ['metas', '<meta name=a content="', '">'],
    ['headings', '<h1>', '</h1>'],
    ['canonicals', '<link rel=canonical href="/?', '">'],
  ] as const)('characters in its %s keeps the first, and counts the rest', (kind, start, end) => {
    const page = read(Array.from({ length: 1_500 }, (_, i) => `${start}${'x'.repeat(900)}${i}${end}`).join(''));
    expect(page[kind].length + page.unread[kind]).toBe(1_500);
    expect(page[kind].length).toBeGreaterThan(10);
    expect(JSON.stringify(page[kind]).length).toBeLessThan(2.5 * FACT_LIMITS[kind].characters);
  });
});

describe('a page of 1,200,000 paragraphs', () => {
  const html = `<h1>Title</h1>${'<p>a'.repeat(1_200_000)}<p>last</p>`;
  const page = read(html);

  test('keeps its first blocks, and counts all words', () => {
    expect(page.blocks).toHaveLength(FACT_LIMITS.blocks.items);
    expect(page.unread.blocks).toBe(1_200_002 - FACT_LIMITS.blocks.items);
    expect(page.words).toBe(1_200_002);
    expect(page.textLength).toBe('Title'.length + 1_200_000 * 2 + '\nlast'.length);
    expect(page.text.length).toBeLessThan(FACT_LIMITS.blocks.characters);
  });
});

describe('the blocks of a page', () => {
  test('are those of main, whatever stands before it', () => {
    const aside = '<p>aside</p>'.repeat(FACT_LIMITS.blocks.items + 5);
    const page = read(`${aside}<main><p>one</p><p>two</p></main>`);
    expect([page.text, page.words, page.unread.blocks]).toEqual(['one\ntwo', 2, 0]);
  });

  test('are cut where one is too long, and its words counted', () => {
    const page = read(`<p>${'word '.repeat(MAX_BLOCK)}</p>`);
    expect([page.blocks[0]?.text.length, page.words, page.unread.blocks]).toEqual([MAX_BLOCK, MAX_BLOCK, 1]);
  });

  test('have their words where the segmenter counts them of many at once', () => {
    const page = read('<p>日本語 a_b\n<p>x<p>กา_1 y'.repeat(2_000));
    const [first, second, third] = page.blocks;
    expect(page.words).toBe(2_000 * ((first?.words ?? 0) + 1 + (third?.words ?? 0)));
    for (const [index, { words }] of page.blocks.entries()) {
      expect(words).toBe([first, second, third][index % 3]?.words);
    }
  });
});

test('elements that are nested too deeply are counted', () => {
  expect(read('<div>'.repeat(MAX_DEPTH)).unread.elements).toBe(0);
  expect(read('<div>'.repeat(MAX_DEPTH + 7)).unread.elements).toBe(7);
});

test('the end tags of a form look at no element inside it, however many are open', () => {
  const inside = '<li><dd>'.repeat(1_000);
  expect(read(`<form><b>${inside}${'</form>'.repeat(300_000)}<p>text`).words).toBe(1);
});

describe('a URL that is too long', () => {
  test('is none', () => {
    const long = `/${'x'.repeat(MAX_URL)}`;
    const [link] = read(`<a href="${long}">a</a>`).links;
    expect([link?.href.length, link?.url]).toEqual([MAX_URL, null]);
  });

  test('makes no other one long as a base', () => {
    const page = read(
      `<base href="/${'x'.repeat(60_000)}/">${'<a href=b>c</a>'.repeat(20)}<a href="https://a.example/">d</a>`,
    );
    expect(page.links.at(0)?.url).toBeNull();
    expect(page.links.at(-1)?.url).toBe('https://a.example/');
  });
});

describe('structured data', () => {
  const script = (json: string) => `<script type="application/ld+json">${json}</script>`;

  test('is read up to the limit of its characters', () => {
    const organization = '{"@context":"https://schema.org","@type":"Organization","name":"A"}';
    const within = read(script(organization) + script(`["${'x'.repeat(1_000)}"]`));
    expect([within.structuredData.nodes.length, within.structuredData.truncated]).toEqual([1, false]);
    const beyond = read(script(organization) + script(`["${'x'.repeat(MAX_JSON_LD)}"]`) + script(organization));
    expect(beyond.structuredData).toMatchObject({ jsonLdBlocks: 3, jsonLdBroken: 0, truncated: true });
    expect(beyond.structuredData.nodes).toHaveLength(1);
  });

  test('that does not parse is counted, and the first faults are told', () => {
    const { structuredData } = read(script('{').repeat(150));
    expect([structuredData.jsonLdBroken, structuredData.jsonLdErrors.length]).toEqual([150, 100]);
  });

  test('repeats no long vocabulary in the name of each type', () => {
    const page = read(`<div vocab="x:${'h'.repeat(60_000)}">${'<i typeof="a b c"></i>'.repeat(100)}`);
    expect(JSON.stringify(page.structuredData).length).toBeLessThan(300_000);
  });
});
