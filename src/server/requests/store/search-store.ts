import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { SearchCount, SearchReport, SearchReportKind } from '../../../logs/search-report.ts';
import { type Database, jsonRows } from '../../store/database.ts';
import { actAs, lockDomain } from '../../store/key-authority.ts';
import { requireRoom, type StorageLimits, UNLIMITED } from '../../store/key-storage.ts';

/** Maximum number of rows of a domain. Those that were shown least are deleted first. */
export const MAX_SEARCH_ROWS = 20_000;
/** Rows of one statement. */
const ROWS_AT_ONCE = 2_000;

/** How often a page was shown by one kind of report. */
export interface PageSearchCount {
  readonly page: string;
  readonly report: SearchReportKind;
  readonly shown: number;
  readonly clicks: number;
}

/** How often the results of a query showed a domain, by one kind of report. */
export interface QuerySearchCount {
  readonly query: string;
  readonly report: SearchReportKind;
  readonly shown: number;
}

/** What a domain's reports have in common. */
export interface StoredReport {
  readonly report: SearchReportKind;
  /** First and last day; null where it has only sums over its whole period. */
  readonly from: string | null;
  readonly to: string | null;
  readonly importedAt: string;
}

/** What search engines report about domains. */
export class SearchStore {
  readonly #db: Kysely<Database>;
  readonly #limits: StorageLimits;

  constructor(db: Kysely<Database>, limits = UNLIMITED) {
    this.#db = db;
    this.#limits = limits;
  }

  /**
   * Stores a report, all or nothing. A count replaces an earlier one of the same day, page and query. Sums over a whole period replace all
   * earlier ones of that kind.
   *
   * @param at ISO 8601 UTC
   * @returns the number of rows that the domain then has; null when the key does not own it
   * @throws KeyEnded, StorageFull
   */
  add(
    domain: string,
    keyId: string,
    { kind, counts }: Pick<SearchReport, 'kind' | 'counts'>,
    at: string,
  ): Promise<number | null> {
    return actAs(this.#db, keyId, async (transaction) => {
      if (!(await lockDomain(transaction, domain, keyId))) return null;
      for (const shape of listShapes(counts)) {
        await sql`delete from search_counts where domain = ${domain} and report = ${kind} and day = '' and ${shape}`.execute(
          transaction,
        );
      }
      await put(transaction, domain, kind, counts, at);
      await trim(transaction, domain);
      await requireRoom(transaction, keyId, this.#limits);
      const { rows } = await transaction
        .selectFrom('search_counts')
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('domain', '=', domain)
        .executeTakeFirstOrThrow();
      return Number(rows);
    });
  }

  /**
   * Sums the counts of each page by report, over all days that are stored, most shown first. Where a report has both sums of pages and counts
   * by query, the larger number is taken: queries are left out by search engines.
   */
  async pages(domain: string, limit: number): Promise<PageSearchCount[]> {
    const { rows } = await sql<PageSearchCount>`
      select page, report, max(shown) as shown, max(clicks) as clicks from (
        select page, report, case when day = '' then 0 else 1 end as has_day, case when query = '' then 0 else 1 end as has_query,
          sum(shown) as shown, sum(clicks) as clicks
        from search_counts where domain = ${domain} and page <> ''
        group by page, report, case when day = '' then 0 else 1 end, case when query = '' then 0 else 1 end
      ) as sums group by page, report order by shown desc, page, report limit ${limit}`.execute(this.#db);
    return rows.map((row) => ({ ...row, shown: Number(row.shown), clicks: Number(row.clicks) }));
  }

  /** Sums the counts of queries by report, most shown first. */
  async queries(domain: string, limit: number): Promise<QuerySearchCount[]> {
    const { rows } = await sql<QuerySearchCount>`
      select query, report, sum(shown) as shown from search_counts where domain = ${domain} and query <> ''
      group by query, report order by shown desc, query, report limit ${limit}`.execute(this.#db);
    return rows.map((row) => ({ ...row, shown: Number(row.shown) }));
  }

  /** Lists the reports that a domain has. */
  async reports(domain: string): Promise<StoredReport[]> {
    const rows = await this.#db
      .selectFrom('search_counts')
      .select([
        'report',
        sql<string>`min(day)`.as('from'),
        sql<string>`max(day)`.as('to'),
        sql<string>`max(imported_at)`.as('importedAt'),
      ])
      .where('domain', '=', domain)
      .groupBy('report')
      .orderBy('report')
      .execute();
    return rows.map((row) => ({ ...row, from: row.from === '' ? null : row.from, to: row.to === '' ? null : row.to }));
  }
}

/** Conditions of the sums over a whole period that a report replaces: those by page, by query, or by both, as it has them. */
function listShapes(counts: readonly SearchCount[]) {
  const shapes = new Set(
    counts.filter(({ day }) => day === '').map(({ page, query }) => `${page !== ''} ${query !== ''}`),
  );
  return [...shapes].map((shape) => {
    const [hasPage, hasQuery] = shape.split(' ').map((text) => text === 'true');
    const page = hasPage ? sql<SqlBool>`page <> ''` : sql<SqlBool>`page = ''`;
    const query = hasQuery ? sql<SqlBool>`query <> ''` : sql<SqlBool>`query = ''`;
    return sql<SqlBool>`${page} and ${query}`;
  });
}

async function put(
  transaction: Transaction<Database>,
  domain: string,
  kind: SearchReportKind,
  counts: readonly SearchCount[],
  at: string,
): Promise<void> {
  const most = counts.toSorted((a, b) => b.shown - a.shown).slice(0, MAX_SEARCH_ROWS);
  const number = (name: string) => sql.raw(`cast(item.value ->> '${name}' as bigint)`);
  for (let start = 0; start < most.length; start += ROWS_AT_ONCE) {
    const items = jsonRows(transaction, most.slice(start, start + ROWS_AT_ONCE));
    await sql`
      insert into search_counts as known (domain, report, day, page, query, shown, clicks, imported_at)
      select ${domain}, ${kind}, item.value ->> 'day', item.value ->> 'page', item.value ->> 'query', ${number('shown')}, ${number('clicks')}, ${at}
      from ${items} where true
      on conflict (domain, report, day, page, query) do update set
        shown = excluded.shown, clicks = excluded.clicks, imported_at = excluded.imported_at
    `.execute(transaction);
  }
}

async function trim(transaction: Transaction<Database>, domain: string): Promise<void> {
  const first = await transaction
    .selectFrom('search_counts')
    .select(['shown', 'day', 'page', 'query'])
    .where('domain', '=', domain)
    .orderBy('shown', 'desc')
    .orderBy('day', 'desc')
    .orderBy('page')
    .orderBy('query')
    .offset(MAX_SEARCH_ROWS)
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return;
  const { shown, day, page, query } = first;
  await sql`delete from search_counts where domain = ${domain} and (shown < ${shown} or (shown = ${shown} and (day < ${day}
    or (day = ${day} and (page > ${page} or (page = ${page} and query >= ${query}))))))`.execute(transaction);
}
