import type { AuditStore } from '../store/audits.ts';
import type { SnapshotStore } from '../store/snapshot-store.ts';

const DAY_MS = 86_400_000;
const BATCH = 500;

export interface Retention {
  readonly auditDays: number;
  readonly snapshotDays: number;
}

/**
 * Deletes the audits and snapshots whose time is over, counted from the end of the audit; an audit takes its snapshot
 * with it. Unfinished audits stay.
 *
 * @param now milliseconds since 1970
 * @returns how many of each were deleted
 */
export async function deleteExpired(
  { audits, snapshots }: { audits: AuditStore; snapshots: SnapshotStore | null },
  { auditDays, snapshotDays }: Retention,
  now: number,
): Promise<{ audits: number; snapshots: number }> {
  const before = (days: number) => new Date(now - days * DAY_MS).toISOString();
  const snapshotsBefore = before(Math.min(snapshotDays, auditDays));
  let deletedSnapshots = 0;
  for (;;) {
    const ids = await audits.idsWithSnapshotBefore(snapshotsBefore, BATCH);
    if (ids.length === 0) break;
    for (const id of ids) await snapshots?.delete(id);
    await audits.forgetSnapshots(ids);
    deletedSnapshots += ids.length;
  }
  return { audits: await audits.deleteFinishedBefore(before(auditDays)), snapshots: deletedSnapshots };
}
