import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Visit } from './visit-statements.ts';
import { countStatements, insertStatements, type Statement, type VisitSql } from './visit-statements.ts';

/** New visits of a domain after which its oldest are deleted. Each process may leave this many more than the maximum. */
const VISITS_BETWEEN_TRIMS = 1_000;
/** Maximum number of domains whose new visits are counted. Beyond that, the counts are dropped, and each domain is trimmed at its next visit. */
const MAX_DOMAINS = 10_000;

/** The result of verifying a visit that is stored as unverified. */
export interface JudgedVisit {
  /** Number of its row. */
  readonly id: number;
  /** The visit with its new verification. */
  readonly visit: Visit;
}

/** Number of each visit's row, in the order of the visits; null for a visit without a row. */
export type VisitIds = readonly (number | null)[];

/**
 * Stores visits, and counts them in the same transaction: a visit and its counts always agree. Visits of published domains
 * get rows and counts of their domain; only the newest rows are retained. Visits of all other names are added to the daily
 * totals only: anybody may invent such names, and the store must not grow with them.
 */
export interface VisitWriter {
  /**
   * Stores visits, all or none. They are on the disk when this resolves. When it rejects, it may be called again with the same
   * array: visits are never stored twice.
   */
  insert(visits: readonly Visit[]): Promise<VisitIds>;

  /**
   * Stores the verification of visits of AI crawlers that are stored as unverified, and counts it, all or none. Skips visits
   * that are verified already or deleted, so the call may be repeated when its outcome is unknown.
   * @returns how many were changed
   */
  judge(judged: readonly JudgedVisit[]): Promise<number>;
}

/** A row that was inserted for a visit. */
export interface InsertedVisit {
  readonly id: number;
  readonly domain: string;
}

/**
 * Executes statements in one transaction.
 * @param visits those that the statements insert: the same array again if an insertion is repeated
 * @returns the rows of the first statement
 */
export type ExecuteAll = (
  statements: readonly Statement[],
  visits: readonly Visit[],
) => Promise<readonly InsertedVisit[]>;

/** Inserts visits as {@link VisitWriter.insert} does, and deletes the oldest visits of each domain. */
export class VisitInserter {
  readonly #sql: VisitSql;
  readonly #executeAll: ExecuteAll;
  readonly #trims = new TrimSchedule();

  constructor(visitSql: VisitSql, executeAll: ExecuteAll) {
    this.#sql = visitSql;
    this.#executeAll = executeAll;
  }

  async insert(visits: readonly Visit[]): Promise<VisitIds> {
    const rows = await this.#executeAll(insertStatements(this.#sql, visits), visits);
    // Nobody waits for it. A trim that fails is repeated after further visits.
    for (const domain of this.#trims.dueAfter(rows.map((row) => row.domain)))
      this.#executeAll([{ sql: this.#sql.trim, parameters: [domain] }], []).catch(() => undefined);
    return matchIds(visits, rows);
  }
}

/** Matches inserted rows to visits: all visits of a domain are inserted or none, and their numbers are in their order. */
function matchIds(visits: readonly Visit[], rows: readonly InsertedVisit[]): VisitIds {
  const published = new Set(rows.map(({ domain }) => domain));
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  let place = 0;
  return visits.map(({ domain }) => (published.has(domain) ? (ids[place++] ?? null) : null));
}

/** Schedules the deletion of a domain's oldest visits: without it, one client could fill the disk. */
class TrimSchedule {
  /** Visits added by this process since the last trim, by domain. */
  readonly #added = new Map<string, number>();

  /** Returns the domains that are due: at their first visits in this process, and after every {@link VISITS_BETWEEN_TRIMS}. */
  dueAfter(domains: readonly string[]): string[] {
    const due = new Set<string>();
    for (const domain of domains) {
      const added = (this.#added.get(domain) ?? VISITS_BETWEEN_TRIMS) + 1;
      if (this.#added.size >= MAX_DOMAINS) this.#added.clear();
      if (added > VISITS_BETWEEN_TRIMS) due.add(domain);
      this.#added.set(domain, added > VISITS_BETWEEN_TRIMS ? 0 : added);
    }
    return [...due];
  }
}

/** Judges visits as {@link VisitWriter.judge} does. */
export function judgeVisits(db: Kysely<Database>, visitSql: VisitSql, judged: readonly JudgedVisit[]): Promise<number> {
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
    for (const { sql, parameters } of countStatements(visitSql, visits, 0))
      await transaction.executeQuery(CompiledQuery.raw(sql, [...parameters]));
    return visits.length;
  });
}
