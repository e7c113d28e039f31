import type { SqliteThread } from './sqlite-thread.ts';
import { type VisitRun, visitRuns } from './visit-runs.ts';
import type { JudgedVisit, Visit } from './visits.ts';

/** Keeps visits, and counts them in the same transaction: a visit and its counts always agree. */
export interface VisitWriter {
  /** Keeps visits, all or none. They are on the disk when this resolves. @returns a number of each, in their order */
  insert(visits: readonly Visit[]): Promise<readonly number[]>;

  /**
   * Keeps what was found out of visits of AI crawlers that are kept as unverified, and counts it, all or none. What is
   * judged already, or not there any more, stays as it is: so who does not know whether this was done may do it again.
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

  async insert(visits: readonly Visit[]): Promise<readonly number[]> {
    const first = await this.#write(visitRuns(visits));
    return visits.map((_visit, index) => first + index);
  }

  judge(judged: readonly JudgedVisit[]): Promise<number> {
    return this.#write({ judged });
  }

  #write(work: VisitWork): Promise<number> {
    return this.#thread.writeVisits(JSON.stringify(work));
  }
}
