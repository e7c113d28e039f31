import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { storeQueued } from '../../../../test/support/stored-audits.ts';
import { AuditStore } from '../../audits/store/audit-store.ts';
import { openSqlite } from './sqlite.ts';

const ID = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'citable-store-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return join(path, 'data');
}

async function open(dataDir: string) {
  const db = await openSqlite(dataDir);
  onTestFinished(() => db.destroy());
  return db;
}

test('the folder and the database are readable by their owner alone', async () => {
  const dataDir = await folder();
  await open(dataDir);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  for (const name of ['citable.sqlite', 'citable.sqlite-wal', 'citable.sqlite-shm']) {
    expect((await stat(join(dataDir, name))).mode & 0o777, name).toBe(0o600);
  }
});

test('commits are synced, written ahead, and foreign keys hold', async () => {
  const db = await open(await folder());
  const pragma = async (name: string) => (await sql.raw<Record<string, unknown>>(`PRAGMA ${name}`).execute(db)).rows[0];
  expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' });
  expect(await pragma('synchronous')).toEqual({ synchronous: 2 });
  expect(await pragma('foreign_keys')).toEqual({ foreign_keys: 1 });
  expect(await pragma('busy_timeout')).toEqual({ timeout: 5_000 });
  const session = { hash: '', key_id: 'no such key', created_at: '' };
  await expect(db.insertInto('sessions').values(session).execute()).rejects.toThrow(/FOREIGN KEY/);
});

test('opening again changes nothing', async () => {
  const dataDir = await folder();
  const first = await openSqlite(dataDir);
  await storeQueued(first, { id: ID });
  await first.destroy();
  expect(await new AuditStore(await open(dataDir)).find(ID)).toMatchObject({ id: ID, status: 'queued' });
});

test('a file that is not a database is refused', async () => {
  const dataDir = await folder();
  await (await openSqlite(dataDir)).destroy();
  await writeFile(join(dataDir, 'citable.sqlite'), 'this is text, and not a database at all');
  await expect(openSqlite(dataDir)).rejects.toThrow();
});
