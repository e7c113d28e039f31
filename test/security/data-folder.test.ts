import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Ended, MAIN, PAUSED, run, type ServeProcess, startServing } from '../support/citable-process.ts';
import { temporaryFolder } from '../support/running-service.ts';
import { operations, request } from './keyed-operations.ts';

const citable = (words: readonly string[], DATA_DIR: string): Promise<Ended> => run(MAIN, words, { DATA_DIR });

/** Audits, and requests a hosted file, so that there is a snapshot and a thread that writes visits. */
async function use({ url }: ServeProcess, key: string): Promise<void> {
  const audited = await fetch(`${url}/api/audit?domain=example.com&tier=vip`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(audited.status).toBe(200);
  expect((await fetch(`${url}/llms/example.com.txt`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
}

/** Lists the modes of a folder and of everything in it. */
async function listModes(folder: string): Promise<Map<string, string>> {
  const names = ['', ...(await readdir(folder, { recursive: true }))];
  const modes = names.map(async (name): Promise<[string, string]> => {
    const { mode } = await stat(join(folder, name));
    return [name, (mode & 0o777).toString(8)];
  });
  return new Map(await Promise.all(modes));
}

async function expectPrivate(folder: string): Promise<void> {
  const modes = await listModes(folder);
  expect([...modes.keys()]).toEqual(
    expect.arrayContaining(['citable.sqlite', 'citable.sqlite-wal', 'citable.sqlite-shm', 'serve.lock', 'snapshots']),
  );
  expect([...modes.keys()].some((name) => name.endsWith('.zst'))).toBe(true);
  for (const [name, mode] of modes) {
    const isFolder = (await stat(join(folder, name))).isDirectory();
    expect([name, mode]).toEqual([name, isFolder ? '700' : '600']);
  }
}

test('everything in the data folder is readable by its owner alone, even after it was open to others', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'data');
  const key = (await citable(['keys', 'create', 'one'], DATA_DIR)).stdout.trim();
  const first = await startServing(PAUSED, [], { DATA_DIR });
  await use(first, key);
  await expectPrivate(DATA_DIR);
  const backup = join(DATA_DIR, '..', 'backup.sqlite');
  expect((await citable(['backup', backup], DATA_DIR)).code).toBe(0);
  expect(((await stat(backup)).mode & 0o777).toString(8)).toBe('600');
  // Killed, so that the files beside the database stay.
  await first.end('SIGKILL');

  for (const name of (await listModes(DATA_DIR)).keys()) {
    const isFolder = (await stat(join(DATA_DIR, name))).isDirectory();
    await chmod(join(DATA_DIR, name), isFolder ? 0o755 : 0o644);
  }
  const second = await startServing(PAUSED, [], { DATA_DIR });
  await use(second, key);
  await expectPrivate(DATA_DIR);
});

test('a key revoked while the server runs is refused from then on', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'data');
  const created = await citable(['keys', 'create', 'one'], DATA_DIR);
  const key = created.stdout.trim();
  const authorization = { authorization: `Bearer ${key}` };
  const serving = await startServing(PAUSED, [], { DATA_DIR, LOG_LEVEL: 'trace' });
  await use(serving, key);
  const get = (path: string) => fetch(`${serving.url}${path}`);
  const id = '6f1c2a34-9d8e-4b7a-8c5d-0e1f2a3b4c5d';
  const known = { domain: 'example.com', unpublished: 'other.com', id, batch: id };
  const keyed = (await operations(get, known)).filter(({ isKeyed }) => isKeyed);
  // Without operations whose results are public.
  const refusable = keyed.filter(({ name }) => !/llms/.test(name));
  for (const operation of refusable) {
    expect([operation.name, (await request(operation, serving.url, authorization)).status]).not.toEqual([
      operation.name,
      401,
    ]);
  }

  const revoked = await citable(['keys', 'revoke', 'one'], DATA_DIR);
  expect(revoked.code).toBe(0);
  for (const operation of keyed) {
    const response = await request(operation, serving.url, authorization);
    expect([operation.name, response.status]).toEqual([operation.name, 401]);
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  }

  // Output of the commands and the server, and their files.
  const listed = await citable(['keys', 'list'], DATA_DIR);
  const backup = join(DATA_DIR, '..', 'backup.sqlite');
  const copied = await citable(['backup', backup], DATA_DIR);
  const { stdout, stderr } = await serving.end('SIGTERM');
  const output = [
    created.stderr,
    revoked.stdout,
    revoked.stderr,
    listed.stdout,
    listed.stderr,
    copied.stdout,
    copied.stderr,
  ];
  for (const text of [...output, stdout, stderr, await readFile(backup, 'latin1')])
    expect(text).not.toContain(key.slice(4, 30));
  expect(stdout.trim().split('\n').length).toBeGreaterThan(keyed.length);
});
