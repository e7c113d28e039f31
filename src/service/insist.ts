import { setTimeout } from 'node:timers/promises';
import { StoreUnwritable } from '../store/unwritable.ts';

/** Until a database has started again, or a disk has been given room: half a minute in all. */
const WAITS_MS: readonly number[] = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * Writes what must not be lost, and again where the store cannot be written for now.
 * @param waitsMs between one attempt and the next
 * @throws what the last attempt threw; at once when `signal` aborts
 */
export async function insist<Result>(
  write: () => Promise<Result>,
  signal: AbortSignal,
  waitsMs = WAITS_MS,
): Promise<Result> {
  for (const wait of waitsMs) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof StoreUnwritable) || signal.aborted) throw error;
    }
    await setTimeout(wait, undefined, { signal }).catch(() => undefined);
  }
  return write();
}
