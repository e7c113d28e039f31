import { listWords } from '../../site/word-set.ts';
import type { Indexability, PageRow, PageTable } from './page-table.ts';

/** Orders of rows: by a column, the greatest first after `-`. */
export const SORTS = listWords(
  '-lost lost url -url -words words -links_in links_in -depth depth -date date status -status',
);
export type PageSort = (typeof SORTS)[number];

/** Which rows of a page table are asked for. Absent fields do not filter. */
export interface PageFilter {
  /** As in the table, such as `/blog/*`. */
  readonly template?: string;
  /** A question that the page loses points in, such as `metadata.title`. */
  readonly question?: string;
  readonly indexability?: Indexability;
  /** A core search crawler that robots.txt keeps out. */
  readonly closedTo?: string;
  /** Part of the URL or title, in any case. */
  readonly search?: string;
}

/** Returns the rows that match, in an order. Rows without a value for it are last. */
export function queryPages(table: PageTable, filter: PageFilter, sort: PageSort = '-lost'): readonly PageRow[] {
  const { template, question, indexability, closedTo, search } = filter;
  const causes =
    question === undefined ? null : new Set(table.causes.flatMap((cause, i) => (cause.question === question ? i : [])));
  const bit = closedTo === undefined ? 0 : 1 << table.crawlers.indexOf(closedTo);
  const text = search?.toLowerCase();
  const rows = table.rows.filter(
    (row) =>
      (template === undefined || row.template === template) &&
      (indexability === undefined || row.indexability === indexability) &&
      (closedTo === undefined || ((row.closed ?? 0) & bit) !== 0) &&
      (causes === null || row.losses.some(([cause]) => causes.has(cause))) &&
      (text === undefined || row.url.toLowerCase().includes(text) || (row.title ?? '').toLowerCase().includes(text)),
  );
  const sign = sort.startsWith('-') ? -1 : 1;
  const ofRow = VALUES[sort.replace('-', '')] ?? VALUES['lost'];
  if (ofRow === undefined) return rows;
  const valued = rows.map((row) => ({ row, value: ofRow(row) }));
  return valued
    .sort((a, b) => {
      if (a.value === b.value) return a.row.url < b.row.url ? -1 : 1;
      if (a.value === null || b.value === null) return a.value === null ? 1 : -1;
      return sign * (a.value < b.value ? -1 : 1);
    })
    .map(({ row }) => row);
}

const VALUES: Readonly<Record<string, (row: PageRow) => string | number | null>> = {
  lost: ({ lost }) => lost,
  url: ({ url }) => url,
  words: ({ words }) => words,
  links_in: ({ linksIn }) => linksIn,
  depth: ({ depth }) => depth,
  date: ({ date }) => date,
  status: ({ status }) => status,
};

/** Returns the crawlers that robots.txt keeps from a page; null where that is not known. */
export function closedTo(
  { crawlers }: Pick<PageTable, 'crawlers'>,
  { closed }: Pick<PageRow, 'closed'>,
): readonly string[] | null {
  return closed === null ? null : crawlers.filter((_, i) => (closed & (1 << i)) !== 0);
}
