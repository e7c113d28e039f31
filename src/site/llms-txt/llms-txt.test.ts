import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { sampled } from '../../../test/support/sample.ts';
import { type LlmsTxt, parseLlmsTxt } from './llms-txt.ts';

const read = (text: string): LlmsTxt => parseLlmsTxt(text, 'https://example.com/docs/llms.txt');
const inSection = (...lines: string[]): LlmsTxt => read(['# Name', '', '## Docs', ...lines].join('\n'));
const kinds = ({ problems }: LlmsTxt): [string, number][] => problems.map(({ kind, line }) => [kind, line]);

it('reads a file as the format describes it', () => {
  const file = read(`# Name

> What it is,
> in short.

Details, and [a link](/details).

- a list

## Docs

- [Quick start](https://example.com/start): How to begin
- [Reference](reference.html.md)

## Optional

- [History](../history "then")
`);
  expect(file).toEqual({
    title: { text: 'Name', line: 1 },
    hasTitleSomewhere: true,
    summary: 'What it is, in short.',
    sections: [
      { name: 'Docs', line: 10, links: 2 },
      { name: 'Optional', line: 15, links: 1 },
    ],
    links: [
      { text: 'a link', href: '/details', url: 'https://example.com/details', note: null, line: 6 },
      {
        text: 'Quick start',
        href: 'https://example.com/start',
        url: 'https://example.com/start',
        note: 'How to begin',
        line: 12,
      },
      {
        text: 'Reference',
        href: 'reference.html.md',
        url: 'https://example.com/docs/reference.html.md',
        note: null,
        line: 13,
      },
      { text: 'History', href: '../history', url: 'https://example.com/history', note: null, line: 17 },
    ],
    problems: [],
    length: 215,
  });
});

describe('the title', () => {
  it.each([
    ['# Name', 'Name', 1],
    ['\ufeff# Name', 'Name', 1],
    ['\n \n# Name', 'Name', 3],
    ['\r\n\r# Name\r', 'Name', 3],
    ['   #\t Name   of  it', 'Name of it', 1],
    ['# Name ##', 'Name', 1],
    ['# C#', 'C#', 1],
    ['Name\n====', 'Name', 1],
    ['Name\n=', 'Name', 1],
    ['Name\n  === ', 'Name', 1],
    ['# A\ufeffB', 'A B', 1],
    ['# Name\n\nText\n\n# Name', 'Name', 1],
    ['<!-- made by x -->\n# Name', 'Name', 2],
    ['<!-- made\n\n# not this\n-->\n<!-- x -->\n\n# Name', 'Name', 7],
    ['---\ntitle: x\n---\n# Name', 'Name', 4],
    ['+++\ntitle = "x"\n+++\n\n# Name', 'Name', 5],
    ['---\nx: y\n---\n<!-- z -->\n# Name', 'Name', 5],
    ['--- \nx: y\n---\t\n# Name', 'Name', 4],
    ['\n  <!-- x -->\n# Name', 'Name', 3],
    [' \n<!-- x -->\n# Name', 'Name', 3],
  ])('of %j is %j on line %i', (text, name, line) => {
    expect(read(text).title).toEqual({ text: name, line });
    expect(read(text).hasTitleSomewhere).toBe(true);
  });

  it.each([
    ['', false],
    ['## Name', false],
    ['#Name', false],
    ['#', false],
    ['    # Name', false],
    ['```\n# Name\n```', false],
    ['> # Name', false],
    ['<!-- # Name', false],
    ['<!--\n# Name', false],
    ['- Name\n===', false],
    ['Name\n= x', false],
    ['Name\nx =', false],
    ['Name\n    ===', false],
    ['Text\n\n# Name', true],
    ['> Summary\n# Name', true],
    ['#\n# Name', true],
    ['---\nno front matter\n\n# Name', true],
    ['[x](y)\n\nName\n===', true],
  ])('of %j is none; an H1 somewhere: %s', (text, isSomewhere) => {
    expect(read(text).title).toBeNull();
    expect(read(text).hasTitleSomewhere).toBe(isSomewhere);
  });
});

describe('the summary', () => {
  it.each([
    ['# N\n> Summary', 'Summary'],
    ['# N\n>Summary', 'Summary'],
    ['# N\n   > Summary', 'Summary'],
    ['# N\n>one\n>two', 'one two'],
    ['# N\na > b', null],
    ['# N\n    > code', null],
    ['# N\n\n> one\n>\n> two', 'one two'],
    ['# N\n\nText\n\n> late', 'late'],
    ['# N\n> one\n\n> another', 'one'],
    ['# N', null],
    ['# N\n>', null],
    ['# N\n## S\n> in a section', null],
    ['# N\n```\n> code\n```', null],
  ])('of %j is %j', (text, summary) => {
    expect(read(text).summary).toBe(summary);
  });
});

