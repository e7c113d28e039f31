import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { insertBatch, insertEntries } from '../../src/server/audits/store/accept-batch.ts';
import { type BatchDomainRow, type BatchRow, BatchStore } from '../../src/server/audits/store/batch-store.ts';
import type { Database } from '../../src/server/store/database.ts';

const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-02T00:00:00.000Z';
const BATCH: BatchRow = {
  id: 'one',
  keyId: 'key',
  requestedAt: AT,
  startedAt: null,
  finishedAt: null,
  domains: 4,
  duplicates: 1,
};
const AUDIT = '00000000-0000-4000-8000-000000000000';

const queued = (position: number): BatchDomainRow => ({
  position,
  input: `site-${position}.com ü`,
  domain: `site-${position}.com`,
  status: 'queued',
  auditId: AUDIT,
  error: null,
});
const REFUSED: BatchDomainRow = {
  ...queued(1),
  input: 'no domain',
  domain: null,
  status: 'refused',
  auditId: null,
  error: 'It is none.',
};
const ENTRIES = [queued(0), REFUSED, queued(2)];

/** What keeps batches in any database. @param open makes an empty store for one test */
export function batchStoreContract(open: () => Promise<{ readonly db: Kysely<Database> }>): void {
  let batches: BatchStore;
  let db: Kysely<Database>;

  beforeEach(async () => {
    ({ db } = await open());
    batches = new BatchStore(db);
    const keys = new ApiKeyStore(db);
    for (const id of ['key', 'other']) await keys.insert({ id, name: id, hash: id, createdAt: AT });
  });

  const insert = (batch: BatchRow, entries: readonly BatchDomainRow[] = ENTRIES) =>
    db.transaction().execute(async (transaction) => {
      await insertBatch(transaction, batch, 2);
      await insertEntries(transaction, batch.id, entries);
      await transaction.updateTable('batches').set({ incoming: 0 }).where('id', '=', batch.id).execute();
    });

  test('a batch is kept with all of it, in its order', async () => {
    await insert(BATCH);
    expect(await batches.find('one')).toEqual(BATCH);
    expect(await batches.find('two')).toBeNull();
    expect(await batches.entriesAfter('one', -1, 10)).toEqual(ENTRIES);
    expect(await batches.entriesAfter('one', 0, 1)).toEqual([REFUSED]);
    expect(await batches.countProgress('one')).toEqual({
      settled: new Map([
        ['queued', 2],
        ['refused', 1],
      ]),
      running: 0,
      began: null,
    });
  });

  test('a key’s that are not finished are counted', async () => {
    await insert(BATCH);
    await insert({ ...BATCH, id: 'two', keyId: 'other' });
    await insert({ ...BATCH, id: 'three', finishedAt: LATER });
    expect(await batches.countUnfinished('key')).toBe(1);
    expect(await batches.countUnfinished('other')).toBe(1);
    expect(await batches.countUnfinished('nobody')).toBe(0);
  });

  test('a batch that was left half stored is shown to nobody, counts, and is deleted', async () => {
    for (const [id, requestedAt] of [
      ['left', AT],
      ['under way', LATER],
    ] as const) {
      await db.transaction().execute(async (transaction) => {
        await insertBatch(transaction, { ...BATCH, id, requestedAt }, 2);
        await insertEntries(transaction, id, ENTRIES);
      });
    }
    await insert(BATCH);
    expect(await batches.find('left')).toBeNull();
    expect(await batches.countUnfinished('key')).toBe(3);
    await batches.deleteIncomplete(LATER);
    expect(await batches.countUnfinished('key')).toBe(2);
    expect(await batches.entriesAfter('left', -1, 10)).toEqual([]);
    for (const id of ['one', 'under way']) expect(await batches.entriesAfter(id, -1, 10)).toHaveLength(3);
  });

  test('those finished before a time are deleted one by one, with all that is in them', async () => {
    await insert(BATCH);
    await insert({ ...BATCH, id: 'two', finishedAt: AT });
    await insert({ ...BATCH, id: 'three', finishedAt: LATER });
    expect(await batches.deleteOneFinishedBefore(LATER)).toBe(true);
    expect(await batches.deleteOneFinishedBefore(LATER)).toBe(false);
    expect(await batches.find('two')).toBeNull();
    expect(await batches.entriesAfter('two', -1, 10)).toEqual([]);
    for (const id of ['one', 'three']) expect(await batches.entriesAfter(id, -1, 10)).toHaveLength(3);
  });

  test('those of one key are deleted without those of others', async () => {
    await insert({ ...BATCH, id: 'two', finishedAt: AT });
    await insert({ ...BATCH, id: 'three', keyId: 'other', finishedAt: AT });
    expect(await batches.deleteOneFinishedBefore(LATER, 'other')).toBe(true);
    expect(await batches.deleteOneFinishedBefore(LATER, 'other')).toBe(false);
    expect(await batches.find('two')).not.toBeNull();
  });
}
