import type { SqliteThread } from './sqlite-thread.ts';
import { numbersOf, type Places, type RowNumbers, type VisitRun, visitRuns } from './visit-runs.ts';
import type { JudgedVisit, Visit } from './visits.ts';

/**
 * Stores visits, and counts them in the same transaction: a visit and its counts always agree. Visits of published domains
 * get rows, of which the newest are kept (`KEPT_ROWS`), and counts of their domain. Visits of all other names are added to
 * the daily totals only: anybody may invent such names, and the store must not grow with them.
 */
export interface VisitWriter {
  /**
   * Stores visits, all or none. They are on the disk when this resolves.
   *
   * @param apart those that may be judged; others are kept as one, where they differ in their times alone
   * @returns the number of each visit's row, in their order; null of a visit without a row
   */
  insert(visits: readonly Visit[], apart?: Places): Promise<RowNumbers>;

  /**
   * Keeps what was found out of visits of AI crawlers that are kept as unverified and apart, and counts it, all or none. What
   * is judged already, or not there any more, stays as it is: so who does not know whether this was done may do it again.
   * @returns how many were judged
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
