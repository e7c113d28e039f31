import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { extname } from 'node:path';
import type { AuditFailure } from '../audit/report/report.ts';
import { ENVIRONMENT as BROWSER_VARIABLES, killGroup } from '../browser/chromium.ts';
import type { OnProgress } from '../site/gather/gather.ts';
import type { DomainName } from '../values/domain-name.ts';
import type { EndCrawl, EngineResult, FromEngine, ToEngine } from './engine-protocol.ts';

/** Limits for one piece of work. A process that exceeds one of the first three is killed. */
export interface EngineLimits {
  /** Processor time, in milliseconds. Enforced only on Linux. */
  readonly processorMs: number;
  /** Resident memory of the process, in bytes. Enforced only on Linux; elsewhere V8's heap limit {@link HEAP_MB} applies. */
  readonly residentBytes: number;
  /** Elapsed time, in milliseconds: far more than any audit takes, in case one hangs. */
  readonly elapsedMs: number;
  /** Processor time after which work gets the lowest priority, so that other audits come first, in milliseconds. */
  readonly longWorkMs: number;
}

export type ExceededLimit = 'processor_time' | 'memory' | 'elapsed_time';

/** The process ended before its work did: it exceeded a limit, or it crashed. */
export class EngineProcessEnded extends Error {
  /** The exceeded limit; null when the process crashed or was killed from outside. */
  readonly exceeded: ExceededLimit | null;
  /** Processor time that the work had used at the last check, in milliseconds; null when it is not known. */
  readonly processorMs: number | null;

  constructor(message: string, exceeded: ExceededLimit | null, processorMs: number | null = null) {
    super(message);
    this.exceeded = exceeded;
    this.processorMs = processorMs;
  }
}

const EXCEEDED: Readonly<Record<ExceededLimit, string>> = {
  processor_time: 'more processor time',
  memory: 'more memory',
  elapsed_time: 'more time',
};

/**
 * Returns the failure of an audit that was stopped because it exceeded a limit.
 * @param error what the engine threw
 * @returns null when the engine threw for another reason
 */
export function tooCostlyFailure(domain: DomainName, error: unknown): AuditFailure | null {
  if (!(error instanceof EngineProcessEnded) || error.exceeded === null) return null;
  const message = `Reading ${domain} took ${EXCEEDED[error.exceeded]} than one audit may use, so the audit was stopped; its pages may be too large.`;
  return { kind: 'too_costly', message };
}

const HEAP_MB = 128;
const WATCH_MS = 100;
/** Last characters of standard error saved for the log. */
const MAX_STDERR = 2_000;

/** A small young generation and no compiler threads: an audit allocates much and retains little. */
const NODE_FLAGS = ['--max-semi-space-size=4', '--v8-pool-size=0'];

/**
 * Environment variables that a child inherits: how Node.js connects, resolves names and trusts, and what a browser needs. Others may be
 * secrets.
 */
const PASSED_VARIABLES = [
  'CHROME_PATH',
  'LOCALDOMAIN',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'RES_OPTIONS',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  ...BROWSER_VARIABLES,
];

/** The result of a piece of work, and the processor time that it used, in milliseconds. */
export interface EngineEnd {
  readonly result: EngineResult;
  readonly processorMs: number;
}

interface Job {
  readonly end: PromiseWithResolvers<EngineEnd>;
  readonly onProgress: OnProgress | undefined;
  /** Processor time of the process when the job began. */
  readonly processorMs: number;
  readonly began: number;
  /** Processor time used by the job at the last check. */
  usedMs: number | null;
}

