import { describe, expect, test } from 'vitest';
import type { Reading, RenderedPage, RenderedSite } from '../audit/rendered/rendered-site.ts';
import { renderedSummary, renderedText } from './rendered-text.ts';
import { createTerminal } from './terminal-text.ts';

const ORIGIN = 'https://example.com';
const reading = (words: number, more: Partial<Reading> = {}): Reading => ({
  words,
  headings: 1,
  links: 2,
  jsonLd: [],
  title: 'Title',
  canonical: null,
  robots: [],
  ...more,
});
const pageAt = (path: string, fromScripts: number, more: Partial<RenderedPage> = {}): RenderedPage => ({
  url: `${ORIGIN}${path}`,
  sent: reading(10),
  after: reading(10 + fromScripts),
  failure: null,
  missing: 0,
  forms: null,
  stoodAfter: 900,
  controls: [],
  controlCount: 0,
  fromScripts,
  removed: 0,
  text: [],
  isCut: false,
  removedText: [],
  folded: null,
  hasPictures: false,
  differences: [],
  faults: [],
  disagreement: null,
  ...more,
});
const createSite = (...pages: RenderedPage[]): RenderedSite => ({
  pages,
  words: pages.reduce((sum, { after }) => sum + (after?.words ?? 0), 0),
  fromScripts: pages.reduce((sum, { fromScripts }) => sum + fromScripts, 0),
});

describe('what scripts add', () => {
  test.each([
    [
      [pageAt('/', 0), pageAt('/products/a', 600), pageAt('/products/b', 640)],
      '1,240 of 1,270 words come from scripts on 2 of 3 pages: /products/*.',
    ],
    [[pageAt('/', 100), pageAt('/a', 50)], '150 of 170 words come from scripts on 2 of 2 pages: / and /a.'],
    [[pageAt('/', 3)], 'Scripts add hardly any text: 3 of 13 words on 1 page.'],
    [
      [pageAt('/', 90), pageAt('/a', 0, { after: null })],
      '90 of 100 words come from scripts on 1 of 1 page: /. 1 page could not be rendered.',
    ],
    [[pageAt('/', 0, { after: null })], 'None of the 1 page could be rendered.'],
  ])('is one sentence', (pages, sentence) => {
    expect(renderedSummary(createSite(...pages), ORIGIN)).toBe(sentence);
  });

  test('and change on each page, with what the rule says', () => {
    const site = createSite(
      pageAt('/a', 90, {
        text: [
          { text: 'In the HTML', isFromScripts: false },
          { text: 'Only in a browser', isFromScripts: true },
        ],
        folded: {
          pressed: 2,
          folds: 3,
          sent: 40,
          byScripts: 1,
          onlyPressed: 50,
          excerpt: [],
          hovered: 8,
          hovers: 9,
          onHover: 12,
          onHoverSent: 10,
          hoverExcerpt: [],
        },
        hasPictures: true,
        removed: 30,
        missing: 2,
        forms: { forms: 1, fields: 3, labelled: 2, completed: 1, tools: 1 },
        differences: ['canonical', 'robots'],
        after: reading(100, { canonical: `${ORIGIN}/b`, robots: ['*: noindex'] }),
        disagreement: 'scripts_add_text',
      }),
      pageAt('/c', 0, { after: null, failure: 'It ended the browser.' }),
    );
    const rendered = {
      failure: null,
      site,
      browser: '',
      isSandboxed: true,
      requests: { sent: 0, bytes: 0, refused: {} },
    };
    const text = renderedText(
      rendered,
      { origin: ORIGIN, details: true, locatePicture: (...which) => which.join('-') },
      createTerminal({ color: false, width: 100 }),
    );
    for (const part of [
      '10 → 100 words, 1 headings, 2 links',
      'Canonical: none → “https://example.com/b”.',
      'Robots metas: none → *: noindex.',
      'Scripts remove 30 words',
      '“Only in a browser”',
      'Folded away, but in the HTML as sent: 40 words.',
      'Folded away, and written by scripts alone: 1 word.',
      'Only after scrolling or a click, and nowhere in the page before: 50 words.',
      '2 of 3 folds were pressed.',
      'Only on hover: 12 words, 10 of them in the HTML as sent.',
      'The pointer was moved over 8 of 9 places.',
      'Pictures: 0-as-sent, 0-after-scripts',
      'The score follows the rule.',
      '3 fields in 1 form: 2 with a label, 1 with autocomplete, 1 WebMCP tool.',
      '2 scripts or responses to scripts could not be loaded',
      'It ended the browser.',
    ])
      expect(text.replace(/\n +/g, ' ')).toContain(part);
    expect(text).not.toContain('In the HTML”');
  });
});
