import type { SqliteThread } from '../sqlite/sqlite-thread.ts';
import { numbersOf, type Places, type RowNumbers, type VisitRun, visitRuns } from './visit-runs.ts';
import type { JudgedVisit, Visit } from './visits.ts';

/**
 * Stores visits, and counts them in the same transaction: a visit and its counts always agree. Visits of published domains
 * get rows and counts of their domain; only the newest rows are retained (`KEPT_ROWS`). Visits of all other names are added to
 * the daily totals only: anybody may invent such names, and the store must not grow with them.
 */
export interface VisitWriter {
  /**
   * Stores visits, all or none. They are on the disk when this resolves.
   *
   * @param apart visits that may be verified later; others share a row where only their times differ
   * @returns the number of each visit's row, in their order; null of a visit without a row
   */
  insert(visits: readonly Visit[], apart?: Places): Promise<RowNumbers>;

  /**
   * Stores the verification of visits of AI crawlers that are stored as unverified, each in its own row, and counts it, all or
   * none. Skips visits that are verified already or deleted, so the call may be repeated when its outcome is unknown.
   * @returns how many were changed
   */
  judge(judged: readonly JudgedVisit[]): Promise<number>;
}

/** What is to be written at once. */
export type VisitWork = readonly VisitRun[] | { readonly judged: readonly JudgedVisit[] };

/** Writes visits to the embedded database. */
export class SqliteVisitWriter implements VisitWriter {
  readonly #thread: SqliteThread;

  constructor(thread: SqliteThread) {
    this.#thread = thread;
  }

  async insert(visits: readonly Visit[], apart?: Places): Promise<RowNumbers> {
    const runs = visitRuns(visits, apart);
    return numbersOf(runs, await this.#write(runs));
  }

  async judge(judged: readonly JudgedVisit[]): Promise<number> {
    return (await this.#write({ judged })).length;
  }

  #write(work: VisitWork): Promise<RowNumbers> {
    return this.#thread.writeVisits(JSON.stringify(work));
  }
}