/** A child process that audits one site at a time. A hostile site can break only this process and its own audit. */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #limits: EngineLimits;
  #job: Job | null = null;
  #exceeded: ExceededLimit | null = null;
  #isSlowed = false;
  #hasEnded = false;
  #stderr = '';
  /** Process groups of browsers that its work has started. */
  #browsers: number[] = [];
  #done = 0;
  readonly #ended = Promise.withResolvers<void>();

  constructor(limits: EngineLimits, heapMb = HEAP_MB) {
    this.#limits = limits;
    const script = new URL(`engine-main${extname(import.meta.url)}`, import.meta.url);
    this.#child = fork(script, [], {
      env: passedEnvironment(),
      execArgv: [`--max-old-space-size=${heapMb}`, ...NODE_FLAGS],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MAX_STDERR);
    });
    this.#child.on('message', (message: FromEngine) => this.#receive(message));
    this.#child.on('error', (error) => this.#fail(error));
    this.#child.once('close', (code, signal) => {
      const how = signal ?? `status ${code}`;
      // V8 aborts where its heap is full.
      if (signal === 'SIGABRT') this.#exceeded ??= 'memory';
      this.#endBrowsers();
      const message = `An engine process ended (${how}). ${this.#stderr}`.trim();
      this.#fail(new EngineProcessEnded(message, this.#exceeded, this.#job?.usedMs ?? null));
    });
    this.#reference(false);
  }

  /** Process id; null when the process could not be started. */
  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /** Returns whether it can take more work: it is alive, and the last work neither made it grow too large nor slowed it down. */
  isReusable({ maxBytes, maxJobs }: { readonly maxBytes: number; readonly maxJobs: number }): boolean {
    if (this.#hasEnded || this.#isSlowed || this.#done >= maxJobs) return false;
    const usage = this.#usage();
    return usage === null || usage.residentBytes <= maxBytes;
  }

  /**
   * Runs one piece of work. The process must be idle.
   * @param signal kills the process when it aborts; the work is lost
   * @param endCrawl ends the crawl when it aborts; what was read stays
   * @throws EngineProcessEnded when the process ended before the work; the system's error when it could not be started
   */
  async run(
    message: ToEngine,
    signal?: AbortSignal,
    onProgress?: OnProgress,
    endCrawl?: AbortSignal,
  ): Promise<EngineEnd> {
    if (this.#hasEnded) throw new EngineProcessEnded('The engine process has ended.', null);
    const processorMs = this.#done === 0 ? 0 : (this.#usage()?.processorMs ?? 0);
    const job: Job = { end: Promise.withResolvers(), onProgress, processorMs, began: performance.now(), usedMs: null };
    this.#job = job;
    this.#reference(true);
    const watch = setInterval(() => this.#watch(job), WATCH_MS).unref();
    const kill = () => this.kill();
    signal?.addEventListener('abort', kill, { once: true });
    if (signal?.aborted === true) this.kill();
    const end = () => this.#send({ endsCrawl: true });
    try {
      // Without a channel it has ended, or could not be started: its events tell which.
      this.#send(message);
      endCrawl?.addEventListener('abort', end, { once: true });
      if (endCrawl?.aborted === true) end();
      return await job.end.promise;
    } finally {
      clearInterval(watch);
      endCrawl?.removeEventListener('abort', end);
      signal?.removeEventListener('abort', kill);
      this.#job = null;
      this.#done += 1;
      this.#reference(false);
    }
  }

  #send(message: ToEngine | EndCrawl): void {
    if (!this.#child.connected) return;
    this.#child.send(message, (error) => {
      if (error !== null) this.kill();
    });
  }

  /** Kills the process at once. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Kills the process. Resolves when it has ended. */
  async close(): Promise<void> {
    this.kill();
    if (!this.#hasEnded) this.#reference(true);
    await this.#ended.promise;
  }

  #usage(): ProcessUsage | null {
    return this.#child.pid === undefined ? null : processUsage(this.#child.pid);
  }

  #watch(job: Job): void {
    const usage = this.#usage();
    const { processorMs, residentBytes, elapsedMs, longWorkMs } = this.#limits;
    if (usage !== null) {
      const used = usage.processorMs - job.processorMs;
      job.usedMs = used;
      if (used > longWorkMs) this.#slowDown();
      if (used > processorMs) this.#exceed('processor_time');
      if (usage.residentBytes > residentBytes) this.#exceed('memory');
    }
    if (performance.now() - job.began > elapsedMs) this.#exceed('elapsed_time');
  }

  #slowDown(): void {
    if (this.#isSlowed || this.#child.pid === undefined) return;
    this.#isSlowed = true;
    try {
      setPriority(this.#child.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended meanwhile.
    }
  }

  #exceed(limit: ExceededLimit): void {
    this.#exceeded ??= limit;
    this.kill();
  }

  #receive(message: FromEngine): void {
    if (this.#job === null) return;
    const { end, onProgress } = this.#job;
    if ('browser' in message) this.#browsers.push(message.browser);
    else if ('stage' in message) onProgress?.(message.stage, message.requests, message.crawl);
    else if ('result' in message) {
      this.#browsers = [];
      end.resolve(message);
    } else end.reject(Object.assign(new Error(message.fault.message), { stack: message.fault.stack }));
  }

  /** Ends browsers that the process has left behind. */
  #endBrowsers(): void {
    for (const group of this.#browsers) killGroup(group);
    this.#browsers = [];
  }

  #fail(error: Error): void {
    this.#hasEnded = true;
    this.#ended.resolve();
    this.#job?.end.reject(error);
  }

  /** Keeps this process alive while the child works, not while it is idle. */
  #reference(isWorking: boolean): void {
    const { channel, stderr } = this.#child;
    const handles = [this.#child, channel, stderr instanceof Socket ? stderr : null];
    for (const handle of handles) {
      if (isWorking) handle?.ref();
      else handle?.unref();
    }
  }
}

function passedEnvironment(): NodeJS.ProcessEnv {
  const passed = PASSED_VARIABLES.map((name) => [name, process.env[name]]);
  return Object.fromEntries([...passed, ['NODE_COMPILE_CACHE', getCompileCacheDir()]].filter(([, value]) => value));
}

interface ProcessUsage {
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
function processUsage(pid: number): ProcessUsage | null {
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
