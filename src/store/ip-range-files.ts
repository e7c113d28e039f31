import type { Kysely, Selectable } from 'kysely';
import type { Database, IpRangeFilesTable } from './database.ts';

/** What is known of a file in which a vendor publishes addresses. Times are ISO 8601 UTC. */
export interface IpRangeFileRow {
  readonly url: string;
  /** Its entity tag; null when it has none. */
  readonly etag: string | null;
  /** Times of the vendor's last response and of the last change. */
  readonly fetchedAt: string;
  readonly changedAt: string;
}

/** The files in which vendors publish the addresses of their crawlers, as they were last read. */
export class IpRangeFileStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** All of them, without what is in them. */
  async list(): Promise<IpRangeFileRow[]> {
    const rows = await this.#db
      .selectFrom('ip_range_files')
      .select(['url', 'etag', 'fetched_at', 'changed_at'])
      .orderBy('url')
      .execute();
    return rows.map(fromColumns);
  }

  /** What is in one, in CIDR notation; null of one that was never read. */
  async rangesOf(url: string): Promise<readonly string[] | null> {
    const row = await this.#db.selectFrom('ip_range_files').select('ranges').where('url', '=', url).executeTakeFirst();
    return row === undefined ? null : row.ranges.split('\n');
  }

  /** Keeps a file as it was read, in place of what was known of it. @param ranges in CIDR notation */
  async put({ url, etag, fetchedAt, changedAt }: IpRangeFileRow, ranges: readonly string[]): Promise<void> {
    const values = { etag, fetched_at: fetchedAt, changed_at: changedAt, ranges: ranges.join('\n') };
    await this.#db
      .insertInto('ip_range_files')
      .values({ url, ...values })
      .onConflict((conflict) => conflict.column('url').doUpdateSet(values))
      .execute();
  }

  /** Says that a file is still what it was. */
  async confirm(url: string, fetchedAt: string): Promise<void> {
    await this.#db.updateTable('ip_range_files').set({ fetched_at: fetchedAt }).where('url', '=', url).execute();
  }
}

function fromColumns(row: Omit<Selectable<IpRangeFilesTable>, 'ranges'>): IpRangeFileRow {
  return { url: row.url, etag: row.etag, fetchedAt: row.fetched_at, changedAt: row.changed_at };
}
