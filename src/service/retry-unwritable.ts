import { setTimeout } from 'node:timers/promises';
import { StoreUnwritable } from '../store/unwritable.ts';

/** Delays between attempts: half a minute in all, for a database that restarts or a disk that is freed. */
const WAITS_MS: readonly number[] = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * Retries a write that must not be lost while the store is temporarily not writable.
 * @param waitsMs between one attempt and the next
 * @throws what the last attempt threw; at once when `signal` aborts
 */
export async function retryUnwritable<Result>(
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
