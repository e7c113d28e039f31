import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { storeFinished, storeManyFinished } from '../../test/support/stored-audits.ts';
import { AuditStore } from './audits/store/audit-store.ts';
import { BatchStore } from './audits/store/batch-store.ts';
import { RequestDeletion } from './requests/store/request-deletion.ts';
import { deleteExpired } from './retention.ts';
import { snapshotFiles } from './store/snapshots/snapshot-files.ts';
import { openStore } from './store/store.ts';

const DAYS = { auditDays: 1, snapshotDays: 1, visitDays: 1 };
const NOW = Date.parse('2026-03-01T00:00:00.000Z');

/** Is told to stop while it deletes. */
class StoppedAudits extends AuditStore {
  readonly stopping = new AbortController();

  override deleteSomeFinishedBefore(time: string, limit: number): Promise<number> {
    this.stopping.abort();
    return super.deleteSomeFinishedBefore(time, limit);
  }
}

async function openKept() {
  const dataDir = await mkdtemp(join(tmpdir(), 'citable-retention-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { db, close } = await openStore({ DATA_DIR: dataDir });
  onTestFinished(close);
  return {
    db,
    dataDir,
    kept: {
      audits: new AuditStore(db),
      batches: new BatchStore(db),
      requests: new RequestDeletion(db),
      snapshots: null,
    },
  };
}

test('audits are deleted some at a time, and no more of them once it is told to stop', async () => {
  const { db, kept } = await openKept();
  await storeManyFinished(db, 700);
  const stopped = new StoppedAudits(db);
  const { signal } = stopped.stopping;
  expect(await deleteExpired({ ...kept, audits: stopped }, DAYS, NOW, signal)).toMatchObject({ audits: 125 });
  expect(await deleteExpired({ ...kept, audits: stopped }, DAYS, NOW, signal)).toMatchObject({ audits: 0 });
  expect(await deleteExpired(kept, DAYS, NOW)).toMatchObject({ audits: 575 });
});

test('a snapshot whose time is over while none are kept goes, with its audit, once they are again', async () => {
  const { db, dataDir, kept } = await openKept();
  const snapshots = snapshotFiles(join(dataDir, 'snapshots'));
  const id = await storeFinished(db, {}, { hasSnapshot: true });
  await snapshots.write(id, 'page');
  const other = await storeFinished(db, { domain: 'other.com' }, {});
  expect(await deleteExpired(kept, DAYS, NOW)).toEqual({ audits: 1, batches: 0, snapshots: 0, visits: 0 });
  expect(await kept.audits.find(other)).toBeNull();
  expect(await kept.audits.find(id)).toMatchObject({ hasSnapshot: true });
  expect(await deleteExpired({ ...kept, snapshots }, DAYS, NOW)).toEqual({
    audits: 1,
    batches: 0,
    snapshots: 1,
    visits: 0,
  });
  expect(await snapshots.read(id)).toBeNull();
});
