import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typesOf } from './types.ts';

/** Rows that one statement reads. */
const ROWS_AT_ONCE = 5_000;

/**
 * Deletes the visits, counts and paths of unpublished names, because anybody could create such rows. The totals keep their
 * visits.
 */
export const publishedVisits: Migration = {
  async up(db: Kysely<unknown>) {
    const { isShared } = typesOf(db);
    // By what each database has an index of.
    if (isShared) await sweep(db, 'visits', 'domain', sql.ref('visits.domain'));
    else {
      await sweep(db, 'visits', 'id', sql.ref('visits.domain'));
      await sweep(db, 'visit_blocks', 'domain', sql.ref('visit_blocks.domain'));
    }
    await sweep(db, 'visit_counts', 'domain', sql.ref('visit_counts.domain'));
    await sweep(
      db,
      'path_visits',
      'path',
      sql`substr(path, length('/llms/') + 1, length(path) - length('/llms/.txt'))`,
    );
  },
};

/**
 * Deletes the rows whose domain is not published, in the order of a column.
 * @param domain expression for the domain of a row
 */
async function sweep(db: Kysely<unknown>, table: string, column: string, domain: RawBuilder<unknown>): Promise<void> {
  const [rows, key] = [sql.table(table), sql.ref(column)];
  const isOfNobody = sql`not exists (select 1 from published_domains where published_domains.domain = ${domain})`;
  let isAfter = sql`true`;
  for (;;) {
    const { rows: ends } = await sql<{ end: string | number }>`
      select ${key} as "end" from ${rows} where ${isAfter} order by ${key} limit 1 offset ${sql.lit(ROWS_AT_ONCE)}`.execute(
      db,
    );
    const end = ends[0]?.end;
    const isUpTo = end === undefined ? sql`true` : sql`${key} <= ${end}`;
    await sql`delete from ${rows} where ${isAfter} and ${isUpTo} and ${isOfNobody}`.execute(db);
    if (end === undefined) return;
    isAfter = sql`${key} > ${end}`;
  }
}
