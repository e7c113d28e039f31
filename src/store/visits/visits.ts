import { type Kysely, type Selectable, sql } from 'kysely';
import { plusDays } from '../../utc-day.ts';
import type { Counted, Database, Verification, VisitClass, VisitPurpose, VisitsTable } from '../database.ts';
import { mostVisitedPaths, type PathVisits, WEEK } from './path-visits.ts';

/** Who made a visit, as far as that is known. */
interface Visitor {
  readonly class: VisitClass;
  readonly crawler: string | null;
  readonly vendor: string | null;
  readonly purpose: VisitPurpose | null;
}

/** One answered request for a hosted file. It holds no address and no cookie. */
export interface Visit extends Visitor {
  /** ISO 8601 UTC, with milliseconds. */
  readonly time: string;
  readonly domain: string;
  /** Without the query. */
  readonly path: string;
  /** At most its first 512 characters; null when none was sent. */
  readonly userAgent: string | null;
  readonly referringHost: string | null;
  /** Of an AI crawler's visit; null of all others. */
  readonly verification: Verification | null;
}

/** A visit that is stored as unverified. */
export interface JudgedVisit {
  /** The number of its row. Its row contains no other visit. */
  readonly id: number;
  /** The visit with its new verification. */
  readonly visit: Visit;
}

/** How often a crawler visited a domain on a day. What is not known of it is null. */
export interface VisitCount extends Visitor {
  readonly day: string;
  readonly visits: number;
  /** Number of verified ones. */
  readonly verified: number;
  readonly spoofed: number;
}

/**
 * Deletes some of the visits before a time, few enough at once that no request waits long. Their counts stay. Visits that
 * share a row are deleted together, with the first of them.
 *
 * @returns how many were deleted; 0 when none are left
 */
export type DeleteSomeVisits = (time: string) => Promise<number>;

/** Deletes some of the visits to a domain, not their counts. @returns the number of deleted rows; 0 when none are left */
export type DeleteSomeVisitsOf = (domain: string) => Promise<number>;

/** The last visits to a domain, the newest first. */
export type NewestVisits = (domain: string, limit: number) => Promise<Visit[]>;

/** The visits, and their counts, as they are read; a `VisitWriter` writes them. Visits are deleted in time, counts never are. */
export class VisitStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The visits of each day, class and vendor, both days included. */
  async totals(
    firstDay: string,
    lastDay: string,
  ): Promise<{ day: string; class: VisitClass; vendor: string | null; visits: number; verified: number }[]> {
    const rows = await this.#db
      .selectFrom('visit_totals')
      .selectAll()
      .where('day', '>=', firstDay)
      .where('day', '<=', lastDay)
      .execute();
    return rows.map((row) => ({ ...row, vendor: row.vendor === '' ? null : row.vendor }));
  }

  /** The paths that AI crawlers asked for most in the week that ends with a day, most first, ties by name. */
  mostVisitedPaths(lastDay: string, limit: number, counted: Counted = 'visits'): Promise<PathVisits[]> {
    return mostVisitedPaths(this.#db, lastDay, limit, counted);
  }

  /** The visits to a domain by day and crawler, from a day on, the oldest first. */
  async countsOf(domain: string, firstDay: string): Promise<VisitCount[]> {
    const rows = await this.#db
      .selectFrom('visit_counts')
      .select(['day', 'class', 'crawler', 'vendor', 'purpose'])
      .select(({ fn }) =>
        (['visits', 'verified', 'spoofed'] as const).map((column) => fn.sum<number>(column).as(column)),
      )
      .where('domain', '=', domain)
      .where('day', '>=', firstDay)
      .groupBy(['day', 'class', 'crawler', 'vendor', 'purpose'])
      .orderBy('day')
      .orderBy('class')
      .orderBy('crawler')
      .orderBy('vendor')
      .orderBy('purpose')
      .execute();
    return rows.map((row) => ({
      day: row.day,
      class: row.class,
      crawler: row.crawler === '' ? null : row.crawler,
      vendor: row.vendor === '' ? null : row.vendor,
      purpose: row.purpose === '' ? null : row.purpose,
      visits: Number(row.visits),
      verified: Number(row.verified),
      spoofed: Number(row.spoofed),
    }));
  }

  /** Deletes the counts of a domain and of its path, not the totals. Resolves when all are deleted. */
  async deleteCountsOf(domain: string): Promise<void> {
    await this.#db
      .deleteFrom('path_visits')
      .where('path', 'in', (eb) => eb.selectFrom('visit_counts').select('path').where('domain', '=', domain))
      .execute();
    for (;;) {
      const days = this.#db.selectFrom('visit_counts').select('day').distinct().where('domain', '=', domain);
      const { numDeletedRows } = await this.#db
        .deleteFrom('visit_counts')
        .where('domain', '=', domain)
        .where('day', 'in', days.limit(DAYS_AT_ONCE))
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return;
    }
  }

  /** Deletes some of the paths that no week counts which ends on a day or later. @returns how many; 0 when none are left */
  async deleteSomePathsBefore(day: string): Promise<number> {
    const isOver = sql<boolean>`last_day <= ${plusDays(day, -WEEK)}`;
    const { numDeletedRows } = await this.#db
      .deleteFrom('path_visits')
      // A row counts at least the visit that it was made for; the index is of such rows.
      .where('path', 'in', (eb) =>
        eb.selectFrom('path_visits').select('path').where(isOver).where('visits', '>', 0).limit(DELETED_AT_ONCE),
      )
      // One that is visited again meanwhile stays.
      .where(isOver)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}

/** Rows deleted at once: few enough that requests do not wait long. */
export const DELETED_AT_ONCE = 2_000;
/** Of a day, a domain has as many counts as there are crawlers. */
const DAYS_AT_ONCE = 50;

/** The newest visits first. @param rows the newest rows, the newest first, as many as visits are asked for at most */
export function newestOf(rows: readonly Selectable<VisitsTable>[], limit: number): Visit[] {
  return rows.flatMap((row) => visitsOf(row).toReversed()).slice(0, limit);
}

/** The visits that a row stands for, in their order. */
function visitsOf(row: Selectable<VisitsTable>): Visit[] {
  const first = firstOf(row);
  if (row.later_ms === null) return [first];
  const start = Date.parse(first.time);
  const laterMs: number[] = JSON.parse(row.later_ms);
  return [first, ...laterMs.map((ms) => ({ ...first, time: new Date(start + ms).toISOString() }))];
}

function firstOf(row: Selectable<VisitsTable>): Visit {
  return {
    time: row.occurred_at,
    domain: row.domain,
    path: row.path,
    class: row.class,
    crawler: row.crawler,
    vendor: row.vendor,
    purpose: row.purpose,
    userAgent: row.user_agent,
    referringHost: row.referring_host,
    verification: row.class === 'ai_bot' ? (row.verification ?? 'unverified') : null,
  };
}
