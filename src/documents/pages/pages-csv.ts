import { closedTo } from '../../audit/pages/page-query.ts';
import type { PageRow, PageTable } from '../../audit/pages/page-table.ts';
import { toCsv } from '../../values/csv.ts';
import { pageFields } from './page-fields.ts';

const HEADER = [
  'url',
  'template',
  'indexability',
  'status',
  'lost_points',
  'problems',
  'title',
  'words',
  'language',
  'date',
  'depth',
  'links_in',
  'in_sitemap',
  'target',
  'closed_to',
];

/** Returns the last requests of AI crawlers for a page. */
type LastRequestFinder = (url: string) => readonly { readonly crawler: string; readonly at: string }[];

/**
 * Returns a page table as CSV, one row for each page; `problems` has the questions that it loses points in.
 *
 * @param findRequests a further column, `ai_requests`, has the crawlers with the times; null for none
 */
export function pagesCsv(
  table: PageTable,
  rows: readonly PageRow[] = table.rows,
  findRequests: LastRequestFinder | null = null,
): string {
  return toCsv(
    findRequests === null ? HEADER : [...HEADER, 'ai_requests'],
    rows.map((row) => [
      ...[row.url, row.template, row.indexability, row.status, row.lost],
      row.losses.map(([cause]) => table.causes[cause]?.question ?? '').join(' '),
      ...[row.title, row.words, row.language, row.date, row.depth, row.linksIn],
      ...[row.inSitemap ? 'yes' : 'no', row.target, closedTo(table, row)?.join(' ') ?? null],
      ...(findRequests === null
        ? []
        : [
            findRequests(row.url)
              .map(({ crawler, at }) => `${crawler} ${at}`)
              .join('; '),
          ]),
    ]),
  );
}

/** Returns a page table as JSON Lines, one line for each page, with the fields of the API. */
export function pagesJsonLines(table: PageTable): string {
  return table.rows.map((row) => `${JSON.stringify(pageFields(table, row))}\n`).join('');
}

/** Returns the faults between the URLs of a site as CSV, one row for each place. */
export function siteIssuesCsv({ issues }: Pick<PageTable, 'issues'>): string {
  const rows = issues.flatMap(({ id, statement, places }) =>
    places.map(({ url, other, line }) => [id, statement, url, other, line]),
  );
  return toCsv(['fault', 'statement', 'url', 'other', 'line'], rows);
}
