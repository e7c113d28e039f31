import { beforeEach, expect, test } from 'vitest';
import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { AuditStore } from '../../src/server/audits/store/audit-store.ts';
import { BatchStore } from '../../src/server/audits/store/batch-store.ts';
import { LiveAuditStore } from '../../src/server/audits/store/live-audit-store.ts';
import { PublishedDomainStore } from '../../src/server/publishing/published-domain-store.ts';
import type { TrafficCount, TrafficUpload } from '../../src/server/requests/store/add-upload.ts';
import { RequestDeletion } from '../../src/server/requests/store/request-deletion.ts';
import { TrafficStore } from '../../src/server/requests/store/traffic-store.ts';
import { SiteStore } from '../../src/server/sites/site-store.ts';
import { RowJobs } from '../../src/server/store/jobs/row-jobs.ts';
import { StorageFull, StorageStore, UNLIMITED } from '../../src/server/store/key-storage.ts';
import type { Store } from '../../src/server/store/store.ts';
import { countedStorage, recountStorage } from '../support/recount-storage.ts';
import { doneAudit, requestedAudit, storeFinished, storeQueued, UNBOUNDED } from '../support/stored-audits.ts';

const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-02T00:00:00.000Z';
const DAY = '2026-01-01';

const entry = (position: number, input: string, domain: string | null) =>
  ({ position, input, domain, status: domain === null ? 'refused' : 'queued', error: null }) as const;
const counts = (...paths: string[]): TrafficCount[] =>
  paths.map((path) => ({
    ...{ day: DAY, path, class: 'ai_bot', crawler: 'GPTBot', vendor: 'OpenAI', status: 200, verdict: '', robots: '' },
    ...{ requests: 1, bytes: 10, lastAt: AT },
  }));
const upload = (name: string | null, rows: TrafficCount[]): TrafficUpload => ({
  counts: rows,
  fetches: { pages: new Map(rows.map(({ path }) => [path, AT])), droppedAt: '' },
  source: name === null ? null : { name, nextOffset: 9, format: null, header: '#é', isInLongLine: false, digest: '' },
  offset: null,
  at: AT,
});
const text = { publishedAt: AT, auditId: 'a', auditedAt: AT, llmsTxt: '# Café', llmsTxtHash: 'h' };

