import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CrawlProgress } from '../../values/crawl-progress.ts';
import type { ServiceError } from '../app/service-error.ts';
import type { JobProgress, JobQueue } from '../store/jobs/job-queue.ts';
import { KeyEnded } from '../store/key-authority.ts';
import { type FinishedAudit, finishedFromRow } from './audit.ts';
import type { AuditStore } from './store/audit-store.ts';
import type { LiveAuditStore } from './store/live-audit-store.ts';

/** Interval at which the store is polled while a client watches or waits, for audits of other processes. */
const POLL_MS = 250;
/** Minimum interval between two polls, after a change by this process. */
const MIN_POLL_MS = 40;

/** The progress of a live audit before its end. */
export interface AuditProgress {
  readonly status: 'queued' | 'running';
  /** Place in the queue, 1 being next; null while it runs. */
  readonly place: number | null;
  /** The stage, in words for a person; null until it is known. */
  readonly stage: string | null;
  /** Number of requests sent to the site. */
  readonly requests: number;
  /** How far the crawl is; null until it begins. */
  readonly crawl: CrawlProgress | null;
}

/** End of an accepted audit, for callers that wait for it. */
export type Settled =
  | { readonly kind: 'finished'; readonly audit: FinishedAudit }
  /** The service is stopping. The audit is run later, or by another process. */
  | { readonly kind: 'stopped' }
  /** It could not be stored, and the log has the reason; or its key was revoked. */
  | { readonly kind: 'lost'; readonly error: ServiceError | KeyEnded };

export interface AuditWatchContext {
  readonly audits: AuditStore;
  readonly live: LiveAuditStore;
  readonly jobs: JobQueue;
}

/** An audit whose progress clients watch. */
interface Watched {
  watchers: number;
  /** Null until it was read from the store. */
  progress: AuditProgress | null;
  /** True for the last event. */
  isOver: boolean;
  /** Resolves when `progress` has changed. */
  change: PromiseWithResolvers<void>;
}

/**
 * Reports the progress and end of live audits that any process runs. A few times a second it sends the store one query for all
 * watched audits, and one for all audits whose end a caller waits for.
 */
export class AuditWatch {
  readonly #context: AuditWatchContext;
  readonly #watched = new Map<string, Watched>();
  readonly #ends = new Map<string, PromiseWithResolvers<Settled>>();
  #poked = Promise.withResolvers<void>();
  #isFollowing = false;
  #isAwaiting = false;
  #stopping = false;

  constructor(context: AuditWatchContext) {
    this.#context = context;
  }

  /** Polls the progress soon, because this process changed something. */
  poke(): void {
    this.#poked.resolve();
  }

