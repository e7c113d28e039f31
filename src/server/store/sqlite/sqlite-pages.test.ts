import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { reusedThread } from '../../../../test/support/database-threads.ts';
import { openStore } from '../store.ts';
import { sqlitePath } from './sqlite-connection.ts';
import { compactSqlite } from './sqlite-pages.ts';

const ROWS = 2_000;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'citable-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Fills a database, and deletes all rows but every tenth. */
async function emptied(dataDir: string) {
  const store = await openStore({ DATA_DIR: dataDir }, undefined, undefined, reusedThread);
  onTestFinished(() => store.close().catch(() => undefined));
  const { db, freePages, writeAheadLog } = store;
  if (freePages === null || writeAheadLog === null) throw new Error('This is not the embedded database.');
  await sql`create table filler (n integer primary key, data blob)`.execute(db);
  await sql`insert into filler with recursive s (n) as (select 1 union all select n + 1 from s where n < ${ROWS})
    select n, randomblob(4000) from s`.execute(db);
  await sql`delete from filler where n % 10 <> 0`.execute(db);
  const size = async () => {
    await writeAheadLog.shrink();
    const { rows } = await sql<{ bytes: number }>`
      select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db);
    return rows[0]?.bytes ?? 0;
  };
  return { ...store, freePages, size };
}

/** A file as earlier versions made it, with the same rows. */
async function earlier(dataDir: string): Promise<void> {
  const database = new DatabaseSync(sqlitePath(dataDir));
  database.exec(`pragma auto_vacuum = none; pragma journal_mode = wal; create table kysely_migration (name text)`);
  database.exec('drop table kysely_migration');
  database.close();
}

function contents(dataDir: string) {
  const database = new DatabaseSync(sqlitePath(dataDir));
  const value = (text: string) => Object.values(database.prepare(text).get() ?? {})[0];
  const all = {
    integrity: value('pragma integrity_check'),
    rows: value('select count(*) from filler'),
    sum: value('select sum(n) from filler'),
  };
  database.close();
  return all;
}

test('free pages are released until a twentieth of the file is left', async () => {
  const { freePages, size } = await emptied(await temporaryFolder());
  const [before, free] = [await size(), await freePages.bytes()];
  expect(free / before).toBeGreaterThan(0.8);
  await freePages.release();
  expect(await freePages.bytes()).toBeLessThan(0.05 * before);
  expect(await size()).toBeLessThan(0.3 * before);
});

test('a release that is stopped leaves the rest', async () => {
  const { freePages } = await emptied(await temporaryFolder());
  const free = await freePages.bytes();
  await freePages.release(AbortSignal.abort());
  expect(await freePages.bytes()).toBe(free);
});

test('a file of an earlier version is made smaller by compacting it, and from then on by itself', async () => {
  const dataDir = await temporaryFolder();
  await earlier(dataDir);
  const { freePages, close } = await emptied(dataDir);
  const free = await freePages.bytes();
  await freePages.release();
  expect(await freePages.bytes()).toBe(free);
  await close();
  const before = contents(dataDir);
  expect(before.integrity).toBe('ok');

  expect(compactSqlite(dataDir, 1_000)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('free disk space'),
  });
  const compacted = compactSqlite(dataDir);
  if (!compacted.ok) throw new Error(compacted.problem);
  expect(compacted.after).toBeLessThan(0.3 * compacted.before);
  expect((await stat(sqlitePath(dataDir))).size).toBe(compacted.after);
  expect(contents(dataDir)).toEqual(before);
  const database = new DatabaseSync(sqlitePath(dataDir));
  expect(database.prepare('pragma auto_vacuum').get()).toEqual({ auto_vacuum: 2 });
  database.close();
});

test('a process that is killed while it compacts leaves the database as it was', async () => {
  const dataDir = await temporaryFolder();
  await earlier(dataDir);
  const { close } = await emptied(dataDir);
  await close();
  const before = contents(dataDir);
  const script = `import { compactSqlite } from ${JSON.stringify(new URL('sqlite-pages.ts', import.meta.url).href)};
    for (;;) { process.stdout.write('.'); compactSqlite(${JSON.stringify(dataDir)}); }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(contents(dataDir)).toEqual(before);
});
