import { setImmediate } from 'node:timers/promises';
import type { AuditStore } from '../store/audits.ts';
import type { SnapshotStore } from '../store/snapshots/snapshot-store.ts';
import type { VisitStore } from '../store/visits/visits.ts';
import { utcDay } from '../utc-day.ts';

const DAY_MS = 86_400_000;
const BATCH = 500;

export interface Retention {
  readonly auditDays: number;
  readonly snapshotDays: number;
  readonly visitDays: number;
}

interface Kept {
  readonly audits: AuditStore;
  readonly snapshots: SnapshotStore | null;
  readonly visits: VisitStore;
}

/**
 * Deletes the audits and snapshots whose time is over, counted from the end of the audit; an audit takes its snapshot
 * with it, and stays while there is no store of snapshots. Unfinished audits stay. Visits go in time too; how many there
 * were stays.
 *
 * @param now milliseconds since 1970
 * @param signal ends it between one deletion and the next; what is left goes the next time
 * @returns how many of each were deleted
 */
export async function deleteExpired(
  { audits, snapshots, visits }: Kept,
  { auditDays, snapshotDays, visitDays }: Retention,
  now: number,
  signal?: AbortSignal,
): Promise<{ audits: number; snapshots: number; visits: number }> {
  const before = (days: number) => new Date(now - days * DAY_MS).toISOString();
  const deletedVisits = await deleteAll(() => visits.deleteSomeBefore(before(visitDays)), signal);
  await deleteAll(() => visits.deleteSomePathsBefore(utcDay(before(1))), signal);
  // After the visits: a bucket that cannot be reached must not stop their deletion.
  const snapshotsBefore = before(Math.min(snapshotDays, auditDays));
  let deletedSnapshots = 0;
  // Without a snapshot store, older snapshots stay in the list, to be deleted when a store is configured again.
  while (snapshots !== null && signal?.aborted !== true) {
    const ids = await audits.idsWithSnapshotBefore(snapshotsBefore, BATCH);
    if (ids.length === 0) break;
    await snapshots.delete(ids);
    await audits.forgetSnapshots(ids);
    deletedSnapshots += ids.length;
  }
  const deletedAudits = await deleteAll(() => audits.deleteSomeFinishedBefore(before(auditDays), BATCH), signal);
  return { audits: deletedAudits, snapshots: deletedSnapshots, visits: deletedVisits };
}

/** Deletes some until none are left. @returns how many there were */
async function deleteAll(deleteSome: () => Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  let deleted = 0;
  while (signal?.aborted !== true) {
    const some = await deleteSome();
    if (some === 0) break;
    deleted += some;
    // Lets other requests run: each deletion blocks an embedded database.
    await setImmediate();
  }
  return deleted;
}
