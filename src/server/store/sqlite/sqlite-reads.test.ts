import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { reusedThread } from '../../../../test/support/database-threads.ts';
import { openStore } from '../store.ts';
import type { StartThread } from './sqlite-thread.ts';

async function openedStore(startThread: StartThread = reusedThread) {
  const dataDir = await mkdtemp(join(tmpdir(), 'citable-reads-'));
  const store = await openStore({ DATA_DIR: dataDir }, undefined, undefined, startThread);
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });
  return store;
}

test('a commit does not wait for a list that is read, and the list has what was committed before it is read', async () => {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  // The thread of the lists is busy until it is let go.
  const store = await openedStore((access) => {
    const thread = reusedThread(access);
    if (access.mode === 'write') return thread;
    const post = thread.postMessage.bind(thread);
    thread.postMessage = (message) => void isOpen.then(() => post(message));
    return thread;
  });
  const list = store.reads.selectFrom('heartbeats').select('beaten_at').execute();
  await sql`insert into heartbeats (id, beaten_at) values (1, 'now')`.execute(store.db);
  open();
  expect(await list).toEqual([{ beaten_at: 'now' }]);
});

test('nothing is written where lists are read', async () => {
  const { reads } = await openedStore();
  const write = sql`insert into heartbeats (id, beaten_at) values (1, 'now')`.execute(reads);
  await expect(write).rejects.toThrow('readonly');
});
