import { readdirSync, readFileSync } from 'node:fs';

/** Resources of a process, from /proc. */
export interface Holdings {
  readonly residentMb: number;
  /** Open files, sockets and pipes. */
  readonly descriptors: number;
}

export function holdingsOf(pid: number): Holdings {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { residentMb: Number(kilobytes) / 1000, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** Measures repeatedly until it is stopped, and returns the maxima. */
export function watchHoldings(pid: number): { stop(): Holdings } {
  let most: Holdings = holdingsOf(pid);
  const looking = setInterval(() => {
    const now = holdingsOf(pid);
    most = {
      residentMb: Math.max(most.residentMb, now.residentMb),
      descriptors: Math.max(most.descriptors, now.descriptors),
    };
  }, 100);
  return {
    stop: () => {
      clearInterval(looking);
      return most;
    },
  };
}
