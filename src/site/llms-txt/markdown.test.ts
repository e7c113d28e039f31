import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { sampled } from '../../../test/support/sample.ts';
import { contentStart, findLinks, readBlocks } from './markdown.ts';

const pairs = (line: string): string[][] => findLinks(line).map(({ text, href }) => [text, href]);

describe('findLinks', () => {
  it.each<[string, string, string[][]]>([
    ['a link', '[a](u)', [['a', 'u']]],
    [
      'several',
      '- [a](u), [b](v)',
      [
        ['a', 'u'],
        ['b', 'v'],
      ],
    ],
    ['a title in double quotes', '[a](u "t")', [['a', 'u']]],
    ['a title in single quotes', "[a](u 't (x)')", [['a', 'u']]],
    ['a title in parentheses', '[a](u (t))', [['a', 'u']]],
    ['an escaped quote in a title', '[a](u "t\\"t")', [['a', 'u']]],
    ['angle brackets', '[a](<u>)', [['a', 'u']]],
    ['angle brackets around spaces and parentheses', '[a](<u v(>  "t")', [['a', 'u v(']]],
    ['white space around the destination', '[a]( \tu )', [['a', 'u']]],
    ['parentheses in a URL', '[a](https://e/C_(x)_(y(z)))', [['a', 'https://e/C_(x)_(y(z))']]],
    ['escaped parentheses', '[a](u\\(v)', [['a', 'u(v']]],
    ['an entity', '[a](u?b&amp;c)', [['a', 'u?b&c']]],
    ['an empty destination', '[a]()', [['a', '']]],
    ['an empty label', '[](u)', [['', 'u']]],
    ['brackets in the label', '[a [b] c](u)', [['a [b] c', 'u']]],
    ['escaped brackets in the label', '[a \\] b](u)', [['a ] b', 'u']]],
    ['white space in the label', '[ a\t  b ](u)', [['a b', 'u']]],
    ['an image in the label', '[![a](i.png)](u)', [['![a](i.png)', 'u']]],
    ['an inner link only', '[a [b](u) c](v)', [['b', 'u']]],
    ['code in the label', '[`a]`](u)', [['`a]`', 'u']]],
    ['a link after a single backtick', '` [a](u)', [['a', 'u']]],
    ['a link after an escaped backtick', '\\`[a](u)`', [['a', 'u']]],
    ['a link after an escaped backtick and another', '\\``[a](u)``', [['a', 'u']]],
    ['a link between backticks of different number', '` [a](u) ``', [['a', 'u']]],
    ['a link after a bracket', '[x [a](u)', [['a', 'u']]],
    ['a link after one that is broken', '[a](u v [b](w)', [['b', 'w']]],
    ['no image', '![a](u)', []],
    ['no link in code', '`[a](u)`', []],
    ['no link in code with more backticks', '`` ` [a](u) ``', []],
    ['no link in code after an escaped backtick', '\\``[a](u)`', []],
    ['no link in code with more backticks after an escaped one', '\\``` ` [a](u) ``', []],
    ['no link in code after an escaped backslash', '\\\\`[a](u)`', []],
    ['no link in code that ends with a backslash', '`[a](u)\\`', []],
    ['no link in code that ends with more backticks than it has', '`` [a](u) ``` ``', []],
    ['a link after code that ends with a backslash', '`\\`[a](u)`', [['a', 'u']]],
    ['a link after a backslash and more backticks than end code', '\\``[a](u)```', [['a', 'u']]],
    ['no escaped link', '\\[a](u)', []],
    ['no reference', '[a][b] [c]: u', []],
    ['no space before the parenthesis', '[a] (u)', []],
    ['no second word that is not a title', '[a](u v)', []],
    ['no title without its end', '[a](u "t)', []],
    ['no title without white space', '[a](<u>"t")', []],
    ['no destination without its end', '[a](u', []],
    ['no parenthesis without its end', '[a](u(v)', []],
    ['no angle bracket without its end', '[a](<u)', []],
    ['no label without its beginning', 'a](u)', []],
    ['a link after an escaped exclamation mark', '\\![a](u)', [['a', 'u']]],
    ['no image after an escaped backslash', '\\\\![a](u)', []],
    ['no image behind another character', 'x![a](u)', []],
    ['an escaped angle bracket between angle brackets', '[a](<u\\>v>)', [['a', 'u>v']]],
    ['no angle bracket in angle brackets', '[a](<u<v>)', []],
    ['no white space in parentheses of a URL', '[a](u(v w))', []],
    ['no title after an open parenthesis of a URL', '[a](u(v "t")', []],
    ['no title between letters', '[a](u xtx)', []],
    ['no parenthesis in a title in parentheses', '[a](u (t(t))', []],
    ['no title of another kind', '[a](u [t])', []],
    ['no title that is not there', '[a](u ', []],
    ['no title that ends with an escape', '[a](u "t\\")', []],
  ])('finds %s', (_, line, expected) => {
    expect(pairs(line)).toEqual(expected);
  });

  it('allows 32 nested parentheses and no more', () => {
    const nested = (depth: number): string => `[a](${'('.repeat(depth)}${')'.repeat(depth)})`;
    expect(findLinks(nested(32))).toHaveLength(1);
    expect(findLinks(nested(33))).toHaveLength(0);
  });

  it('says where a link stands', () => {
    expect(findLinks('- [a](u): x')).toMatchObject([{ start: 2, end: 8 }]);
  });

  it('finds links in order, each between brackets, in any text', () => {
    const text = fc.array(fc.constantFrom('[', ']', '(', ')', '](', '!', '\\', '`', '<', '>', '"', ' ', 'a'), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, (pieces) => {
        const line = pieces.join('');
        let last = 0;
        for (const { start, end } of findLinks(line)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(line.slice(start, end)).toMatch(/^\[.*\]\(.*\)$/);
          last = end;
        }
      }),
      runs(),
    );
  });

  it.each(
    sampled(
      ['[', '](', '[](', '[](<', '[](a "', "[](a '", '[](a (', '[](a(', '[](a[](b)', '![', '`', '[`', '\\', '[a](b)'],
      5,
    ),
  )('comes to the end of a line full of %s', (piece) => {
    const line = piece.repeat(1_000_000 / piece.length);
    expect(findLinks(line).length).toBeLessThanOrEqual(line.length);
  });
});

test('a file is read as headings, verbatim blocks and other lines, each with the line it begins on', () => {
  const lines = ['# Name #', '', 'Docs', '---', '```', '# code', '```', '  <!-- a', 'comment -->', ' - x', '  ', 'y'];
  expect([...readBlocks(lines, 0)]).toEqual([
    { kind: 'heading', level: 1, text: 'Name', line: 1 },
    { kind: 'heading', level: 2, text: 'Docs', line: 3 },
    { kind: 'verbatim', line: 5 },
    { kind: 'verbatim', line: 8 },
    { kind: 'line', raw: ' - x', line: 10 },
    { kind: 'line', raw: 'y', line: 12 },
  ]);
});

test('a file without lines is read to its end at once', () => {
  expect(contentStart([])).toBe(0);
  expect([...readBlocks([], 0)]).toEqual([]);
});
