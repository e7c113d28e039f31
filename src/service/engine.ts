import { setMaxListeners } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ConnectToRule } from '../fetch/connect-to.ts';
import type { Egress } from '../fetch/egress.ts';
import type { GatherStage } from '../site/gather.ts';
import type { PageInventory } from '../site/inventory.ts';
import type { OnProgress } from './audit-progress.ts';
import type { AuditEngine, AuditOutcome } from './live-audit.ts';
import type { CompleteInventory } from './published-domains.ts';

/** How the engine reaches sites: what does not change while it runs. */
export interface EngineSettings {
  /** Where a site's owner can read who asks; it goes into the user agents. */
  readonly about: string | null;
  readonly connectTo: readonly ConnectToRule[];
  readonly allowPrivate: boolean;
  readonly egress: Egress;
  /** Whether names are looked up in the DNS alone, and not as the system does. */
  readonly usesDnsAlone: boolean;
  /** How many audits it may have at once, for the memory that it may take. */
  readonly maxRunning: number;
}

/** What the thread is asked, under a number of the asker's. */
export type Work =
  | { readonly kind: 'audit'; readonly domain: string }
  | { readonly kind: 'complete'; readonly inventory: PageInventory };

export type ToEngine = { readonly id: number; readonly work: Work } | { readonly id: number; readonly abort: true };

/** What it says of that: how far it is, any number of times, and its end. */
export type FromEngine =
  | { readonly id: number; readonly stage: GatherStage; readonly requests: number }
  | { readonly id: number; readonly result: AuditOutcome | PageInventory }
  | { readonly id: number; readonly fault: unknown };

interface Asked {
  readonly end: PromiseWithResolvers<AuditOutcome | PageInventory>;
  readonly progress: OnProgress | undefined;
}

const MB_AT_LEAST = 256;
const MB_PER_AUDIT = 64;

/**
 * The engine, in a thread of its own: reading a site takes the processor for tens of milliseconds at a time, and hosted files
 * and badges would wait for that. The thread starts with the first audit, and again when it has ended unasked; when it is
 * that hungry, it ends alone.
 */
export class Engine {
  readonly #settings: EngineSettings;
  readonly #asked = new Map<number, Asked>();
  #thread: Worker | null = null;
  #last = 0;

  constructor(settings: EngineSettings) {
    this.#settings = settings;
  }

  readonly audit: AuditEngine = async (domain, progress, signal) => {
    const result = await this.#ask({ kind: 'audit', domain }, signal, progress);
    if (!('report' in result)) throw new Error('The thread that audits gave no audit.');
    return result;
  };

  readonly completeInventory: CompleteInventory = async (inventory, signal) => {
    const result = await this.#ask({ kind: 'complete', inventory }, signal);
    if ('report' in result) throw new Error('The thread that audits gave no inventory.');
    return result;
  };

  /** Ends the thread, whatever it does. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #ask(work: Work, signal?: AbortSignal, progress?: OnProgress): Promise<AuditOutcome | PageInventory> {
    this.#thread ??= this.#start();
    this.#last += 1;
    const id = this.#last;
    const end = Promise.withResolvers<AuditOutcome | PageInventory>();
    const abort = () => this.#tell({ id, abort: true });
    if (signal !== undefined) setMaxListeners(0, signal);
    signal?.addEventListener('abort', abort, { once: true });
    this.#asked.set(id, { end, progress });
    this.#tell({ id, work });
    return end.promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  #tell(message: ToEngine): void {
    this.#thread?.postMessage(message);
  }

  #start(): Worker {
    const script = new URL(`engine-thread${extname(import.meta.url)}`, import.meta.url);
    const maxOldGenerationSizeMb = MB_AT_LEAST + MB_PER_AUDIT * this.#settings.maxRunning;
    const thread = new Worker(script, { workerData: this.#settings, resourceLimits: { maxOldGenerationSizeMb } });
    thread.unref();
    thread.on('message', (said: FromEngine) => this.#hear(said));
    const fail = (error: Error) => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      const lost = [...this.#asked.values()];
      this.#asked.clear();
      for (const { end } of lost) end.reject(error);
    };
    thread.on('error', fail);
    thread.on('exit', () => fail(new Error('The thread that audits has ended.')));
    return thread;
  }

  #hear(said: FromEngine): void {
    const asked = this.#asked.get(said.id);
    if (asked === undefined) return;
    if ('stage' in said) {
      asked.progress?.(said.stage, said.requests);
      return;
    }
    this.#asked.delete(said.id);
    if ('fault' in said) asked.end.reject(said.fault);
    else asked.end.resolve(said.result);
  }
}
