import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeFolder, makePrivateFile, makePrivateFolder, makePrivateTree } from './private-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'citable-private-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const readMode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('a folder is made for its owner alone, and one that exists is kept from others', async () => {
  const path = join(folder, 'a');
  makePrivateFolder(path);
  expect(await readMode(path)).toBe('700');
  await chmod(path, 0o777);
  makePrivateFolder(path);
  expect(await readMode(path)).toBe('700');
});

test('a folder is made with its parents, and a file in its place stays', async () => {
  const path = join(folder, 'a/b/c');
  makeFolder(path, 0o700);
  expect([await readMode(join(folder, 'a')), await readMode(path)]).toEqual(['700', '700']);
  await writeFile(join(folder, 'file'), 'in the way');
  expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(folder, 'file/a'))).toThrow('ENOTDIR');
});

test.skipIf(process.platform !== 'linux')('a folder that the system does not create is an error', () => {
  expect(() => makePrivateFolder('/proc/citable/data')).toThrow(
    "ENOENT: no such file or directory, mkdir '/proc/citable'",
  );
});

test('a file is kept from others, and one that is not there is none to keep', async () => {
  const path = join(folder, 'a');
  makePrivateFile(path);
  await writeFile(path, '', { mode: 0o666 });
  makePrivateFile(path);
  expect(await readMode(path)).toBe('600');
});

test('a tree is kept from others, at every depth', async () => {
  await mkdir(join(folder, 'a', 'b'), { recursive: true });
  const files = ['one', 'a/two', 'a/b/three'].map((name) => join(folder, name));
  for (const file of files) await writeFile(file, '');
  for (const file of files) await chmod(file, 0o666);
  for (const path of ['', 'a/b']) await chmod(join(folder, path), 0o755);
  await chmod(join(folder, 'a'), 0o775);
  makePrivateTree(folder);
  for (const file of files) expect(await readMode(file)).toBe('600');
  for (const path of ['', 'a', 'a/b']) expect(await readMode(join(folder, path))).toBe('700');
});

test('what links lead to is left alone', async () => {
  const outside = join(folder, 'outside');
  await writeFile(outside, '');
  await chmod(outside, 0o644);
  await mkdir(join(folder, 'a'), { mode: 0o755 });
  await symlink(outside, join(folder, 'a', 'link'));
  makePrivateTree(join(folder, 'a'));
  expect(await readMode(outside)).toBe('644');
});
