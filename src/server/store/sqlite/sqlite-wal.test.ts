import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../store.ts';
import { MAX_WAL_BYTES, sqlitePath } from './sqlite-connection.ts';

const MEBIBYTE = 1024 * 1024;

/** Reads the database in one transaction until its standard input ends. */
const READER = `
  import { DatabaseSync } from 'node:sqlite';
  const database = new DatabaseSync(process.argv[1]);
  database.exec('begin');
  database.prepare('select count(*) from api_keys').get();
  process.stdout.write('reading');
  process.stdin.resume().on('end', () => process.exit());
`;

async function startReader(dataDir: string): Promise<{ end(): Promise<void> }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', READER, sqlitePath(dataDir)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const end = async () => {
    child.stdin.end();
    await ended;
  };
  return { end };
}

/** A store whose log has grown past its limit because another process reads. */
async function outgrown() {
  const dataDir = await mkdtemp(join(tmpdir(), 'citable-wal-'));
  const store = await openStore({ DATA_DIR: dataDir });
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });
  const { db, writeAheadLog: log } = store;
  if (log === null) throw new Error('There is no write-ahead log.');
  const size = async () => (await stat(`${sqlitePath(dataDir)}-wal`)).size;
  const write = (bytes: number) => sql`insert into filler values (zeroblob(${bytes}))`.execute(db);
  await sql`create table filler (data blob)`.execute(db);
  const reader = await startReader(dataDir);
  for (let written = 0; written <= MAX_WAL_BYTES; written += 8 * MEBIBYTE) await write(8 * MEBIBYTE);
  return { db, log, reader, size, write };
}

test('a log that grew under a long reader stays while that reads, and is emptied afterwards', async () => {
  const { db, log, reader, size } = await outgrown();
  await log.shrink();
  expect(await size()).toBeGreaterThan(MAX_WAL_BYTES);
  expect(await log.bytes()).toBe(await size());
  await reader.end();
  await log.shrink();
  expect([await size(), await log.bytes()]).toEqual([0, 0]);
  expect((await sql`pragma busy_timeout`.execute(db)).rows).toEqual([{ timeout: 5_000 }]);
});

test('writes alone bring it back to its limit, and a log within the limit is left alone', async () => {
  const { log, reader, size, write } = await outgrown();
  await reader.end();
  // The first finishes the copy, the second begins the log anew.
  await write(1);
  await write(1);
  expect(await size()).toBe(MAX_WAL_BYTES);
  await log.shrink();
  expect(await size()).toBe(MAX_WAL_BYTES);
});

test('a transaction that is under way is not disturbed', async () => {
  const { db, log, reader, size } = await outgrown();
  await reader.end();
  await db.transaction().execute(async (transaction) => {
    await sql`insert into filler values (null)`.execute(transaction);
    await log.shrink();
  });
  expect((await sql`select count(*) as rows from filler where data is null`.execute(db)).rows).toEqual([{ rows: 1 }]);
  await log.shrink();
  expect(await size()).toBeLessThanOrEqual(MAX_WAL_BYTES);
});
