import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { snapshotStoreContract } from '../../../../test/contract/snapshot-store.ts';
import { snapshotFiles } from './snapshot-files.ts';

const HOUR_MS = 3_600_000;
const ID = 'ab90a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'citable-snapshots-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

snapshotStoreContract('a folder', async () => snapshotFiles(await folder()));

test('pages are compressed, sharded, and readable by their owner alone', async () => {
  const path = await folder();
  await snapshotFiles(path).write(ID, 'x'.repeat(100_000));
  const file = await stat(join(path, 'ab', `${ID}.html.zst`));
  expect(file.mode & 0o777).toBe(0o600);
  expect(file.size).toBeLessThan(1_000);
  expect((await stat(join(path, 'ab'))).mode & 0o777).toBe(0o700);
});

test('nothing half-written stays: neither beside a page nor from an earlier process', async () => {
  const path = await folder();
  await snapshotFiles(path).write(ID, 'page');
  expect(await readdir(join(path, 'unfinished'))).toEqual([]);
  const leftBehind = join(path, 'unfinished', 'left-behind');
  await writeFile(leftBehind, 'half');
  const twoHoursAgo = new Date(Date.now() - 2 * HOUR_MS);
  await utimes(leftBehind, twoHoursAgo, twoHoursAgo);
  const store = snapshotFiles(path);
  expect(await readdir(join(path, 'unfinished'))).toEqual([]);
  expect(String(Buffer.from((await store.read(ID)) ?? []))).toBe('page');
});

test('a process that starts leaves alone what another is writing', async () => {
  const path = await folder();
  snapshotFiles(path);
  await writeFile(join(path, 'unfinished', 'being-written'), 'half');
  snapshotFiles(path);
  expect(await readdir(join(path, 'unfinished'))).toEqual(['being-written']);
});

test('a damaged file is a fault, not a missing page', async () => {
  const path = await folder();
  const store = snapshotFiles(path);
  await store.write(ID, 'page');
  await writeFile(join(path, 'ab', `${ID}.html.zst`), 'not zstd');
  await expect(store.read(ID)).rejects.toThrow();
});
