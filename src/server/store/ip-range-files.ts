import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

/** A file in which a vendor publishes addresses or keys. Times are ISO 8601 UTC. */
export interface IpRangeFileRow {
  readonly url: string;
  /** Null when it has none. */
  readonly etag: string | null;
  /** Times of the vendor's last response and of the last change. */
  readonly fetchedAt: string;
  readonly changedAt: string;
}

/** The files in which vendors publish the addresses and keys of their crawlers, as they were last read. */
export class IpRangeFileStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Lists the files, without their ranges. */
  list(): Promise<IpRangeFileRow[]> {
    return this.#db
      .selectFrom('ip_range_files')
      .select(['url', 'etag', 'fetched_at as fetchedAt', 'changed_at as changedAt'])
      .orderBy('url')
      .execute();
  }

  /** Returns the ranges of a file in CIDR notation, or its directory of keys; null for a file that was never read. */
  async findRanges(url: string): Promise<readonly string[] | null> {
    const row = await this.#db.selectFrom('ip_range_files').select('ranges').where('url', '=', url).executeTakeFirst();
    return row === undefined ? null : row.ranges.split('\n');
  }

  /** Stores a file as it was read, in place of its earlier version. @param ranges in CIDR notation, or a directory of keys */
  async put({ url, etag, fetchedAt, changedAt }: IpRangeFileRow, ranges: readonly string[]): Promise<void> {
    const values = { etag, fetched_at: fetchedAt, changed_at: changedAt, ranges: ranges.join('\n') };
    await this.#db
      .insertInto('ip_range_files')
      .values({ url, ...values })
      .onConflict((conflict) => conflict.column('url').doUpdateSet(values))
      .execute();
  }

  /** Records that a file is unchanged. */
  async confirm(url: string, fetchedAt: string): Promise<void> {
    await this.#db.updateTable('ip_range_files').set({ fetched_at: fetchedAt }).where('url', '=', url).execute();
  }
}
