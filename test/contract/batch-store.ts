import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { ApiKeyStore } from '../../src/store/api-keys.ts';
import { type BatchDomainRow, type BatchRow, BatchStore } from '../../src/store/batches.ts';
import type { Database } from '../../src/store/database.ts';

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
  auditId: null,
  error: null,
});
const REFUSED: BatchDomainRow = {
  ...queued(1),
  input: 'no domain',
  domain: null,
  status: 'refused',
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

  test('a batch is kept with all of it, in its order', async () => {
    await batches.insert(BATCH, ENTRIES);
    expect(await batches.find('one')).toEqual(BATCH);
    expect(await batches.find('two')).toBeNull();
    expect(await batches.entriesAfter('one', -1, 10)).toEqual(ENTRIES);
    expect(await batches.entriesAfter('one', 0, 1)).toEqual([REFUSED]);
    expect(await batches.countsOf('one')).toEqual(
      new Map([
        ['queued', 2],
        ['refused', 1],
      ]),
    );
  });

  test('nothing of a batch is kept that cannot be kept whole', async () => {
    await expect(batches.insert(BATCH, [queued(0), queued(0)])).rejects.toThrow();
    expect(await batches.find('one')).toBeNull();
    expect(await batches.entriesAfter('one', -1, 10)).toEqual([]);
  });

  test('10,000 entries are kept', async () => {
    await batches.insert(
      BATCH,
      Array.from({ length: 10_000 }, (_, position) => queued(position)),
    );
    expect(await batches.countsOf('one')).toEqual(new Map([['queued', 10_000]]));
    expect(await batches.entriesAfter('one', 9_998, 10)).toEqual([queued(9_999)]);
  });

  test('the first that is queued is found, and those that run', async () => {
    await batches.insert(BATCH, ENTRIES);
    expect(await batches.firstQueued('one')).toEqual(queued(0));
    const running = { status: 'running', auditId: AUDIT, error: null } as const;
    await batches.setEntry('one', 0, running);
    expect(await batches.firstQueued('one')).toEqual(queued(2));
    expect(await batches.running('one')).toEqual([{ ...queued(0), ...running }]);
    await batches.setEntry('one', 2, { status: 'failed', auditId: AUDIT, error: 'It timed out.' });
    expect(await batches.firstQueued('one')).toBeNull();
  });

  test('a batch is started once, and unfinished until it is finished', async () => {
    await batches.insert(BATCH, ENTRIES);
    await batches.insert({ ...BATCH, id: 'two', keyId: 'other', requestedAt: LATER }, []);
    await batches.start('one', AT);
    await batches.start('one', LATER);
    const started = { ...BATCH, startedAt: AT };
    expect((await batches.unfinished())[0]).toEqual(started);
    expect((await batches.unfinished()).map(({ id }) => id)).toEqual(['one', 'two']);
    expect(await batches.countUnfinished('key')).toBe(1);
    await batches.finish('one', LATER);
    expect(await batches.find('one')).toEqual({ ...started, finishedAt: LATER });
    expect(await batches.countUnfinished('key')).toBe(0);
    expect((await batches.unfinished()).map(({ id }) => id)).toEqual(['two']);
  });

  test('those finished before a time are deleted one by one, with all that is in them', async () => {
    await batches.insert(BATCH, ENTRIES);
    await batches.insert({ ...BATCH, id: 'two', finishedAt: AT }, ENTRIES);
    await batches.insert({ ...BATCH, id: 'three', finishedAt: LATER }, ENTRIES);
    expect(await batches.deleteOneFinishedBefore(LATER)).toBe(true);
    expect(await batches.deleteOneFinishedBefore(LATER)).toBe(false);
    expect(await batches.find('two')).toBeNull();
    expect(await batches.entriesAfter('two', -1, 10)).toEqual([]);
    for (const id of ['one', 'three']) expect(await batches.entriesAfter(id, -1, 10)).toHaveLength(3);
  });
}
