import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isoTime, plusDays, utcDay } from '../../../values/utc-day.ts';
import type { Database } from '../../store/database.ts';
import { deleteAll } from '../../store/delete-all.ts';
import { WEEK } from './visit-store.ts';

/** Rows deleted at once: few enough that requests do not wait long. Of the counts of a day, all are deleted with the last of them. */
const DELETED_AT_ONCE = 2_000;
const DAY_MS = 86_400_000;
/** Days after its last use for which a source of access logs, or an Idempotency-Key, is known. */
const SOURCE_DAYS = 7;

/** Tables of requests, with the columns by which their rows are deleted together: the beginning of the primary key. */
const KEYS = {
  visits: ['id'],
  visit_counts: ['domain', 'day'],
  path_visits: ['path', 'day'],
  traffic_counts: ['domain', 'day'],
  traffic_days: ['domain', 'day'],
  traffic_paths: ['domain', 'path'],
  traffic_sources: ['domain', 'name'],
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
    const visits = await this.#delete('visits', sql`true order by id`, signal, sql`occurred_at < ${time}`);
    // No week counts them that ends today, by a clock that may be a day behind.
    await this.#delete('path_visits', sql`day <= ${plusDays(utcDay(before(1)), -WEEK)}`, signal);
    await this.#delete('traffic_days', sql`${isPublished} and day < ${utcDay(time)}`, signal);
    await this.#delete('traffic_counts', sql`${isPublished} and day < ${utcDay(time)}`, signal);
    await this.#delete('traffic_paths', sql`${isPublished} and fetched_at < ${time}`, signal);
    await this.#delete('traffic_sources', sql`${isPublished} and used_at < ${before(SOURCE_DAYS)}`, signal);
    return visits;
  }

  /** Deletes all of a withdrawn domain, except the totals of visits. */
  async ofDomain(domain: string): Promise<void> {
    const isItsPath = sql<SqlBool>`path in (select path from visit_counts where domain = ${domain})`;
    // Visits before their counts: verifying a visit meanwhile changes the counts.
    await this.#delete('visits', sql`domain = ${domain}`);
    await this.#delete('path_visits', isItsPath);
    for (const table of ['visit_counts', 'traffic_days', 'traffic_counts', 'traffic_paths', 'traffic_sources'] as const)
      await this.#delete(table, sql`domain = ${domain}`);
  }

  /** @param also condition on the rows that `some` selects */
  #delete(
    table: keyof typeof KEYS,
    some: RawBuilder<unknown>,
    signal?: AbortSignal,
    also: RawBuilder<SqlBool> = sql`true`,
  ): Promise<number> {
    const key = sql.join(KEYS[table].map((column) => sql.ref(column)));
    const selected = sql`select ${key} from ${sql.table(table)} where ${some} limit ${sql.lit(DELETED_AT_ONCE)}`;
    return deleteAll(async () => {
      const { numDeletedRows } = await this.#db
        .deleteFrom(table)
        .where(sql<SqlBool>`(${key}) in (${selected}) and ${also}`)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    }, signal);
  }
}
