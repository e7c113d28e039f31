import type { Transaction } from 'kysely';
import type { Database } from './database.ts';

/** Who is waited for goes first. Entries of a batch have what is below: minus their position, so that batches take turns. */
export const PRIORITY = { caller: 2, daily: 1, batch: 0 } as const;

/** A live audit that waits. */
export interface Job {
  /** The audit's. */
  readonly id: string;
  readonly domain: string;
  /** Whose servers it asks: the registrable domain. */
  readonly host: string;
  /** Of those that wait, the greatest is next. */
  readonly priority: number;
}

/** A live audit that was taken, to be run by who took it. */
export interface StartedAudit extends Job {
  /** ISO 8601 UTC, as all times here. */
  readonly requestedAt: string;
  readonly startedAt: string;
  readonly keyId: string | null;
  /** How often it was started. It is this attempt's alone to end it. */
  readonly attempts: number;
}

/** What a running audit does. */
export interface JobProgress {
  readonly stage: string;
  readonly requests: number;
}

export interface TakeBounds {
  /** So many at most. */
  readonly most: number;
  /** None of less; null: any. */
  readonly leastPriority: number | null;
  /** So many of one host may run, whoever runs them. */
  readonly perHost: number;
}

/**
 * Who runs which audit when. The audits' rows say what there is to do; this hands it out, each audit to one taker, the
 * greatest priority first, and again when its taker has died.
 */
export interface JobQueue {
  /** The states whose audits count against the bound on callers' audits. */
  readonly bounded: readonly ('queued' | 'running')[];

  /** Queues audits, in the transaction that keeps them. What is queued already stays as it is. */
  add(transaction: Transaction<Database>, jobs: readonly Job[]): Promise<void>;

  /** Gives one that waits a greater priority, to be taken at once, in the transaction that does the same to its row. */
  raise(transaction: Transaction<Database>, id: string, priority: number): Promise<void>;

  /** Queues one again that was taken. @param notBefore it is not to be taken before this time; null: at once */
  putBack(transaction: Transaction<Database>, job: Job, notBefore: string | null): Promise<void>;

  /** Forgets those that are ended, in the transaction that ends them. */
  remove(transaction: Transaction<Database>, ids: readonly string[]): Promise<void>;

  /** Takes some of the next, which are `running` from then on; none when there is none that may run. */
  take(bounds: TakeBounds): Promise<readonly StartedAudit[]>;

  /** Queues what somebody was to run who is gone. @param own what the caller itself runs */
  recover(own: readonly string[]): Promise<void>;

  /** Lets go of one that was taken here, after it was ended or put back. */
  release(id: string): void;

  /** Notes how far an audit is that was taken here. */
  tell(id: string, progress: JobProgress): void;

  /** How far running audits are, whoever runs them; none of what has said nothing. */
  progressOf(ids: readonly string[]): Promise<ReadonlyMap<string, JobProgress>>;

  /** From now on tells when another process may have queued something. */
  onWork(tell: () => void): void;
}
