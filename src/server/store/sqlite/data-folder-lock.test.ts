import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { lockDataFolder } from './data-folder-lock.ts';
import { openSqlite } from './sqlite.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'citable-lock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

test('a folder is taken once, until it is given back', () => {
  const release = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow('another citable serve is using it');
  expect(() => lockDataFolder(folder)).toThrow('another citable serve is using it');
  release();
  lockDataFolder(folder)();
});

test('who is only looking whether the folder is taken keeps nobody out', () => {
  lockDataFolder(folder)();
  const looking = new DatabaseSync(join(folder, 'serve.lock'));
  looking.exec('BEGIN; SELECT * FROM sqlite_schema');
  const release = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow('another citable serve is using it');
  release();
  looking.close();
});

test('another folder is another matter, and is made where it does not exist', () => {
  const release = lockDataFolder(folder);
  lockDataFolder(join(folder, 'another'))();
  release();
});

test('the database of a taken folder can be opened and written', async () => {
  const release = lockDataFolder(folder);
  const db = await openSqlite(folder);
  await db.destroy();
  release();
});

test('its file is empty, and for its owner alone', async () => {
  const release = lockDataFolder(folder);
  expect(await readFile(join(folder, 'serve.lock'), 'utf8')).toBe('');
  expect((await stat(join(folder, 'serve.lock'))).mode & 0o777).toBe(0o600);
  release();
});

test('what is not a folder is refused for what it is', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(() => lockDataFolder(join(folder, 'file'))).toThrow(/EEXIST|ENOTDIR/);
});
