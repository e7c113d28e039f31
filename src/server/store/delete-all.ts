import { setImmediate } from 'node:timers/promises';

/** Time that a deletion may take: an embedded database does nothing else meanwhile, and hosted files wait for it. */
const SLICE_MS = 20;
/** Minimum share of the maximum that is deleted at once: finding what to delete may take most of the time. */
const MIN_SHARE = 0.25;

/**
 * Calls `deleteSome` until nothing is left, each time for as many items as take about 20 ms.
 * @param deleteSome deletes up to `limit` items, and returns how many
 * @param max maximum `limit`
 * @returns the number of deleted items
 */
export async function deleteAll(
  deleteSome: (limit: number) => Promise<number>,
  max: number,
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  let limit = Math.ceil(MIN_SHARE * max);
  while (signal?.aborted !== true) {
    const began = performance.now();
    const some = await deleteSome(limit);
    if (some === 0) break;
    deleted += some;
    limit = nextLimit(limit, performance.now() - began, max);
    // Lets other requests run.
    await setImmediate();
  }
  return deleted;
}

/** Returns how many items to delete next, after `limit` of them took a time: twice as many at the most. @param ms milliseconds */
export function nextLimit(limit: number, ms: number, max: number): number {
  const wanted = Math.floor(limit * Math.min(2, SLICE_MS / ms));
  return Math.min(max, Math.max(Math.ceil(MIN_SHARE * max), wanted));
}
