import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UsageError } from './exit.ts';
import { readTextFile } from './text-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'citable-text-'));
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['UTF-8', Buffer.from('{"ä":1}')],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeff{"ä":1}')],
  ['UTF-16, little-endian', Buffer.from('\ufeff{"ä":1}', 'utf16le')],
  ['UTF-16, big-endian', Buffer.from('\ufeff{"ä":1}', 'utf16le').swap16()],
])('reads %s', async (_encoding, bytes) => {
  const path = join(folder, 'file.json');
  await writeFile(path, bytes);
  expect(await readTextFile(path)).toBe('{"ä":1}');
});

test('says why a file cannot be read', async () => {
  await expect(readTextFile(join(folder, 'none'))).rejects.toThrow(UsageError);
  await expect(readTextFile(join(folder, 'none'))).rejects.toThrow('none cannot be read: no such file or directory.');
});
