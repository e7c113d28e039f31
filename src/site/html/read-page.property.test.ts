import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mangled } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { HTML_WORDS } from '../../../test/support/words.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { readPage } from './read-page.ts';

const URL_OF_PAGE = 'https://example.com/a/';
/** What must be true of the facts of any page. */
function expectSound(html: string, facts: PageFacts): void {
  const lines = html.split('\n').length;
  const located = [
    ...facts.titles,
    ...facts.metas,
    ...facts.canonicals,
    ...facts.hreflangs,
    ...facts.describedBy,
    ...facts.headings,
    ...facts.blocks,
    ...facts.links,
    ...facts.images,
    ...facts.lists,
    ...facts.tables,
    ...facts.times,
    ...facts.bylines,
    ...facts.quotations,
    ...facts.structuredData.nodes,
    ...facts.structuredData.jsonLdErrors,
    ...facts.shell.markers,
  ];
  for (const { line } of located) {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines);
  }
  expect(facts.text).toBe(facts.blocks.map(({ text }) => text).join('\n'));
  expect(facts.words).toBe(facts.blocks.reduce((sum, { words }) => sum + words, 0));
  const texts = [...facts.titles, ...facts.headings, ...facts.blocks, ...facts.links].map(({ text }) => text);
  for (const text of texts) expect(text).not.toMatch(/^ | $|[\t\n\f\r]| {2}/);
  for (const { text } of facts.blocks) expect(text).not.toBe('');
  for (const { level } of facts.headings) expect([1, 2, 3, 4, 5, 6]).toContain(level);
  for (const { url } of [...facts.links, ...facts.canonicals]) if (url !== null) expect(new URL(url).href).toBe(url);
  for (const { properties } of facts.structuredData.nodes) {
    for (const value of Object.values(properties).flat()) {
      if (typeof value !== 'string') expect(facts.structuredData.nodes[value.node]).toBeDefined();
    }
  }
  expect(facts.structuredData.jsonLdErrors.length).toBeLessThanOrEqual(facts.structuredData.jsonLdBlocks);
}

describe('any text is a page', () => {
  test('whose facts are sound, and the same each time', () => {
    fc.assert(
      fc.property(mangled(HTML_WORDS, 80), (html) => {
        const facts = readPage(html, URL_OF_PAGE);
        expectSound(html, facts);
        expect(readPage(html, URL_OF_PAGE)).toEqual(facts);
      }),
      runs(1_500),
    );
  });

  test('also when it is no HTML at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (html) =>
        expectSound(html, readPage(html, URL_OF_PAGE)),
      ),
      runs(),
    );
  });
});

describe('what is written into a page is read back', () => {
  const plain = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
  const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
  const collapsed = (text: string): string => text.replace(/[\0- \u00a0\u3000]+/g, ' ').replace(/^ | $/g, '');

  test('title, heading, paragraph, link and meta', () => {
    fc.assert(
      fc.property(plain, plain, (one, other) => {
        fc.pre(collapsed(one) !== '' && collapsed(other) !== '');
        const [a, b] = [escaped(one), escaped(other)];
        const html = `<!doctype html><title>${a}</title><meta name=description content="${b}"><h1>${b}</h1><p>${a}<p><a href="?q=${b}">${a}</a>`;
        const facts = readPage(html, URL_OF_PAGE);
        expect(facts.titles).toMatchObject([{ text: collapsed(one) }]);
        expect(facts.metas).toMatchObject([{ key: 'description', content: other }]);
        expect(facts.headings).toMatchObject([{ level: 1, text: collapsed(other) }]);
        expect(facts.blocks.map(({ text }) => text)).toEqual([other, one, one].map(collapsed));
        expect(facts.links).toMatchObject([{ text: collapsed(one), href: `?q=${other}` }]);
      }),
      runs(),
    );
  });

  test('JSON-LD: every string of a schema.org node', () => {
    const value = fc.string({ unit: 'binary-ascii', maxLength: 20 }).filter((text) => !/^@/.test(text));
    const node = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { maxKeys: 5 });
    fc.assert(
      fc.property(fc.array(node, { minLength: 1, maxLength: 4 }), (nodes) => {
        const graph = nodes.map((properties) => ({ '@type': 'Thing', ...properties }));
        const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
        const { structuredData } = readPage(`<script type="application/ld+json">${json}</script>`, URL_OF_PAGE);
        expect(structuredData.jsonLdErrors).toEqual([]);
        expect(structuredData.nodes.map(({ types, properties }) => ({ types, properties: { ...properties } }))).toEqual(
          nodes.map((properties) => ({
            types: ['Thing'],
            properties: Object.fromEntries(Object.entries(properties).map(([name, text]) => [name, [text]])),
          })),
        );
      }),
      runs(),
    );
  });
});
