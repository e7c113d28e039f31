import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { visit } from '../../../../test/contract/visits.ts';
import { publishDomains } from '../../../../test/support/publish-domains.ts';
import { StoreUnwritable } from '../unwritable.ts';
import { SQLITE } from '../visits/visit-statements.ts';
import { VisitInserter } from '../visits/visit-writer.ts';
import { openSqliteThread } from './sqlite.ts';
import { connectSqlite } from './sqlite-connection.ts';

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
  const writing = thread.execute(BEAT, ['now']).then(() => {
    isWritten = true;
  });
  for (let round = 0; round < 100; round += 1) await setImmediate();
  expect(isWritten).toBe(false);
  other.exec('commit');
  other.close();
  await writing;
});

test('visits that come while a transaction is under way are not part of it', async () => {
  const { thread, db } = await open();
  await publishDomains(db, ['example.com']);
  await thread.execute('begin', []);
  await thread.execute(BEAT, ['now']);
  const visits = new VisitInserter(SQLITE, async (statements) => (await thread.executeAll(statements)).rows);
  const writing = Promise.all([visits.insert([visit()]), visits.insert([visit(), visit()])]);
  await thread.execute('rollback', []);
  expect(await writing).toEqual([[1], [2, 3]]);
  expect((await thread.execute('select count(*) as visits from visits', [])).rows).toEqual([{ visits: 3 }]);
  expect((await thread.execute('select * from heartbeats', [])).rows).toEqual([]);
});

test('what the database refuses is said of that statement alone', async () => {
  const { thread, db } = await open();
  const first = thread.execute('select missing', []);
  const second = thread.execute('select 1 as one', []);
  await expect(first).rejects.toThrow(/no such column: missing/);
  expect((await second).rows).toEqual([{ one: 1 }]);
  await thread.execute('PRAGMA query_only = 1', []);
  await expect(thread.execute(BEAT, ['now'])).rejects.toThrow(StoreUnwritable);
  await expect(db.insertInto('heartbeats').values({ id: 1, beaten_at: 'now' }).execute()).rejects.toThrow(
    StoreUnwritable,
  );
});

test('a transaction that a full disk has undone fails for that reason', async () => {
  const { thread, db } = await open();
  // Less than there are: those stay, and no more can come.
  await thread.execute('PRAGMA max_page_count = 1', []);
  const large = 'x'.repeat(100_000);
  const inserting = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('heartbeats').values({ id: 1, beaten_at: large }).execute();
  });
  await expect(inserting).rejects.toThrow(StoreUnwritable);
  await thread.execute('PRAGMA max_page_count = 100000', []);
  await db.insertInto('heartbeats').values({ id: 1, beaten_at: large }).execute();
});

test('what was told before the end is done', async () => {
  const { thread, db, dataDir } = await open();
  const writing = thread.execute(BEAT, ['now']);
  await db.destroy();
  await writing;
  await expect(thread.execute(BEAT, ['later'])).rejects.toThrow('The database is closed.');
  await expect(thread.executeAll([])).rejects.toThrow('The database is closed.');
  const database = connectSqlite(dataDir);
  expect(database.prepare('select beaten_at from heartbeats').all()).toEqual([{ beaten_at: 'now' }]);
  database.close();
});
