import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText, mangled } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { LINE_WORDS } from '../../../test/support/words.ts';
import { parseLlmsTxt } from '../../site/llms-txt/llms-txt.ts';
import { quote } from '../../values/untrusted-text.ts';
import { linkName, linkNote, linkUrl, markdownLine } from './markdown-line.ts';

const TEXT = fc.oneof(mangled(LINE_WORDS), anyText);
const URLS = fc
  .tuple(fc.webUrl(), mangled(['/', '?', '#', '(', ')', ']', '&amp;', '"', ' ', '\\', '%', 'é'], 8))
  .map(([url, more]) => new URL(`/x${more}`, url).href);

/** Without the backslashes that Markdown takes for none of the text (CommonMark 0.31 §2.4). */
function unescaped(line: string): string {
  return line.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

describe("a stranger's text", () => {
  test('is one line, and the text that quote shows of it', () => {
    fc.assert(
      fc.property(TEXT, fc.integer({ min: 1, max: 200 }), (text, max) => {
        const line = markdownLine(text, max);
        expect(unescaped(line ?? '')).toBe(quote(text, max));
        expect(line ?? '').not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
      runs(1_000),
    );
  });

  test('as name and note of a link is that link and its note, and nothing else of the file', () => {
    fc.assert(
      fc.property(TEXT, TEXT, TEXT, URLS, (title, name, note, url) => {
        const [shownName, shownNote] = [linkName(name, 80) ?? 'x', linkNote(note)];
        const item = `- [${shownName}](${linkUrl(url)})${shownNote === null ? '' : `: ${shownNote}`}`;
        const heading = markdownLine(title, 80) ?? 'x';
        const file = parseLlmsTxt(
          `# ${heading}\n\n> ${heading}\n\n## ${heading}\n\n${item}\n`,
          'https://here.example/',
        );
        expect(file.problems).toEqual([]);
        expect(file.title?.line).toBe(1);
        expect(file.sections).toHaveLength(1);
        expect(file.links).toHaveLength(1);
        expect(file.links[0]).toMatchObject({ text: unescaped(shownName), line: 7 });
        // The reader takes any run of colons and dashes for what stands between a link and its note.
        const read = shownNote?.replace(/^[\s:–—-]+/, '') ?? '';
        expect(file.links[0]?.note ?? '').toBe(read);
        expect(file.links[0]?.url).toBe(new URL(linkUrl(url)).href);
      }),
      runs(1_000),
    );
  });
});
