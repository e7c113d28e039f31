import type { Kysely, Selectable } from 'kysely';
import type { Database, VisitClass, VisitPurpose, VisitsTable } from './database.ts';

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
}

/** How often a crawler visited a domain on a day. What is not known of it is null. */
export interface VisitCount extends Visitor {
  readonly day: string;
  readonly visits: number;
}

/**
 * Deletes some of the visits before a time, so few at once that nobody waits long; their counts stay.
 * @returns how many went; none when all are gone
 */
export type DeleteSomeVisits = (time: string) => Promise<number>;

/** The days that the crawler index looks at, the last of them included. */
export const WEEK = 7;

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
  ): Promise<{ day: string; class: VisitClass; vendor: string | null; visits: number }[]> {
    const rows = await this.#db
      .selectFrom('visit_totals')
      .selectAll()
      .where('day', '>=', firstDay)
      .where('day', '<=', lastDay)
      .execute();
    return rows.map((row) => ({ ...row, vendor: row.vendor === '' ? null : row.vendor }));
  }

  /** The paths that AI crawlers asked for most in the week that ends with a day, most first, ties by name. */
  async mostVisitedPaths(lastDay: string, limit: number): Promise<{ path: string; visits: number }[]> {
    return this.#db
      .selectFrom('path_weeks')
      .select(['path', 'visits'])
      .where('last_day', '=', lastDay)
      .orderBy('visits', 'desc')
      .orderBy('path')
      .limit(limit)
      .execute();
  }

  /** The visits to a domain by day and crawler, from a day on, the oldest first. */
  async countsOf(domain: string, firstDay: string): Promise<VisitCount[]> {
    const rows = await this.#db
      .selectFrom('visit_counts')
      .select(['day', 'class', 'crawler', 'vendor', 'purpose'])
      .select((eb) => eb.fn.sum<number>('visits').as('visits'))
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
    }));
  }

  /** The last visits to a domain, the newest first. */
  async newestOf(domain: string, limit: number): Promise<Visit[]> {
    const rows = await this.#db
      .selectFrom('visits')
      .selectAll()
      .where('domain', '=', domain)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(fromColumns);
  }

  /** Deletes the weeks that ended before a day: they can be counted again, and nobody asks for them. */
  async deleteWeeksBefore(day: string): Promise<void> {
    await this.#db.deleteFrom('path_weeks').where('last_day', '<', day).execute();
  }
}

/** Few enough that requests are not kept waiting. */
const OLDEST = 2_000;

/** Deletes visits from the embedded database, the oldest first. */
export function sqliteVisitDeletion(db: Kysely<Database>): DeleteSomeVisits {
  return async (time) => {
    const result = await db
      .deleteFrom('visits')
      .where('id', 'in', (eb) => eb.selectFrom('visits').select('id').orderBy('id').limit(OLDEST))
      .where('occurred_at', '<', time)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  };
}

function fromColumns(row: Selectable<VisitsTable>): Visit {
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
  };
}
