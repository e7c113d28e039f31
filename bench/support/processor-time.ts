import { readdirSync, readFileSync } from 'node:fs';

/** What Linux counts in (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;

/** Processor time of a process and of all that it has started, as Linux tells it, in seconds. */
export function processorSeconds(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readOrNothing(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
  return ownSeconds(pid) + children.reduce((sum, child) => sum + (tryOwn(child) ?? 0), 0);
}

/** Processor time that the whole machine has used, in seconds. */
export function machineSeconds(): number {
  const { all, idle } = machineTimes();
  return (all - idle) / TICKS_PER_SECOND;
}

/**
 * Counts what a hypervisor withholds of this machine's processors ("steal", proc_stat(5)).
 * @returns asks for the share of all time from the call until now, 0 to 1
 */
export function watchWithheld(): () => number {
  const before = machineTimes();
  return () => {
    const now = machineTimes();
    return (now.stolen - before.stolen) / (now.all - before.all);
  };
}

/** In ticks, since the machine was started. */
function machineTimes(): { readonly all: number; readonly idle: number; readonly stolen: number } {
  const [, ...times] = readFileSync('/proc/stat', 'utf8').split('\n', 1).join().split(/ +/);
  // User, nice, system, idle, waiting for disks, irq, softirq, steal; what guests took is counted in user and nice already.
  const own = times.slice(0, 8).map(Number);
  const [, , , idle = 0, waiting = 0, , , stolen = 0] = own;
  return { all: own.reduce((sum, time) => sum + time, 0), idle: idle + waiting, stolen };
}

/** With those of its children that have ended and were waited for. */
function ownSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may hold anything; utime, stime, cutime and cstime are the 14th to the 17th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

function tryOwn(pid: number): number | null {
  try {
    return processorSeconds(pid);
  } catch {
    // It has just ended.
    return null;
  }
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
