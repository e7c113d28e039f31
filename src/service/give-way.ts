import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** So many steps below the process: where both have work, that is given about ten times as much. */
const STEPS = 10;

/**
 * Lets the thread that calls this run when other threads of this machine leave time for it. Only Linux has priorities of
 * threads; elsewhere this does nothing.
 */
export function giveWay(): void {
  try {
    // "<process>/task/<thread>": to the system, a thread's number is as good as a process's.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    const lowest = constants.priority.PRIORITY_LOW;
    if (Number.isInteger(thread)) setPriority(thread, Math.min(lowest, getPriority() + STEPS));
  } catch {
    // Not there, or not allowed: then all threads are alike.
  }
}
