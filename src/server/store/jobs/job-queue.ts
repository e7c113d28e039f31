import type { Transaction } from 'kysely';
import type { CrawlProgress } from '../../../values/crawl-progress.ts';
import { DEFAULT_PAGES } from '../../../values/page-count.ts';
import type { Database } from '../database.ts';

/**
 * Audits that a caller waits for go first. Entries of a batch have minus their position, so that batches of one key
 * alternate.
 */
export const PRIORITY = { caller: 2, daily: 1, batch: 0 } as const;

/** One attempt at an audit, to be run by the process that took it. */
export interface TakenJob {
  /** Id of the audit. */
  readonly id: string;
  /** Number of starts of the audit, this one included. Only this attempt may end it. */
  readonly attempts: number;
}

/** Progress of a running audit. */
export interface JobProgress {
  readonly stage: string;
  readonly requests: number;
  /** How far its crawl is; absent until it begins. */
  readonly crawl?: CrawlProgress;
}

/**
 * Kinds of audits that run beside each other: those of seconds, those that read more pages than the score is made of, and those that also
 * load the pages in a browser.
 */
export type Lane = 'short' | 'crawl' | 'rendering';

/** Returns the lane of an audit. @param pages maximum number that it reads */
export function chooseLane(pages: number, render: boolean): Lane {
  if (pages > DEFAULT_PAGES) return 'crawl';
  return render ? 'rendering' : 'short';
}

export interface TakeBounds {
  /** Maximum number of running audits in the process that takes. */
  readonly slots: number;
  /** The client of each audit that runs in that process. */
  readonly running: readonly string[];
  /** Clients that had an audit running in that process a moment ago. */
  readonly recent: readonly string[];
  /** Maximum number of running audits of one host, in all processes. */
  readonly perHost: number;
  /** The audits to choose from. Default: all. */
  readonly lane?: Lane;
}

/**
 * Hands out waiting audits, each to one process, and again if that process dies. The audits' rows say what is waiting.
 * `ClientOrder` chooses between clients.
 */
export interface JobQueue {
  /** True when other processes may serve the same database. */
  readonly isShared: boolean;

  /** States whose audits count against the bound on callers' audits. */
  readonly bounded: readonly ('queued' | 'running')[];

  /** Announces that audits were queued or got a higher priority, in the transaction that changes their rows. */
  announce(transaction: Transaction<Database>): Promise<void>;

  /** Queues a taken audit again, in the transaction that changes its row. */
  requeue(transaction: Transaction<Database>, id: string): Promise<void>;

  /** Removes an ended audit, in the transaction that ends it. */
  remove(transaction: Transaction<Database>, id: string): Promise<void>;

  /** Takes the next audit and marks it as `running`. Returns null when none may run. */
  take(bounds: TakeBounds): Promise<TakenJob | null>;

  /** Queues the audits of processes that have died. @param own ids of those that the caller itself runs */
  recover(own: readonly string[]): Promise<void>;

  /** Releases an audit that this process took, after it was ended or requeued. */
  release(id: string): void;

  /** Reports the progress of an audit that this process took. */
  reportProgress(id: string, progress: JobProgress): void;

  /** Returns the progress of running audits, in all processes. Those without a report are left out. */
  readProgress(ids: readonly string[]): Promise<ReadonlyMap<string, JobProgress>>;

  /** Calls a listener whenever another process may have queued something. */
  onQueued(listener: () => void): void;
}
