import type { DatabaseSync } from 'node:sqlite';
import type { SnapshotStore } from '../snapshots/snapshot-store.ts';

/** Copied at once: each is a page of some ten kilobytes, and most of its time is waiting. */
const AT_ONCE = 16;

export interface CopiedSnapshots {
  /** The audit of the last. */
  readonly position: string;
  readonly copied: number;
  /** Of audits whose row says that there is one. */
  readonly missing: number;
}

/** How many audits say that they have a snapshot, in the embedded database. */
export function countSnapshots(source: DatabaseSync): number {
  return Number(source.prepare('select count(*) as count from audits where has_snapshot = 1').get()?.['count']);
}

/** Copies snapshots from one store to another, some at a time, in the order of their audits. @param position behind whom */
export async function* copySnapshots(
  source: DatabaseSync,
  from: SnapshotStore,
  to: SnapshotStore,
  position: string | null,
): AsyncGenerator<CopiedSnapshots> {
  const some = source.prepare('select id from audits where has_snapshot = 1 and id > ? order by id limit ?');
  let last = position ?? '';
  for (;;) {
    const ids = some.all(last, AT_ONCE).map(({ id }) => String(id));
    const end = ids.at(-1);
    if (end === undefined) return;
    const copied = await Promise.all(
      ids.map(async (id) => {
        const html = await from.read(id);
        if (html !== null) await to.write(id, new TextDecoder('utf-8', { ignoreBOM: true }).decode(html));
        return html !== null;
      }),
    );
    last = end;
    const count = copied.filter(Boolean).length;
    yield { position: last, copied: count, missing: ids.length - count };
  }
}
