import { describe, expect, test } from 'vitest';
import { type Line, linesOf } from './lines.ts';

async function read(pieces: readonly string[], maxBytes?: number): Promise<Line[]> {
  async function* source() {
    for (const piece of pieces) yield Buffer.from(piece, 'latin1');
  }
  const lines: Line[] = [];
  for await (const line of linesOf(source(), maxBytes)) lines.push(line);
  return lines;
}

describe('lines', () => {
  test.each([
    [[''], []],
    [['a'], ['a']],
    [['a\n'], ['a']],
    [['a\nb'], ['a', 'b']],
    [['a\r\nb\r\n'], ['a', 'b']],
    [['\n\na'], ['', '', 'a']],
    [
      ['a', 'b', '\n', 'c'],
      ['ab', 'c'],
    ],
    [
      ['a\r', '\nb'],
      ['a', 'b'],
    ],
    [['\xc3', '\xbc\n'], ['ü']],
  ])('of %j are %j', async (pieces, lines) => {
    expect((await read(pieces)).map(({ text }) => text)).toEqual(lines);
  });

  test('say where they end, and which one has no line break', async () => {
    expect(await read(['ab\r\nc', 'd\ne'])).toEqual([
      { text: 'ab', end: 4, isWhole: true },
      { text: 'cd', end: 7, isWhole: true },
      { text: 'e', end: 8, isWhole: false },
    ]);
  });

  test('are cut where they are too long, and the next is whole again', async () => {
    expect((await read(['abc', 'def', 'ghi\njk\nlmnop'], 4)).map(({ text }) => text)).toEqual(['abcd', 'jk', 'lmno']);
  });
});
