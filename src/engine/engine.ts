import { setMaxListeners } from 'node:events';
import type { OnProgress } from '../site/gather/gather.ts';
import { DEFAULT_PAGES } from '../values/page-count.ts';
import { type EngineEnd, type EngineLimits, EngineProcess, EngineProcessEnded } from './engine-process.ts';
import {
  type AuditEngine,
  type CompleteInventory,
  type EngineSettings,
  type EngineWork,
  SECONDS_PER_PAGE,
} from './engine-protocol.ts';

const MB = 1024 * 1024;

/** Several times what audits of real sites use, and what a machine can spare for a hostile site. */
const LIMITS: EngineLimits = { processorMs: 8_000, residentBytes: 256 * MB, elapsedMs: 600_000, longWorkMs: 1_500 };

/** What a crawl may use more. Real pages take about 10 milliseconds each, and 10,000 of them less than 300 MB in all. */
const PROCESSOR_MS_PER_PAGE = 60;
const CRAWL_BYTES = 128 * MB;
const CRAWL_HEAP_MB = 192;
/** An idle process is ended after this time. */
const IDLE_MS = 5_000;
/** A process is replaced after this many jobs, or once it is larger than this. */
const REUSE = { maxJobs: 100, maxBytes: 150 * MB };

export interface EngineOptions {
  /** Default: the service's limits. */
  readonly limits?: Partial<EngineLimits>;
  /** Time until an idle process is ended, in milliseconds. */
  readonly idleMs?: number;
}

/**
 * Audits sites in child processes, one site at a time in each: a site that exhausts memory or processor time ends its own
 * audit alone. Processes are started when there is work, reused while there is more, and ended soon after. Callers bound how
 * many work at once.
 */
export class Engine {
  readonly #settings: EngineSettings;
  readonly #limits: EngineLimits;
  readonly #idleMs: number;
  readonly #all = new Set<EngineProcess>();
  readonly #idle = new Map<EngineProcess, NodeJS.Timeout>();

  constructor(settings: EngineSettings, { limits = {}, idleMs = IDLE_MS }: EngineOptions = {}) {
    this.#settings = settings;
    this.#limits = { ...LIMITS, ...limits };
    this.#idleMs = idleMs;
  }

  /** Ids of its processes, idle ones included. */
  get pids(): number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? []);
  }

  /** Audits a site. @throws EngineProcessEnded when the audit exceeded a limit or crashed its process, or `signal` aborted */
  readonly audit: AuditEngine = async (domain, onProgress, signal, work = {}) => {
    const { result, processorMs } = await this.#run({ kind: 'audit', domain, ...work }, signal, onProgress);
    if (!('report' in result)) throw new Error('An engine process returned no audit.');
    return { ...result, processorMs };
  };

  /**
   * Completes an inventory. Returns it unchanged when the work exceeded a limit: the site would exceed it again.
   * @throws EngineProcessEnded when its process crashed, or `signal` aborted
   */
  readonly completeInventory: CompleteInventory = async (inventory, signal) => {
    try {
      const { result } = await this.#run({ kind: 'complete', inventory }, signal);
      if ('report' in result) throw new Error('An engine process returned no inventory.');
      return result;
    } catch (error) {
      if (!(error instanceof EngineProcessEnded) || error.exceeded === null) throw error;
      return { ...inventory, isComplete: true };
    }
  };

  /** Kills all processes. Resolves when all have ended. */
  async close(): Promise<void> {
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#all].map((process) => process.close()));
  }

  async #run(work: EngineWork, signal?: AbortSignal, onProgress?: OnProgress): Promise<EngineEnd> {
    if (signal !== undefined) setMaxListeners(0, signal);
    const pages = 'pages' in work ? (work.pages ?? 0) : 0;
    const isCrawl = pages > DEFAULT_PAGES;
    const process = isCrawl ? this.#startCrawl(pages) : (this.#takeIdle() ?? this.#start(this.#limits));
    try {
      return await process.run({ settings: this.#settings, work }, signal, onProgress);
    } finally {
      if (!isCrawl && process.isReusable(REUSE)) this.#rest(process);
      else this.#end(process);
    }
  }

  /** Starts a process of its own for a crawl, with a budget for each page. */
  #startCrawl(pages: number): EngineProcess {
    const { processorMs, residentBytes, elapsedMs, ...limits } = this.#limits;
    const crawl = {
      ...limits,
      processorMs: processorMs + PROCESSOR_MS_PER_PAGE * pages,
      residentBytes: residentBytes + CRAWL_BYTES,
      elapsedMs: elapsedMs + 1000 * SECONDS_PER_PAGE * pages,
    };
    return this.#start(crawl, CRAWL_HEAP_MB);
  }

  #start(limits: EngineLimits, heapMb?: number): EngineProcess {
    const process = new EngineProcess(limits, heapMb);
    this.#all.add(process);
    return process;
  }

  /** Takes the process that became idle last, so that the others time out. */
  #takeIdle(): EngineProcess | null {
    for (const [process, timer] of [...this.#idle].reverse()) {
      clearTimeout(timer);
      this.#idle.delete(process);
      if (process.isReusable(REUSE)) return process;
      this.#end(process);
    }
    return null;
  }

  #rest(process: EngineProcess): void {
    const timer = setTimeout(() => {
      this.#idle.delete(process);
      this.#end(process);
    }, this.#idleMs).unref();
    this.#idle.set(process, timer);
  }

  #end(process: EngineProcess): void {
    void process.close().finally(() => this.#all.delete(process));
  }
}
