import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { DAY_MS, isoTime, plusDays, utcDay } from '../../../values/utc-day.ts';
import type { Database } from '../../store/database.ts';
import { deleteAll } from '../../store/delete-all.ts';
import { WEEK } from './visit-store.ts';

/** Maximum number of rows deleted at once. Of the counts of a day, all are deleted with the last of them. */
const MAX_AT_ONCE = 2_000;
/** Days after its last use for which a source of access logs, or an Idempotency-Key, is known. */
const SOURCE_DAYS = 7;

/** Tables of requests, with the columns by which their rows are deleted together: the beginning of the primary key. */
const KEYS = {
  visits: ['id'],
  visit_counts: ['domain', 'day'],
  visit_days: ['domain', 'day'],
  path_visits: ['path', 'day'],
  traffic_counts: ['domain', 'day'],
  traffic_days: ['domain', 'day'],
  traffic_paths: ['domain', 'path'],
  traffic_sources: ['domain', 'name'],
  search_counts: ['domain', 'report', 'day', 'page', 'query'],
} as const;

/** Deletes visits of hosted files, and requests from access logs. */
export class RequestDeletion {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Deletes what is past its retention. Counts of visits, and their totals, are stored forever.
   *
   * @param now milliseconds since 1970
   * @param days retention of visits and of the requests in access logs
   * @param signal stops between two deletions
   * @returns the number of deleted visits
   */
  async expired(now: number, days: number, signal?: AbortSignal): Promise<number> {
    const before = (count: number) => isoTime(now - count * DAY_MS);
    const time = before(days);
    const isPublished = sql<SqlBool>`domain in (select domain from published_domains)`;
    // A clock that was behind may have left old times among later ones.
    const oldest = sql`id in (select id from visits order by id limit ${sql.lit(MAX_AT_ONCE)})`;
    const visits = await this.#delete('visits', sql`${oldest} and occurred_at < ${time}`, signal);
    // No week counts them that ends today, by a clock that may be a day behind.
    await this.#delete('path_visits', sql`day <= ${plusDays(utcDay(before(1)), -WEEK)}`, signal);
    await this.#delete('traffic_days', sql`${isPublished} and day < ${utcDay(time)}`, signal);
    await this.#delete('traffic_counts', sql`${isPublished} and day < ${utcDay(time)}`, signal);
    await this.#delete('traffic_paths', sql`${isPublished} and fetched_at < ${time}`, signal);
    await this.#delete('traffic_sources', sql`${isPublished} and used_at < ${before(SOURCE_DAYS)}`, signal);
    await this.#delete('search_counts', sql`${isPublished} and imported_at < ${time}`, signal);
    return visits;
  }

  /** Deletes all of a withdrawn domain, except the totals of visits. */
  async ofDomain(domain: string): Promise<void> {
    const isItsPath = sql<SqlBool>`path in (select path from visit_counts where domain = ${domain})`;
    // Visits before their counts: verifying a visit meanwhile changes the counts.
    await this.#delete('visits', sql`domain = ${domain}`);
    await this.#delete('path_visits', isItsPath);
    for (const table of [
      'visit_counts',
      'visit_days',
      'traffic_days',
      'traffic_counts',
      'traffic_paths',
      'traffic_sources',
      'search_counts',
    ] as const)
      await this.#delete(table, sql`domain = ${domain}`);
  }

  #delete(table: keyof typeof KEYS, some: RawBuilder<unknown>, signal?: AbortSignal): Promise<number> {
    const key = sql.join(KEYS[table].map((column) => sql.ref(column)));
    return deleteAll(
      async (limit) => {
        const selected = sql`select ${key} from ${sql.table(table)} where ${some} limit ${limit}`;
        const { numDeletedRows } = await this.#db
          .deleteFrom(table)
          .where(sql<SqlBool>`(${key}) in (${selected})`)
          .executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      },
      MAX_AT_ONCE,
      signal,
    );
  }
}
