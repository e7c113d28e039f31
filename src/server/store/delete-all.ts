import { setImmediate } from 'node:timers/promises';

/** Calls `deleteSome` until nothing is left. @returns the number of deleted items */
export async function deleteAll(deleteSome: () => Promise<number>, signal?: AbortSignal): Promise<number> {
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
