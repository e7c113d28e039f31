import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';

/** Tables to read, each with a column that no index covers: otherwise only the index would be read. */
const TABLES = {
  api_keys: 'created_at',
  audits: 'attempts',
  batch_domains: 'input',
  batches: 'domains',
  heartbeats: 'beaten_at',
  ip_range_files: 'etag',
  path_visits: 'visits',
  published_domains: 'published_at',
  visit_counts: 'spoofed',
  visit_totals: 'verified',
  visits: 'user_agent',
} as const satisfies { [Table in keyof Database]?: keyof Database[Table] };

/** Reads and writes the database, to check whether that is possible. */
export class Heartbeat {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Reads a row of each table. @throws when one cannot be read; StoreDamaged when that is permanent */
  async read(): Promise<void> {
    const rows = Object.entries(TABLES).map(([table, column]) =>
      sql`(select ${sql.ref(column)} from ${sql.table(table)} limit 1)`.as(table),
    );
    await this.#db.selectNoFrom(rows).execute();
  }

  /** Writes a row. @param now ISO 8601 UTC @throws when nothing can be written */
  async beat(now: string): Promise<void> {
    await this.#db
      .insertInto('heartbeats')
      .values({ id: 1, beaten_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ beaten_at: now }))
      .execute();
  }
}
