import { expect, test } from 'vitest';
import { contentStart, readBlocks } from './markdown-blocks.ts';

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
