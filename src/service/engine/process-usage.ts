import { readFileSync } from 'node:fs';

export interface ProcessUsage {
  /** Processor time since the process started, in milliseconds. */
  readonly processorMs: number;
  /** Resident memory, in bytes. */
  readonly residentBytes: number;
}

/** Clock ticks a second in /proc: 100 on every architecture of Linux that Node.js runs on. */
const TICKS = 100;

/**
 * Reads what a process uses from /proc (proc_pid_stat(5), proc_pid_status(5)).
 * @returns null where there is no /proc, and once the process has ended
 */
export function processUsage(pid: number): ProcessUsage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    // The second field is the command's name in parentheses and may hold spaces. Fields 14 and 15 are utime and stime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const residentKb = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    return {
      processorMs: ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS,
      residentBytes: residentKb * 1024,
    };
  } catch {
    return null;
  }
}