describe('a section', () => {
  it.each([
    ['## Docs', ['Docs']],
    ['Docs\n----', ['Docs']],
    ['## Docs ##', ['Docs']],
    ['##', ['']],
    ['```\n## Docs\n```', []],
    ['~~~~\n```\n## Docs\n~~~\n## Docs\n~~~~~\n## Api', ['Api']],
    ['``` `\n## Docs', ['Docs']],
    ['```\n## Docs', []],
    ['<!--\n## Docs\n-->', []],
    ['##Docs', []],
    ['- Docs\n---', []],
    ['Docs\n-', []],
    ['Docs\n--- ', ['Docs']],
    ['Docs\n-- x', []],
    ['Docs\nx --', []],
    ['Docs\n    ---', []],
    ['    Docs\n---', []],
    ['Docs - all > 1. of <!-- them\n---', ['Docs - all > 1. of <!-- them']],
    ['-\n---', []],
    ['10. Docs\n---', []],
    ['2)\n---', []],
    ['2.0 Docs\n---', ['2.0 Docs']],
    ['v2 Docs\n---', ['v2 Docs']],
    ['20 Docs\n---', ['20 Docs']],
    ['`a` Docs\n---', ['`a` Docs']],
    ['~a\n---', ['~a']],
    ['```md\n## Docs\n```', []],
    ['```\nx\n  ``` \n## Docs', ['Docs']],
  ])('of %j has the name %j', (text, names) => {
    expect(read(`# Name\n\n${text}`).sections.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    '- [a](u)',
    '- [a](u): note with https://example.com and [b](v)',
    '- [a](u) - note',
    '-   [a](<u> "t")',
    '-[a](u)',
    ' - [a](u)\n - [b](v)',
    '',
    '- [a](https://e/x_(y)): z\n\n- [b](v)',
    '- [a](u)\n \t \n - [b](v)',
  ])('may hold %j', (lines) => {
    expect(inSection(...lines.split('\n')).problems).toEqual([]);
  });

  it.each<[string, [string, number][]]>([
    ['Some prose.', [['text_in_section', 4]]],
    ['- [a](u): note\n  that goes on', [['text_in_section', 5]]],
    ['- [a](u): note\n  that - goes on with x-[y]', [['text_in_section', 5]]],
    ['- [a](u)\n  -', [['nested_item', 5]]],
    ['- http://example.com/a', [['bare_url', 4]]],
    ['- **[a](u)**: note', [['text_in_section', 4]]],
    ['- plain text', [['text_in_section', 4]]],
    ['1. [a](u)', [['text_in_section', 4]]],
    ['> quoted', [['text_in_section', 4]]],
    ['```\ncode\n- [a](u)\n```\n- [b](v)', [['text_in_section', 4]]],
    ['<!-- a\ncomment -->', [['text_in_section', 4]]],
    [
      '* [a](u)\n+ [b](v)',
      [
        ['star_bullet', 4],
        ['star_bullet', 5],
      ],
    ],
    ['https://example.com/a', [['bare_url', 4]]],
    ['- Docs: HTTPS://example.com/a', [['bare_url', 4]]],
    ['- <https://example.com/a>', [['bare_url', 4]]],
    ['Both [a](u) and https://example.com/a', [['bare_url', 4]]],
    ['See [a](https://example.com/a).', [['text_in_section', 4]]],
    ['### Deeper\n- [a](u)', [['other_heading', 4]]],
    ['# Another\n- [a](u)', [['other_heading', 4]]],
    [
      '- [a](u)\n  - [b](v)\n\t- c\n- [d](w)',
      [
        ['nested_item', 5],
        ['nested_item', 6],
      ],
    ],
    ['- [a](u)\n## More\n  - [b](v)', []],
  ])('stumbles a strict reader with %j', (lines, expected) => {
    expect(kinds(inSection(...lines.split('\n')))).toEqual(expected);
  });

  it('counts its own links, those in prose and nested ones too', () => {
    const { sections, links } = inSection('- [a](u)', '  - [b](v)', 'See [c](w).', '### [d](x)', '## Next', '`[e](y)`');
    expect(sections.map((section) => section.links)).toEqual([4, 0]);
    expect(links.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('shows the line of a problem, cut at 200 characters', () => {
    expect(inSection('   A line.').problems[0]?.text).toBe('A line.');
    expect(inSection('x'.repeat(1_000)).problems[0]?.text).toHaveLength(200);
  });
});

describe('before the first section', () => {
  it('anything stands but headings', () => {
    expect(kinds(read('# Name\n\nText https://example.com\n* a\n  - b\n```\n### x\n```'))).toEqual([]);
    expect(kinds(read('# Name\n\n### Deeper\n\n# Another'))).toEqual([
      ['other_heading', 3],
      ['other_heading', 5],
    ]);
  });

  it('an H1 that is not the first thing is not a second problem', () => {
    expect(kinds(read('Text\n\n# Name\n## Docs'))).toEqual([]);
  });

  it.each(['### Deeper\n\n# Name', '# Name\n\n### Deeper'])('a deeper heading is a problem in %j', (text) => {
    expect(kinds(read(text)).map(([kind]) => kind)).toEqual(['other_heading']);
  });
});

describe('after the first section', () => {
  it('an H1 is a problem, even the only one', () => {
    expect(kinds(read('## Docs\n# Name'))).toEqual([['other_heading', 2]]);
  });
});

describe('a link', () => {
  it.each([
    ['u', 'https://example.com/docs/u'],
    ['./u.md', 'https://example.com/docs/u.md'],
    ['/u', 'https://example.com/u'],
    ['//other.example/u', 'https://other.example/u'],
    ['?q', 'https://example.com/docs/llms.txt?q'],
    ['https://e/C_(x)', 'https://e/C_(x)'],
    ['HTTP://E/', 'http://e/'],
    ['', null],
    ['mailto:a@example.com', null],
    ['xhttps://e/', null],
    ['javascript:alert(1)', null],
    ['https://', null],
  ])('to "%s" leads to %s', (href, url) => {
    expect(inSection(`- [a](${href})`).links).toMatchObject([{ href, url }]);
  });

  it.each([
    ['- [a](u): note: more ', 'note: more'],
    ['- [a](u) – note', 'note'],
    ['- [a](u) note', 'note'],
    ['- [a](u)(more: of it)', '(more: of it)'],
    ['* [a](u): note', 'note'],
    ['- [a](u):', null],
    ['- [a](u)', null],
    ['See [a](u): there', null],
  ])('in %j has the note %j', (line, note) => {
    expect(inSection(line).links[0]?.note).toBe(note);
  });

  it('has no part of the note of the link before it', () => {
    expect(inSection('- [a](u): see [b](v)').links.map(({ note }) => note)).toEqual(['see [b](v)', null]);
  });
});

it('measures the content without comments and front matter before it, white space collapsed', () => {
  expect(read('\ufeff---\na: b\n---\n<!-- c -->\n\n# N \t x\n\n\ny ').length).toBe('# N x y'.length);
  expect(read('').length).toBe(0);
});

describe('any text', () => {
  it('can be read, its lines pointing into it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '# ',
        '## ',
        '### ',
        '- ',
        '* ',
        '> ',
        '[a](b)',
        '](',
        '```',
        '~~~',
        '---',
        '===',
        '<!--',
        '-->',
        ' ',
      ),
      fc.constantFrom('\n', '\n', '\r\n', '\r', 'https://e', '\t', '\u2028'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.webUrl(), (pieces, url) => {
        const text = pieces.join('');
        const lines = text.split(/\r\n?|\n/).length;
        const file = parseLlmsTxt(text, url);
        for (const { line } of [...file.sections, ...file.links, ...file.problems]) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines);
        }
        expect(file.hasTitleSomewhere || file.title === null).toBe(true);
        expect(file.sections.reduce((sum, { links }) => sum + links, 0)).toBeLessThanOrEqual(file.links.length);
      }),
      runs(100),
    );
  });

  it.each(
    sampled(
      [
        ' ',
        '#',
        '# ',
        '#\u2028',
        ' \u2028',
        '>',
        '`',
        '```\n',
        '~',
        '<!--',
        '-->',
        '-\n',
        '---\n',
        'a\n=\n',
        '\n',
        '[](',
      ],
      6,
    ),
  )('full of %j comes to its end', (piece) => {
    const text = piece.repeat(500_000 / piece.length);
    expect(read(text).length).toBeLessThanOrEqual(text.length);
    expect(inSection(text).title?.text).toBe('Name');
  });
});
