import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { countStatements, type Dialect } from './visit-statements.ts';
import type { Visit } from './visits.ts';

/** The result of verifying a visit that is stored as unverified. */
export interface JudgedVisit {
  /** Number of its row. */
  readonly id: number;
  /** The visit with its new verification. */
  readonly visit: Visit;
}

/**
 * Stores visits, and counts them in the same transaction: a visit and its counts always agree. Visits of published domains
 * get rows and counts of their domain; only the newest rows are retained. Visits of all other names are added to the daily
 * totals only: anybody may invent such names, and the store must not grow with them.
 */
export interface VisitWriter {
  /**
   * Stores visits, all or none. They are on the disk when this resolves. When it rejects, it may be called again with the same
   * array: visits are never stored twice.
   * @returns the number of each visit's row, in their order; null for a visit without a row
   */
  insert(visits: readonly Visit[]): Promise<readonly (number | null)[]>;

  /**
   * Stores the verification of visits of AI crawlers that are stored as unverified, and counts it, all or none. Skips visits
   * that are verified already or deleted, so the call may be repeated when its outcome is unknown.
   * @returns how many were changed
   */
  judge(judged: readonly JudgedVisit[]): Promise<number>;
}

/** Judges visits as {@link VisitWriter.judge} does. */
export function judgeVisits(db: Kysely<Database>, dialect: Dialect, judged: readonly JudgedVisit[]): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const changed = new Set<number>();
    for (const verification of ['verified', 'spoofed'] as const) {
      const ids = judged.filter(({ visit }) => visit.verification === verification).map(({ id }) => id);
      if (ids.length === 0) continue;
      const rows = await transaction
        .updateTable('visits')
        .set({ verification })
        .where('id', 'in', ids)
        .where('class', '=', 'ai_bot')
        .where('verification', 'is', null)
        .returning('id')
        .execute();
      for (const { id } of rows) changed.add(id);
    }
    const visits = judged.filter(({ id }) => changed.has(id)).map(({ visit }) => visit);
    for (const { sql, parameters } of countStatements(dialect, visits, 0))
      await transaction.executeQuery(CompiledQuery.raw(sql, [...parameters]));
    return visits.length;
  });
}
