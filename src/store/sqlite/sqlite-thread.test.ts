import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { StoreUnwritable } from '../unwritable.ts';
import { openSqliteThread } from './sqlite.ts';
import { connectSqlite } from './sqlite-connection.ts';

const query = (sql: string, ...parameters: unknown[]) => ({ sql, parameters });
const BEAT =
  'insert into heartbeats (id, beaten_at) values (1, ?) on conflict do update set beaten_at = excluded.beaten_at';

async function open() {
  const dataDir = await mkdtemp(join(tmpdir(), 'citable-thread-'));
  const opened = await openSqliteThread(dataDir);
  onTestFinished(async () => {
    await opened.db.destroy();
    await rm(dataDir, { recursive: true });
  });
  return { ...opened, dataDir };
}

test('who waits for another that writes does not keep the process from doing other things', async () => {
  const { thread, dataDir } = await open();
  const other = connectSqlite(dataDir);
  other.exec('begin immediate');
  let isWritten = false;
  const writing = thread.execute(query(BEAT, 'now')).then(() => {
    isWritten = true;
  });
  for (let round = 0; round < 100; round += 1) await setImmediate();
  expect(isWritten).toBe(false);
  other.exec('commit');
  other.close();
  await writing;
});

test('a transaction that comes while another is under way is no part of it', async () => {
  const { thread } = await open();
  const insert = (id: number) => query('insert into heartbeats (id, beaten_at) values (?, ?) returning id', id, 'now');
  await thread.execute(query('begin'));
  await thread.execute(query(BEAT, 'now'));
  const writing = Promise.all([thread.transact([insert(2)]), thread.transact([insert(3), insert(4)])]);
  await thread.execute(query('rollback'));
  expect(await writing).toEqual([[[{ id: 2 }]], [[{ id: 3 }], [{ id: 4 }]]]);
  expect((await thread.execute(query('select id from heartbeats'))).rows).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }]);
});

test('a transaction whose statement fails changes nothing', async () => {
  const { thread } = await open();
  await expect(thread.transact([query(BEAT, 'now'), query('select missing')])).rejects.toThrow(/no such column/);
  expect((await thread.execute(query('select * from heartbeats'))).rows).toEqual([]);
});

test('what the database refuses is said of that statement alone', async () => {
  const { thread, db } = await open();
  const first = thread.execute(query('select missing'));
  const second = thread.execute(query('select 1 as one'));
  await expect(first).rejects.toThrow(/no such column: missing/);
  expect((await second).rows).toEqual([{ one: 1 }]);
  await thread.execute(query('PRAGMA query_only = 1'));
  await expect(thread.execute(query(BEAT, 'now'))).rejects.toThrow(StoreUnwritable);
  await expect(db.insertInto('heartbeats').values({ id: 1, beaten_at: 'now' }).execute()).rejects.toThrow(
    StoreUnwritable,
  );
});

test('a transaction that a full disk has undone fails for that reason', async () => {
  const { thread, db } = await open();
  // Less than there are: those stay, and no more can come.
  await thread.execute(query('PRAGMA max_page_count = 1'));
  const large = 'x'.repeat(100_000);
  const inserting = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('heartbeats').values({ id: 1, beaten_at: large }).execute();
  });
  await expect(inserting).rejects.toThrow(StoreUnwritable);
  await thread.execute(query('PRAGMA max_page_count = 100000'));
  await db.insertInto('heartbeats').values({ id: 1, beaten_at: large }).execute();
});

test('what was told before the end is done', async () => {
  const { thread, db, dataDir } = await open();
  const writing = thread.execute(query(BEAT, 'now'));
  await db.destroy();
  await writing;
  await expect(thread.execute(query(BEAT, 'later'))).rejects.toThrow('The database is closed.');
  await expect(thread.transact([query(BEAT, 'later')])).rejects.toThrow('The database is closed.');
  const database = connectSqlite(dataDir);
  expect(database.prepare('select beaten_at from heartbeats').all()).toEqual([{ beaten_at: 'now' }]);
  database.close();
});
