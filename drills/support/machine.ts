import { readFileSync } from 'node:fs';

/**
 * Counts what a hypervisor withholds of this machine's processors, as Linux tells it ("steal", proc_stat(5)).
 * @returns asks for the share of all time from the call until now, 0 to 1
 */
export function watchWithheld(): () => number {
  const before = processorTimes();
  return () => {
    const now = processorTimes();
    return (now.stolen - before.stolen) / (now.all - before.all);
  };
}

function processorTimes(): { readonly all: number; readonly stolen: number } {
  const [, ...times] = readFileSync('/proc/stat', 'utf8').split('\n', 1).join().split(/ +/);
  // What guests took is counted in user and nice already.
  const own = times.slice(0, 8).map(Number);
  return { all: own.reduce((sum, time) => sum + time, 0), stolen: own[7] ?? 0 };
}
