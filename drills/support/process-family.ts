import { readdirSync, readFileSync } from 'node:fs';

/** What a process and those that it started hold together. */
export interface FamilyWatch {
  /** Megabytes now: what they share is counted once (PSS, proc_pid_smaps(5)). */
  now(): number;
  /** The most that was seen so far. */
  most(): number;
  /** Stops looking. @returns the most that was seen */
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

/** A process and its children, started by any of its threads. */
function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readOrNothing(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children];
}

function megabytesOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readOrNothing(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}

/** Nothing of a process that has ended meanwhile. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
