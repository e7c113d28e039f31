import { readdirSync, readFileSync } from 'node:fs';

/** Measures the memory of a process and its children. */
export interface FamilyWatch {
  /** Returns the memory now, in megabytes. Shared pages count once (PSS, proc_pid_smaps(5)). */
  now(): number;
  /** Returns the maximum so far. */
  most(): number;
  /**
   * Stops measuring.
   *
   * @returns the maximum
   */
  stop(): number;
}

const LOOK_MS = 50;

export function watchFamily(pid: number): FamilyWatch {
  let most = 0;
  const look = () => {
    const now = familyOf(pid).reduce((sum, member) => sum + megabytesOf(member), 0);
    most = Math.max(most, now);
    return now;
  };
  const looking = setInterval(look, LOOK_MS);
  return {
    now: look,
    most: () => most,
    stop: () => {
      clearInterval(looking);
      return most;
    },
  };
}

/** Returns a process and its children, which any of its threads may have started. */
function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readOrNothing(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children];
}

function megabytesOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readOrNothing(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}

/** Reads a file; empty when its process has ended. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