  /**
   * Yields the progress of an audit, now and after every change. A slow client gets only the newest. Ends when the audit
   * has ended or `signal` aborts.
   */
  async *watch(id: string, signal: AbortSignal): AsyncGenerator<AuditProgress, void> {
    const watched = this.#watched.get(id) ?? newlyWatched();
    this.#watched.set(id, watched);
    signal.addEventListener('abort', () => wake(watched), { once: true });
    watched.watchers += 1;
    this.poke();
    void this.#follow();
    let shown: AuditProgress | null = null;
    try {
      while (!signal.aborted && !watched.isOver) {
        if (isDeepStrictEqual(watched.progress, shown)) await watched.change.promise;
        else {
          shown = watched.progress;
          if (shown !== null) yield shown;
        }
      }
    } finally {
      watched.watchers -= 1;
      // A watcher that came after the end has made a new entry.
      if (watched.watchers === 0 && this.#watched.get(id) === watched) this.#watched.delete(id);
    }
  }

  /** Resolves to the end of an audit. Never rejects. */
  end(id: string): Promise<Settled> {
    const end = this.#ends.get(id) ?? Promise.withResolvers<Settled>();
    this.#ends.set(id, end);
    void this.#await();
    return end.promise;
  }

  /** Reports the end of an audit to those who wait for it, before the store is polled. */
  settle(id: string, settled: Settled): void {
    this.#ends.get(id)?.resolve(settled);
    this.#ends.delete(id);
    this.#show(id, null);
  }

  /** Stops. Callers that wait for queued audits get `stopped`. */
  stop(): void {
    this.#stopping = true;
    this.poke();
  }

  /** Resolves when no caller waits for an end, or after `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    const waiting = new AbortController();
    const grace = setTimeout(graceMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([Promise.all([...this.#ends.values()].map(({ promise }) => promise)), grace]);
    waiting.abort();
  }

  /** Ends all watches and waits. */
  close(): void {
    this.stop();
    for (const id of [...this.#ends.keys(), ...this.#watched.keys()]) this.settle(id, { kind: 'stopped' });
  }

  /** Reports the progress of an audit; null when it has ended. */
  #show(id: string, progress: AuditProgress | null): void {
    const watched = this.#watched.get(id);
    if (watched === undefined || (progress !== null && isDeepStrictEqual(watched.progress, progress))) return;
    watched.progress = progress;
    watched.isOver = progress === null;
    if (watched.isOver) this.#watched.delete(id);
    wake(watched);
  }

  /** Reads the progress of watched audits while there are any, more often after a change by this process. */
  async #follow(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    while (this.#watched.size > 0) {
      this.#poked = Promise.withResolvers();
      // A store that cannot be read is polled again.
      await this.#pollProgress([...this.#watched.keys()]).catch(() => undefined);
      await setTimeout(MIN_POLL_MS, undefined, { ref: false });
      const waiting = new AbortController();
      const { signal } = waiting;
      const rest = setTimeout(POLL_MS - MIN_POLL_MS, undefined, { ref: false, signal }).catch(() => undefined);
      await Promise.race([this.#poked.promise, rest]);
      waiting.abort();
    }
    this.#isFollowing = false;
  }

  async #pollProgress(ids: readonly string[]): Promise<void> {
    const { live, jobs } = this.#context;
    const rows = new Map((await live.findPlaces(ids)).map((row) => [row.id, row]));
    const running = ids.filter((id) => rows.get(id)?.status === 'running');
    const progress = running.length === 0 ? new Map<string, JobProgress>() : await jobs.readProgress(running);
    for (const id of ids) {
      const row = rows.get(id);
      if (row === undefined || (row.status === 'queued' && this.#stopping)) this.#show(id, null);
      else if (row.status === 'queued') {
        this.#show(id, { status: 'queued', place: row.place, stage: null, requests: 0, crawl: null });
      } else {
        const { stage = null, requests = 0, crawl = null } = progress.get(id) ?? {};
        this.#show(id, { status: 'running', place: null, stage, requests, crawl });
      }
    }
  }

  /**
   * Reads which awaited audits have ended, while there are any. Audits that end in this process are reported at once and
   * not read.
   */
  async #await(): Promise<void> {
    if (this.#isAwaiting) return;
    this.#isAwaiting = true;
    while (this.#ends.size > 0) {
      await setTimeout(POLL_MS, undefined, { ref: false });
      await this.#pollEnds([...this.#ends.keys()]).catch(() => undefined);
    }
    this.#isAwaiting = false;
  }

  async #pollEnds(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { audits, live } = this.#context;
    const unfinished = await live.findUnfinished(ids);
    for (const id of ids) {
      const status = unfinished.get(id);
      if (status === 'queued' && this.#stopping) this.settle(id, { kind: 'stopped' });
      if (status !== undefined || !this.#ends.has(id)) continue;
      const audit = finishedFromRow(await audits.find(id));
      // Only a waiting audit whose key has ended is deleted.
      this.settle(id, audit === null ? { kind: 'lost', error: new KeyEnded() } : { kind: 'finished', audit });
    }
  }
}

function newlyWatched(): Watched {
  return { watchers: 0, progress: null, isOver: false, change: Promise.withResolvers() };
}

function wake(watched: Watched): void {
  watched.change.resolve();
  watched.change = Promise.withResolvers();
}
