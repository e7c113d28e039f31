import type { SqliteThread } from './sqlite-thread.ts';
import { numbersOf, type Places, type VisitRun, visitRuns } from './visit-runs.ts';
import type { JudgedVisit, Visit } from './visits.ts';

/** Keeps visits, and counts them in the same transaction: a visit and its counts always agree. */
export interface VisitWriter {
  /**
   * Keeps visits, all or none. They are on the disk when this resolves.
   *
   * @param apart those that may be judged; others are kept as one, where they differ in their times alone
   * @returns a number of each, in their order
   */
  insert(visits: readonly Visit[], apart?: Places): Promise<readonly number[]>;

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

  async insert(visits: readonly Visit[], apart?: Places): Promise<readonly number[]> {
    const runs = visitRuns(visits, apart);
    const first = await this.#write(runs);
    return numbersOf(
      runs,
      runs.map((_run, place) => first + place),
    );
  }

  judge(judged: readonly JudgedVisit[]): Promise<number> {
    return this.#write({ judged });
  }

  #write(work: VisitWork): Promise<number> {
    return this.#thread.writeVisits(JSON.stringify(work));
  }
}
