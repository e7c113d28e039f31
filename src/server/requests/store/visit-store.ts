import type { Kysely } from 'kysely';
import { plusDays } from '../../../values/utc-day.ts';
import type { Counted, Database, VisitClass } from '../../store/database.ts';
import type { Visit, Visitor } from '../../store/visits/visit-statements.ts';

/** Days of the crawler index. */
export const WEEK = 7;

/** Rows deleted at once: few enough that requests do not wait long. */
const DELETED_AT_ONCE = 2_000;
/** Days whose counts are deleted at once. A domain has as many counts of a day as there are crawlers. */
const DAYS_AT_ONCE = 50;

/** Visits of a crawler to a domain on a day. Unknown values are null. */
export interface VisitCount extends Visitor {
  readonly day: string;
  readonly visits: number;
  /** Verified ones among them, and spoofed ones. */
  readonly verified: number;
  readonly spoofed: number;
}

export interface PathVisits {
  readonly path: string;
  readonly visits: number;
}

/** Reads and deletes visits and their counts; `VisitWriter` writes them. Visits have a retention time; totals are never deleted. */
export class VisitStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns the last visits to a domain, the newest first. */
  async newest(domain: string, limit: number): Promise<Visit[]> {
    const rows = await this.#db
      .selectFrom('visits')
      .select(['occurred_at as time', 'domain', 'path', 'class', 'crawler', 'vendor', 'purpose'])
      .select(['user_agent as userAgent', 'referring_host as referringHost', 'verification'])
      .where('domain', '=', domain)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ verification, ...row }) => {
      return { ...row, verification: row.class === 'ai_bot' ? (verification ?? 'unverified') : null };
    });
  }

  /** Returns the visits of each day, class and vendor, both days included. */
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

  /** Returns the paths that AI crawlers requested most in the week that ends with a day, most first, ties by name. */
  async mostVisitedPaths(lastDay: string, limit: number, counted: Counted = 'visits'): Promise<PathVisits[]> {
    const rows = await this.#db
      .selectFrom('path_visits')
      .select(({ fn }) => ['path', fn.sum<number>(counted).as('sum')])
      .where('day', '>', plusDays(lastDay, -WEEK))
      .where('day', '<=', lastDay)
      .groupBy('path')
      .having(({ fn }) => fn.sum(counted), '>', 0)
      .orderBy('sum', 'desc')
      .orderBy('path')
      .limit(limit)
      .execute();
    return rows.map(({ path, sum }) => ({ path, visits: Number(sum) }));
  }

  /** Returns the visits to a domain by day and crawler, from a day on, the oldest first. */
  async countsOf(domain: string, firstDay: string): Promise<VisitCount[]> {
    const keys = ['day', 'class', 'crawler', 'vendor', 'purpose'] as const;
    const rows = await this.#db
      .selectFrom('visit_counts')
      .select(keys)
      .select(({ fn }) =>
        (['visits', 'verified', 'spoofed'] as const).map((column) => fn.sum<number>(column).as(column)),
      )
      .where('domain', '=', domain)
      .where('day', '>=', firstDay)
      .groupBy(keys)
      .$call((query) => keys.reduce((ordered, key) => ordered.orderBy(key), query))
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

  /** Deletes some of the oldest visits, if they were before a time, not their counts. @returns how many; 0 when none are left */
  async deleteSomeBefore(time: string): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('visits')
      .where('id', 'in', (eb) => eb.selectFrom('visits').select('id').orderBy('id').limit(DELETED_AT_ONCE))
      .where('occurred_at', '<', time)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** Deletes some of the visits to a domain, not their counts. @returns how many; 0 when none are left */
  async deleteSomeOf(domain: string): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('visits')
      .where('id', 'in', (eb) =>
        eb.selectFrom('visits').select('id').where('domain', '=', domain).limit(DELETED_AT_ONCE),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
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

  /** Deletes some of the counts of paths that no week counts which ends on a day or later. @returns how many; 0 when none are left */
  async deleteSomePathsBefore(day: string): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('path_visits')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('path', 'day'),
          'in',
          selectFrom('path_visits')
            .select(['path', 'day'])
            .where('day', '<=', plusDays(day, -WEEK))
            .limit(DELETED_AT_ONCE)
            .$asTuple('path', 'day'),
        ),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
