import { describe, expect, test } from 'vitest';
import { type Line, readDomainList, readLines } from './domain-list.ts';

async function* bytes(text: string) {
  yield Buffer.from(text);
}

const read = (text: string, allowPrivate = false) => readDomainList(bytes(text), { allowPrivate });

describe('a list of domains', () => {
  test('has a domain or URL per line, and skips blank lines and comments', async () => {
    const { sites, duplicates } = await read(
      '\ufeff# ours\nexample.com\n\n  https://www.example.com/a?b#c  \r\n\t\n#x\nmünchen.de # theirs\n',
    );
    expect(sites).toEqual([
      { input: 'example.com', domain: 'example.com' },
      { input: 'https://www.example.com/a?b#c', domain: 'www.example.com' },
      { input: 'münchen.de', domain: 'xn--mnchen-3ya.de' },
    ]);
    expect(duplicates).toBe(0);
  });

  test('has each site once, in any spelling', async () => {
    const { sites, duplicates } = await read(
      'example.com\nEXAMPLE.com.\nhttps://example.com/a\nno domain\nno domain\n',
    );
    expect(sites.map(({ input }) => input)).toEqual(['example.com', 'no domain']);
    expect(duplicates).toBe(3);
  });

  test('has invalid lines too, each with a reason in one line', async () => {
    const { sites } = await read('10.0.0.1\n\u001b[31mred\u0007 x\nmailto:a@example.com\n');
    expect(sites).toEqual([
      { input: '10.0.0.1', domain: null, problem: expect.stringContaining('IP address') },
      { input: 'red x', domain: null, problem: expect.stringContaining('not a web address') },
      { input: 'mailto:a@example.com', domain: null, problem: expect.stringContaining('e-mail') },
    ]);
  });

  test('reads the host of a URL that is longer than the limit', async () => {
    const { sites } = await read(`https://example.com/${'a'.repeat(100_000)}\nexample.org`);
    expect(sites.map(({ domain }) => domain)).toEqual(['example.com', 'example.org']);
    expect(sites[0]?.input).toHaveLength(260);
  });

  test('has private names if they are allowed', async () => {
    expect((await read('localhost:3000', true)).sites).toEqual([{ input: 'localhost:3000', domain: 'localhost:3000' }]);
    expect((await read('localhost:3000')).sites[0]?.domain).toBeNull();
  });
});

async function readAll(pieces: readonly string[], maxBytes?: number): Promise<Line[]> {
  async function* source() {
    for (const piece of pieces) yield Buffer.from(piece, 'latin1');
  }
  const found: Line[] = [];
  for await (const line of readLines(source(), maxBytes)) found.push(line);
  return found;
}

describe('reading lines', () => {
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
  ])('%j has the lines %j', async (pieces, lines) => {
    expect((await readAll(pieces)).map(({ text }) => text)).toEqual(lines);
  });

  test('returns the end of each line, and marks one without a line break', async () => {
    expect(await readAll(['ab\r\nc', 'd\ne'])).toEqual([
      { text: 'ab', end: 4, isWhole: true },
      { text: 'cd', end: 7, isWhole: true },
      { text: 'e', end: 8, isWhole: false },
    ]);
  });

  test('cuts long lines, and reads the next one whole', async () => {
    expect((await readAll(['abc', 'def', 'ghi\njk\nlmnop'], 4)).map(({ text }) => text)).toEqual([
      'abcd',
      'jk',
      'lmno',
    ]);
  });
});
