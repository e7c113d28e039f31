import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a time. Returns false, at once, when the signal is or becomes aborted. @param ms milliseconds */
export function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal }).catch(() => false);
}
