import type { AuditStore } from './audits/store/audit-store.ts';
import type { BatchStore } from './audits/store/batch-store.ts';
import type { RequestDeletion } from './requests/store/request-deletion.ts';
import { deleteAll } from './store/delete-all.ts';
import type { SnapshotStore } from './store/snapshots/snapshot-store.ts';

const DAY_MS = 86_400_000;
const MAX_AT_ONCE = 500;

export interface Retention {
  readonly auditDays: number;
  readonly snapshotDays: number;
  readonly visitDays: number;
}

interface Stores {
  readonly audits: AuditStore;
  readonly batches: BatchStore;
  readonly requests: RequestDeletion;
  readonly snapshots: SnapshotStore | null;
}

/** Number of deleted items of each kind. */
export interface Deleted {
  readonly audits: number;
  readonly batches: number;
  readonly snapshots: number;
  readonly visits: number;
}

/**
 * Deletes data past its retention time: audits and batches counted from their end, an audit with its snapshot. While there is
 * no snapshot store, audits with a snapshot stay. Unfinished audits stay. The totals of visits are never deleted.
 *
 * @param now milliseconds since 1970
 * @param signal stops it between two deletions; the rest is deleted the next time
 */
export async function deleteExpired(
  { audits, batches, requests, snapshots }: Stores,
  { auditDays, snapshotDays, visitDays }: Retention,
  now: number,
  signal?: AbortSignal,
): Promise<Deleted> {
  const before = (days: number) => new Date(now - days * DAY_MS).toISOString();
  // Before their audits, without which their results mean little.
  const deleteBatch = async () => Number(await batches.deleteOneFinishedBefore(before(auditDays)));
  const deletedBatches = await deleteAll(deleteBatch, 1, signal);
  const deletedVisits = await requests.expired(now, visitDays, signal);
  // After the visits: a bucket that cannot be reached must not stop their deletion.
  const snapshotsBefore = before(Math.min(snapshotDays, auditDays));
  let deletedSnapshots = 0;
  // Without a snapshot store, older snapshots stay in the list, to be deleted when a store is configured again.
  while (snapshots !== null && signal?.aborted !== true) {
    const ids = await audits.idsWithSnapshotBefore(snapshotsBefore, MAX_AT_ONCE);
    if (ids.length === 0) break;
    await snapshots.delete(ids);
    await audits.forgetSnapshots(ids);
    deletedSnapshots += ids.length;
  }
  const deletedAudits = await deleteAll(
    (limit) => audits.deleteSomeFinishedBefore(before(auditDays), limit),
    MAX_AT_ONCE,
    signal,
  );
  return { audits: deletedAudits, batches: deletedBatches, snapshots: deletedSnapshots, visits: deletedVisits };
}
