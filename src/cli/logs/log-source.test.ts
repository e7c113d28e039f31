import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_LINE_BYTES } from '../../logs/line-splitter.ts';
import { inOrder, readLines } from './log-source.ts';

let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'citable-log-'));
  file = join(folder, 'access.log');
});
afterAll(() => rm(folder, { recursive: true }));

async function readPart(from: number, to: number | null): Promise<string[]> {
  const lines: string[] = [];
  await readLines(
    { path: file, from, to },
    (line) => lines.push(line) > 0,
    () => lines.push('too long'),
  );
  return lines;
}

test('every part of a file has its own lines, and together they have all', async () => {
  const text = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '\r'), maxLength: 6 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), fc.nat(), fc.nat(), async (lines, isEnded, one, two) => {
      const bytes = Buffer.from(lines.join('\n') + (isEnded ? '\n' : ''));
      await writeFile(file, bytes);
      const [a = 0, b = 0] = [one % (bytes.length + 1), two % (bytes.length + 1)].toSorted((x, y) => x - y);
      const parts = [await readPart(0, a), a < b ? await readPart(a, b) : [], await readPart(b, null)];
      expect((a === 0 ? parts.slice(1) : parts).flat().join('\n')).toBe((await readPart(0, null)).join('\n'));
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
] as const)('a file in %s is read like the plain one', async (_name, compress) => {
  await writeFile(file, Buffer.concat([compress('one\ntwo\n'), compress('three')]));
  expect(await readPart(0, null)).toEqual(['one', 'two', 'three']);
});

test('a line that is too long counts once, and the next one is read', async () => {
  await writeFile(file, `one\n${'x'.repeat(5 * MAX_LINE_BYTES)}\ntwo\n${'y'.repeat(MAX_LINE_BYTES + 1)}\nthree`);
  expect(await readPart(0, null)).toEqual(['one', 'too long', 'two', 'too long', 'three']);
});

test.each([
  ['bzip2', 'BZh91AY', 'bzip2 -dc'],
  ['xz', '\xfd7zXZ\0', 'xz -dc'],
])('a file in %s is refused by name, with the command that decompresses it', async (name, head, command) => {
  await writeFile(file, Buffer.from(head, 'latin1'));
  await expect(readPart(0, null)).rejects.toThrow(`compressed with ${name}; decompress it first: ${command}`);
});

test.each(['utf-16le', 'utf-16be'])(
  'a file in %s is refused by name, and the mark of UTF-8 is not part of a line',
  async (encoding) => {
    const bytes = Buffer.from('\ufeffone\ntwo', 'utf16le');
    await writeFile(file, encoding === 'utf-16le' ? bytes : bytes.swap16());
    await expect(readPart(0, null)).rejects.toThrow('it is in UTF-16; convert it first: iconv -f UTF-16 -t UTF-8');
    await writeFile(file, '\ufeffone\ntwo');
    expect(await readPart(0, null)).toEqual(['one', 'two']);
  },
);

test.each([
  [
    ['a.log', 'a.log.1', 'a.log.10.gz', 'a.log.2.zst'],
    ['a.log.10.gz', 'a.log.2.zst', 'a.log.1', 'a.log'],
  ],
  [
    ['a.log', 'a.log-20261002', 'a.log-20261001.gz'],
    ['a.log-20261001.gz', 'a.log-20261002', 'a.log'],
  ],
  [
    ['b.log', 'a.log', 'b.log.1', 'a.log.2', 'c.log', 'a.log.1', 'b.log.2'],
    ['b.log.2', 'b.log.1', 'b.log', 'a.log.2', 'a.log.1', 'a.log', 'c.log'],
  ],
  [
    ['z', '-', 'y'],
    ['z', '-', 'y'],
  ],
])('%j is read in the order %j', (given, order) => {
  expect(inOrder(given)).toEqual(order);
});
