import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lets the thread that calls this run when other threads of this machine leave time for it: where both have work, the
 * others are given some seventy times as much. Only Linux has priorities of threads; elsewhere this does nothing.
 */
export function giveWay(): void {
  try {
    // "<process>/task/<thread>": to the system, a thread's number is as good as a process's.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (Number.isInteger(thread)) setPriority(thread, constants.priority.PRIORITY_LOW);
  } catch {
    // Not there, or not allowed: then all threads are alike.
  }
}
