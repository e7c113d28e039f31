import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mangled } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { MARKDOWN_WORDS } from '../../../test/support/words.ts';
import { parseLlmsTxt } from './llms-txt.ts';
import { contentStart, findLinks, readBlocks } from './markdown.ts';

describe('any text is an llms.txt', () => {
  test('of which all that is found has its line in the file', () => {
    fc.assert(
      fc.property(mangled(MARKDOWN_WORDS, 60), (text) => {
        const file = parseLlmsTxt(text, 'https://example.com/llms.txt');
        const count = text.split(/\r\n?|\n/).length;
        for (const { line } of [...file.sections, ...file.links, ...file.problems]) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(count);
        }
        for (const { url, href } of file.links) {
          if (url !== null) expect(new URL(url).href).toBe(url);
          expect(text).toContain(href.charAt(0));
        }
        const inSections = file.sections.reduce((sum, section) => sum + section.links, 0);
        expect(inSections).toBeLessThanOrEqual(file.links.length);
        expect(file.title === null || file.hasTitleSomewhere).toBe(true);
        expect(file.length).toBeLessThanOrEqual(text.length);
      }),
      runs(1_000),
    );
  });

  test('of which each line is in one block at most, in order', () => {
    fc.assert(
      fc.property(fc.array(mangled(MARKDOWN_WORDS, 8), { maxLength: 12 }), (lines) => {
        const start = contentStart(lines);
        const blocks = [...readBlocks(lines, start)].map(({ line }) => line);
        expect(blocks).toEqual([...new Set(blocks)].sort((a, b) => a - b));
        for (const line of blocks) expect(line).toBeGreaterThan(start);
      }),
      runs(500),
    );
  });
});

describe('inline links', () => {
  test('stand in order, do not overlap, and are whole', () => {
    fc.assert(
      fc.property(mangled(MARKDOWN_WORDS), (line) => {
        let last = 0;
        for (const { start, end } of findLinks(line)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(line.charAt(start)).toBe('[');
          expect(line.charAt(end - 1)).toBe(')');
          last = end;
        }
      }),
      runs(1_000),
    );
  });

  test('are read back when their text and destination are escaped', () => {
    const label = fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).map((text) => text.replace(/\s+/g, ' ').trim());
    fc.assert(
      fc.property(label, fc.webUrl(), fc.constantFrom('', ' "title"', " 'ti(tle'"), (text, url, title) => {
        const escaped = text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
        expect(findLinks(`see [${escaped}](<${url}>${title}) there`)).toMatchObject([{ text, href: url }]);
      }),
      runs(500),
    );
  });
});
