import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;

/** Returns the processor time of a process and its descendants, from /proc, in seconds. */
export function processorSeconds(pid: number): number {
  return ownSeconds(pid) + listChildren(pid).reduce((sum, child) => sum + (secondsIfRunning(child) ?? 0), 0);
}

/** Returns the processor time that the whole machine has used, in seconds. */
export function machineSeconds(): number {
  const { all, idle } = machineTimes();
  return (all - idle) / TICKS_PER_SECOND;
}

/**
 * Measures how much processor time a hypervisor takes from this machine ("steal", proc_stat(5)).
 *
 * @returns a function that returns the share of all time since the call, 0 to 1
 */
export function watchSteal(): () => number {
  const before = machineTimes();
  return () => {
    const now = machineTimes();
    return (now.stolen - before.stolen) / (now.all - before.all);
  };
}

/** Returns times since the start of the machine, in ticks. */
function machineTimes(): { readonly all: number; readonly idle: number; readonly stolen: number } {
  const [, ...times] = readFileSync('/proc/stat', 'utf8').split('\n', 1).join().split(/ +/);
  // User, nice, system, idle, iowait, irq, softirq, steal. Guest time is part of user and nice already.
  const own = times.slice(0, 8).map(Number);
  const [, , , idle = 0, waiting = 0, , , stolen = 0] = own;
  return { all: own.reduce((sum, time) => sum + time, 0), idle: idle + waiting, stolen };
}

/** Returns the processor time of a process, and of its children that have ended. */
function ownSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may contain anything. utime, stime, cutime and cstime are fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

function secondsIfRunning(pid: number): number | null {
  try {
    return processorSeconds(pid);
  } catch {
    // It has just ended.
    return null;
  }
}

/** Returns the processes that any thread of a process has started. */
export function listChildren(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readIfRunning(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** Reads a file of a process; empty when the process has ended. */
export function readIfRunning(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
