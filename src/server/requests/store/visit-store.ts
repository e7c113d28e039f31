import type { Kysely } from 'kysely';
import { plusDays } from '../../../values/utc-day.ts';
import type { Counted, Database, Verification, VisitClass } from '../../store/database.ts';
import type { Visit, Visitor } from '../../store/visits/visit-statements.ts';

/** Days of the crawler index. */
export const WEEK = 7 as const;

/** Requests that have all of this in common: on a hosted file or in the access logs of a site. Unknown values are null. */
export interface RequestCount extends Visitor {
  /** UTC, `YYYY-MM-DD`; '' for sums over days. */
  readonly day: string;
  /** '' for sums over paths, and for paths that have no row of their own. */
  readonly path: string;
  /** 0 where there was no response, and for hosted files. */
  readonly status: number;
  /** '' for others than AI crawlers. */
  readonly verdict: Verification | '';
  readonly requests: number;
  readonly bytes: number;
  /** Time of the last of them; '' for hosted files, whose visits have rows of their own. */
  readonly lastAt: string;
}

const VERDICTS = ['verified', 'unverified', 'spoofed'] as const satisfies readonly Verification[];

export interface PathVisits {
  readonly path: string;
  readonly visits: number;
}

/** Reads visits and their counts; `VisitWriter` writes them. */
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

  /** Counts the visits to a domain by day, crawler and verdict, from a day on, the oldest first. A count may be 0. */
  async countVisits(domain: string, firstDay: string): Promise<RequestCount[]> {
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
    return rows.flatMap((row): RequestCount[] => {
      const count = {
        ...{ day: row.day, path: '', class: row.class, status: 0, bytes: 0, lastAt: '' },
        crawler: row.crawler === '' ? null : row.crawler,
        vendor: row.vendor === '' ? null : row.vendor,
        purpose: row.purpose === '' ? null : row.purpose,
      };
      const [visits, verified, spoofed] = [Number(row.visits), Number(row.verified), Number(row.spoofed)];
      if (row.class !== 'ai_bot') return [{ ...count, verdict: '', requests: visits }];
      const byVerdict = { verified, unverified: visits - verified - spoofed, spoofed };
      return VERDICTS.map((verdict) => ({ ...count, verdict, requests: byVerdict[verdict] }));
    });
  }
}
