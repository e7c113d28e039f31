import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Audits that a caller waits for go first. Entries of a batch have minus their position, so that batches of one key
 * alternate.
 */
export const PRIORITY = { caller: 2, daily: 1, batch: 0 } as const;

/** A live audit that waits. */
export interface Job {
  /** The audit's. */
  readonly id: string;
  readonly domain: string;
  /** Whose servers it asks: the registrable domain. */
  readonly host: string;
  /** Among one client's waiting audits, the greatest is next. */
  readonly priority: number;
  /** The client whose share of the slots it uses: a key's id, a keyed hash of an address, or '' for daily audits. */
  readonly client: string;
}

/** One attempt at an audit, to be run by the process that took it. */
export interface TakenJob {
  /** The audit's. */
  readonly id: string;
  /** How often the audit was started. Only this attempt may end it. */
  readonly attempts: number;
}

/** What a running audit does. */
export interface JobProgress {
  readonly stage: string;
  readonly requests: number;
}

export interface TakeBounds {
  /** Take only audits of clients that have none running. */
  readonly newClientsOnly?: boolean;
  /** None of less; null: any. */
  readonly leastPriority: number | null;
  /** So many of one host may run, whoever runs them. */
  readonly perHost: number;
}

/**
 * Hands out waiting audits, each to one process, and again if that process dies. The audits' rows say what is waiting.
 * Audits that callers wait for go first, then all others. Within both, `ClientOrder` chooses between clients.
 */
export interface JobQueue {
  /** True when other processes may serve the same database. */
  readonly isShared: boolean;

  /** The states whose audits count against the bound on callers' audits. */
  readonly bounded: readonly ('queued' | 'running')[];

  /** Queues audits, in the transaction that stores them. Queued audits stay as they are. */
  add(transaction: Transaction<Database>, jobs: readonly Pick<Job, 'id'>[]): Promise<void>;

  /** Announces that a waiting audit got a higher priority, in the transaction that changes its row. */
  raise(transaction: Transaction<Database>): Promise<void>;

  /** Queues one again that was taken, in the transaction that does so to its row. */
  putBack(transaction: Transaction<Database>, id: string): Promise<void>;

  /** Forgets those that are ended, in the transaction that ends them. */
  remove(transaction: Transaction<Database>, ids: readonly string[]): Promise<void>;

  /** Takes the next audit and marks it as `running`. Returns null when none may run. */
  take(bounds: TakeBounds): Promise<TakenJob | null>;

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
