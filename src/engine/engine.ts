import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { OnProgress } from '../site/gather/gather.ts';
import { DEFAULT_PAGES } from '../values/page-count.ts';
import {
  type EngineEnd,
  type EngineLimits,
  EngineProcess,
  EngineProcessEnded,
  type ExceededLimit,
} from './engine-process.ts';
import {
  type AuditEngine,
  type CompleteInventory,
  type EngineSettings,
  type EngineWork,
  type JudgedSite,
  type RenderedOutcome,
  SECONDS_PER_PAGE,
} from './engine-protocol.ts';

const MB = 1024 * 1024;

/** Several times what audits of real sites use, and what a machine can spare for a hostile site. */
const LIMITS: EngineLimits = { processorMs: 8_000, residentBytes: 256 * MB, elapsedMs: 600_000, longWorkMs: 1_500 };

/** What a crawl may use more. Real pages take about 10 milliseconds each, and 10,000 of them less than 300 MB in all. */
const PROCESSOR_MS_PER_PAGE = 60;
const CRAWL_BYTES = 128 * MB;
const CRAWL_HEAP_MB = 192;
/** Limits of the process that renders, without those of its browser. */
const RENDERING = { processorMs: 60_000, residentBytes: 512 * MB, elapsedMs: 330_000 };
const RENDERING_HEAP_MB = 384;
/** How the names of folders begin that have the profiles of browsers, and the age in which no rendering uses one any more. */
const FOLDER = 'citable-rendering-';
const ABANDONED_MS = 3_600_000;
/** Maximum number of times that the folder of a rendering is deleted, and the milliseconds after which it must not have come back. */
const DELETIONS = 20;
const LOOK_AGAIN = 250;
/** Reasons why an audit has no rendering. */
const RENDERING_ENDED: Readonly<Record<ExceededLimit | 'crash', string>> = {
  processor_time: 'Not rendered: comparing the pages took more processor time than it may.',
  memory: 'Not rendered: comparing the pages took more memory than it may.',
  elapsed_time: 'Not rendered: it took more time than it may.',
  crash: 'Not rendered: the process that renders ended, by a fault of this service.',
};
const NOT_ALLOWED = 'Not rendered: RENDER is off where the audit ran.';
/** An idle process is ended after this time. */
const IDLE_MS = 5_000;
/** The last idle one is kept for longer: a start takes a quarter of a second, for which a single person would wait. */
const KEPT_MS = 600_000;
/** A process is replaced after this many jobs, or once it is larger than this. */
const REUSE = { maxJobs: 100, maxBytes: 170 * MB };

export interface EngineOptions {
  /** Default: the service's limits. */
  readonly limits?: Partial<EngineLimits>;
  /** Time until an idle process is ended, in milliseconds, and until the last one is. */
  readonly idleMs?: number;
  readonly keptMs?: number;
  /** Whether pages may be loaded in a browser. Default: false. */
  readonly renders?: boolean;
}

/**
 * Audits sites in child processes, one site at a time in each: a site that exhausts memory or processor time ends its own
 * audit alone. Processes are started when there is work, reused while there is more, and ended soon after, the last one after
 * minutes. Callers bound how many work at once.
 */
export class Engine {
  readonly #settings: EngineSettings;
  readonly #limits: EngineLimits;
  readonly #idleMs: number;
  readonly #keptMs: number;
  readonly #renders: boolean;
  readonly #all = new Set<EngineProcess>();
  readonly #idle = new Map<EngineProcess, NodeJS.Timeout>();
  /** A browser uses more than a gigabyte: one runs at a time. */
  readonly #oneRendering = pLimit(1);

  constructor(
    settings: EngineSettings,
    { limits = {}, idleMs = IDLE_MS, keptMs = KEPT_MS, renders = false }: EngineOptions = {},
  ) {
    this.#settings = settings;
    this.#limits = { ...LIMITS, ...limits };
    this.#idleMs = idleMs;
    this.#keptMs = keptMs;
    this.#renders = renders;
  }

