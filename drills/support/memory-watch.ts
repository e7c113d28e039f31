import { listChildren, readIfRunning } from '../../bench/support/processor-time.ts';

/** Measures the memory of a process and of all that it has started. */
export interface MemoryWatch {
  /** Returns the memory now, in megabytes. Shared pages count once (PSS, proc_pid_smaps(5)). */
  now(): number;
  /** Returns the maximum so far. */
  peak(): number;
  /**
   * Stops measuring.
   *
   * @returns the maximum
   */
  stop(): number;
}

const SAMPLE_MS = 50;

export function watchMemory(pid: number): MemoryWatch {
  let peak = 0;
  const sample = () => {
    const now = [pid, ...startedBy(pid)].reduce((sum, member) => sum + readMegabytes(member), 0);
    peak = Math.max(peak, now);
    return now;
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    now: sample,
    peak: () => peak,
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

/** Returns the processes that a process, or one of these, has started. */
function startedBy(pid: number): number[] {
  try {
    return listChildren(pid).flatMap((child) => [child, ...startedBy(child)]);
  } catch {
    // It has just ended.
    return [];
  }
}

function readMegabytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readIfRunning(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}