/** The bytes that keys store, in any database. @param open makes an empty store for one test */
export function storageContract(open: () => Promise<Store>): void {
  let db: Store['db'];

  beforeEach(async () => {
    ({ db } = await open());
    for (const id of ['a', 'b']) await new ApiKeyStore(db).insert({ id, name: id, hash: id, createdAt: AT });
  });

  test('the counters are what a recount finds, after every operation of a mixed run', async () => {
    const audits = new AuditStore(db);
    const live = new LiveAuditStore(db, new RowJobs(db));
    const published = new PublishedDomainStore(db);
    const traffic = new TrafficStore(db);
    const batches = new BatchStore(db);
    const batch = { id: 'batch', keyId: 'b', requestedAt: AT, startedAt: null, finishedAt: null, duplicates: 0 };
    let first = '';
    const steps: (() => Promise<unknown>)[] = [
      async () => {
        const finished = {
          hasSnapshot: true,
          snapshotBytes: 700,
          inventory: '["é"]',
          pageTable: '["ü"]',
          rendering: '{}',
        };
        first = await storeFinished(db, { domain: 'one.com', keyId: 'a' }, finished);
      },
      () => storeFinished(db, { domain: 'two.com', keyId: null, budget: 'b' }, {}),
      () => audits.insertDemonstration({ id: 'demonstration', domain: 'one.com', ...doneAudit() }),
      () => storeQueued(db, { domain: 'public.com' }),
      () => audits.keepInventory(first, JSON.stringify(Array.from({ length: 99 }, (_, n) => `/${n}`))),
      () => audits.forgetSnapshots([first]),
      () =>
        live.acceptBatch(
          { ...batch, domains: 2 },
          [entry(0, 'three.com', 'three.com'), entry(1, 'nö', null)],
          [requestedAudit({ domain: 'three.com', keyId: 'b' })],
          1,
        ),
      () => published.insert({ ...text, domain: 'one.com', keyId: 'a' }),
      () => published.insert({ ...text, domain: 'unowned.com', keyId: null }),
      () => traffic.add('one.com', 'a', upload('source:a', counts('/', '/é', '/long'))),
      () => traffic.add('one.com', 'a', upload(null, counts('/', '/more'))),
      () => published.renewText({ ...text, domain: 'one.com', auditedAt: LATER, llmsTxt: '# Longer than before' }),
      () => published.move('one.com', 'b'),
      () => published.claim('unowned.com', 'a'),
      () => new ApiKeyStore(db).revoke('b', LATER, { heirId: 'a' }),
      () => published.delete('one.com', null),
      () => new RequestDeletion(db).ofDomain('one.com'),
      () => batches.delete('batch'),
      () => audits.deleteSomeFinishedBefore(LATER, 9),
      () => db.deleteFrom('audits').execute(),
    ];
    for (const step of steps) {
      await step();
      expect(await countedStorage(db)).toEqual(await recountStorage(db));
    }
    expect(await countedStorage(db)).toEqual({ a: 1_000 + Buffer.byteLength(text.llmsTxt) });
  });

  test('what exceeds the limit is not stored, and other keys are not affected', async () => {
    const limits = { ...UNLIMITED, bytes: 3_000 };
    const live = new LiveAuditStore(db, new RowJobs(db), limits);
    const accept = (domain: string, keyId: string) => live.accept(requestedAudit({ domain, keyId }), UNBOUNDED);
    for (const domain of ['1.com', '2.com', '3.com']) await accept(domain, 'a');
    await expect(accept('4.com', 'a')).rejects.toThrow(StorageFull);
    expect(await accept('4.com', 'b')).toMatchObject({ status: 'queued' });
    // It is stored already.
    expect(await accept('4.com', 'a')).toMatchObject({ status: 'queued' });
    const domains = Array.from({ length: 3 }, (_, n) => `${n}.org`);
    const batching = live.acceptBatch(
      { id: 'x', keyId: 'b', requestedAt: AT, startedAt: null, finishedAt: null, domains: 3, duplicates: 0 },
      domains.map((domain, n) => entry(n, domain, domain)),
      domains.map((domain) => requestedAudit({ domain, keyId: 'b' })),
      9,
    );
    await expect(batching).rejects.toThrow(StorageFull);
    expect(await new StorageStore(db).usedBy('b')).toBe(1_000);

    await new PublishedDomainStore(db).insert({ ...text, domain: 'b.com', keyId: 'b' });
    const traffic = new TrafficStore(db, limits);
    const large = upload('source:a', counts(...Array.from({ length: 9 }, (_, n) => `/${n}`)));
    await expect(traffic.add('b.com', 'b', large)).rejects.toThrow(StorageFull);
    expect(await traffic.source('b.com', 'source:a')).toBeNull();
    expect(await countedStorage(db)).toEqual(await recountStorage(db));
  });

  test('a key has so many domains: those in its list, and those that it has published', async () => {
    const limits = { ...UNLIMITED, domains: 2 };
    const published = new PublishedDomainStore(db, limits);
    await new SiteStore(db).add('a', ['one.com'], AT, 2);
    await published.insert({ ...text, domain: 'one.com', keyId: 'a' });
    await published.insert({ ...text, domain: 'two.com', keyId: 'a' });
    await expect(published.insert({ ...text, domain: 'three.com', keyId: 'a' })).rejects.toThrow(StorageFull);
    expect(await published.has('three.com')).toBe(false);
    expect(await new SiteStore(db).add('a', ['four.com'], AT, 2)).toBeNull();
  });

  test('the oldest audits of a key are listed, for the service without its newest of each site that was done', async () => {
    const finished = (domain: string, finishedAt: string, status: 'done' | 'failed' = 'done', keyId = 'a') =>
      storeFinished(db, { domain, keyId }, { finishedAt, status });
    const day = (n: number) => `2026-01-0${n}T00:00:00.000Z`;
    const old = await finished('one.com', day(1));
    await finished('one.com', day(1).replace('00:00:00', '01:00:00'), 'done', 'b');
    const failed = await finished('one.com', day(3), 'failed');
    await finished('one.com', day(2));
    await finished('two.com', day(1));
    await finished('one.com', day(5), 'failed');
    const three = await finished('three.com', day(1));
    await finished('three.com', day(2), 'done', 'b');
    const listIds = async (budget: string, by: string | null) =>
      (await new StorageStore(db).oldestAudits(budget, day(4), 9, true, by)).map(({ id }) => id);
    expect(await listIds('a', null)).toEqual([old, failed]);
    expect(await listIds('b', null)).toEqual([]);
    // What the key itself deletes may be the newest.
    const own = await listIds('a', 'a');
    expect(own).toHaveLength(5);
    expect(own).toContain(three);
  });
}