  /** Ids of its processes, idle ones included. */
  get pids(): number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? []);
  }

  /** Audits a site. @throws EngineProcessEnded when the audit exceeded a limit or crashed its process, or `signal` aborted */
  readonly audit: AuditEngine = async (domain, onProgress, signal, { endCrawl, ...work } = {}) => {
    let requests = 0;
    const onGathered: OnProgress = (stage, sent, crawl) => {
      requests = sent;
      onProgress?.(stage, sent, crawl);
    };
    const { result, processorMs } = await this.#run({ kind: 'audit', domain, ...work }, signal, onGathered, endCrawl);
    if (!('outcome' in result)) throw new Error('An engine process returned no audit.');
    const { outcome, toRender } = result;
    if (toRender === null) return { ...outcome, processorMs };
    onProgress?.('in a browser', requests);
    const { rendered, pictures } = await this.#oneRendering(() => this.#render(toRender, signal));
    return { ...outcome, processorMs, rendering: JSON.stringify(rendered), pictures };
  };

  /** Renders pages in a process of their own. What ends it ends the rendering alone. @throws EngineProcessEnded when `signal` aborted */
  async #render(toRender: NonNullable<JudgedSite['toRender']>, signal?: AbortSignal): Promise<RenderedOutcome> {
    if (!this.#renders) return { rendered: { failure: NOT_ALLOWED }, pictures: [] };
    await deleteAbandoned();
    const folder = await mkdtemp(join(tmpdir(), FOLDER));
    try {
      const { result } = await this.#run({ kind: 'render', ...toRender, folder }, signal);
      if (!('rendered' in result)) throw new Error('An engine process returned no rendering.');
      return result;
    } catch (error) {
      if (signal?.aborted === true) throw error;
      const exceeded = error instanceof EngineProcessEnded ? error.exceeded : null;
      return { rendered: { failure: RENDERING_ENDED[exceeded ?? 'crash'] }, pictures: [] };
    } finally {
      await deleteFolder(folder);
    }
  }

  /**
   * Completes an inventory. Returns it unchanged when the work exceeded a limit: the site would exceed it again.
   * @throws EngineProcessEnded when its process crashed, or `signal` aborted
   */
  readonly completeInventory: CompleteInventory = async (inventory, signal) => {
    try {
      const { result } = await this.#run({ kind: 'complete', inventory }, signal);
      if (!('isComplete' in result)) throw new Error('An engine process returned no inventory.');
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

  async #run(
    work: EngineWork,
    signal?: AbortSignal,
    onProgress?: OnProgress,
    endCrawl?: AbortSignal,
  ): Promise<EngineEnd> {
    if (signal !== undefined) setMaxListeners(0, signal);
    const pages = work.kind === 'audit' ? (work.pages ?? 0) : 0;
    // A crawl and a rendering get a process of their own.
    const isAlone = work.kind === 'render' || pages > DEFAULT_PAGES;
    const started = () => (work.kind === 'render' ? this.#startRendering() : this.#startCrawl(pages));
    const process = isAlone ? started() : (this.#takeIdle() ?? this.#start(this.#limits));
    try {
      return await process.run({ settings: this.#settings, work }, signal, onProgress, endCrawl);
    } finally {
      if (!isAlone && process.isReusable(REUSE)) this.#rest(process);
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

  #startRendering(): EngineProcess {
    const { longWorkMs } = this.#limits;
    return this.#start({ ...RENDERING, longWorkMs }, RENDERING_HEAP_MB);
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
    const end = () => {
      this.#idle.delete(process);
      this.#end(process);
    };
    const endUnlessLast = () => {
      if (this.#idle.size === 1) this.#idle.set(process, setTimeout(end, this.#keptMs).unref());
      else end();
    };
    this.#idle.set(process, setTimeout(endUnlessLast, this.#idleMs).unref());
  }

  #end(process: EngineProcess): void {
    void process.close().finally(() => this.#all.delete(process));
  }
}

/** Deletes the folder of a rendering. A browser whose process has died ends within a moment, and may write to its profile until then. */
async function deleteFolder(folder: string): Promise<void> {
  for (let attempts = 0; attempts < DELETIONS; attempts++) {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    await after(LOOK_AGAIN);
    if (!existsSync(folder)) return;
  }
}

/** Deletes the folders of renderings whose service was killed. Never rejects. */
async function deleteAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(FOLDER))) {
    const path = join(tmpdir(), name);
    const { mtimeMs = Date.now() } = (await stat(path).catch(() => null)) ?? {};
    // One of another user cannot be deleted.
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
