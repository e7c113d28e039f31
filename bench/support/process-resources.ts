import { readdirSync, readFileSync } from 'node:fs';

/** Resources of a process, from /proc. */
export interface ProcessResources {
  readonly residentMb: number;
  /** Open files, sockets and pipes. */
  readonly descriptors: number;
}

export function readResources(pid: number): ProcessResources {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  // The kernel's kB are 1,024 bytes (proc_pid_status(5)).
  return { residentMb: (Number(kilobytes) * 1024) / 1e6, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** Measures repeatedly until it is stopped, and returns the maxima. */
export function watchResources(pid: number): { stop(): ProcessResources } {
  let peak: ProcessResources = readResources(pid);
  const timer = setInterval(() => {
    const now = readResources(pid);
    peak = {
      residentMb: Math.max(peak.residentMb, now.residentMb),
      descriptors: Math.max(peak.descriptors, now.descriptors),
    };
  }, 100);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}
