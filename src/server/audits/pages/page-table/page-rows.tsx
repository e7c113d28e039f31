import { count } from '../../../../audit/formatting.ts';
import { closedTo, type PageSort, queryPages } from '../../../../audit/pages/page-query.ts';
import { INDEXABILITY, type PageRow, type PageTable } from '../../../../audit/pages/page-table.ts';
import { formatCount } from '../../../../values/format-count.ts';
import { FilterChoice, ScrollBox, Section, Time } from '../../../../web/layout/components.tsx';
import { findLastRequests, type LastRequests } from '../../around-reports.ts';
import { type PageTableQuery, pageTablePath } from './page-table-query.ts';
import { problemName, shownAddress, USES } from './page-table-words.ts';

/** Rows on one screen. */
const ROWS = 100;
/** Maximum number of templates to choose from. The largest are shown. */
const MAX_TEMPLATES = 200;

/** Columns of the table, with their order where one can sort by them: the useful direction first. */
const COLUMNS: readonly (readonly [name: string, sorts: readonly [PageSort, PageSort] | null])[] = [
  ['Page', ['url', '-url']],
  ['Points lost', ['-lost', 'lost']],
  ['Use', null],
  ['Status', ['-status', 'status']],
  ['Words', ['words', '-words']],
  ['Links in', ['links_in', '-links_in']],
  ['Depth', ['-depth', 'depth']],
  ['Date', ['-date', 'date']],
  ['Language', null],
  ['Closed to', null],
];

interface PageRowsProps {
  readonly table: PageTable;
  readonly query: PageTableQuery;
  readonly path: string;
  /** Last requests of AI crawlers, for the owner of the domain; null where they are not known or not theirs to see. */
  readonly requests: LastRequests | null;
}

/** Shows the page table: a filter, one screen of rows and the way to the others. */
export function PageRows({ table, query, path, requests }: PageRowsProps) {
  const matching = queryPages(table, query.filter, query.sort);
  const last = Math.max(1, Math.ceil(matching.length / ROWS));
  const page = Math.min(query.page, last);
  const shown = matching.slice((page - 1) * ROWS, page * ROWS);
  const isAll = matching.length === table.rows.length;
  return (
    <Section id="pages" title="Pages" class="stack">
      <Filters table={table} query={query} path={path} />
      <p class="small" role="status">
        {isAll
          ? count(matching.length, 'page')
          : `${formatCount(matching.length)} of ${count(table.rows.length, 'page')}`}
        {table.counts.withoutRow > 0 && `, without ${formatCount(table.counts.withoutRow)} more that are known`}.{' '}
        <a href={pageTablePath(`${path}.csv`, { ...query, page: 1, url: null })}>
          Download {isAll ? 'all' : 'these'} as CSV
        </a>
      </p>
      {shown.length > 0 && (
        <ScrollBox aria-labelledby="pages">
          <table class="page-table">
            <thead>
              <tr>
                {COLUMNS.map(([name, column]) => (
                  <ColumnHead key={name} name={name} column={column} query={query} path={path} />
                ))}
                {requests !== null && <th scope="col">Last AI request</th>}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <Row
                  key={row.url}
                  row={row}
                  table={table}
                  last={requests === null ? undefined : (findLastRequests(requests, row.url)[0] ?? null)}
                  href={`${pageTablePath(path, { ...query, page, url: row.url })}#one-page`}
                />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {requests !== null && (
        <p class="small muted">
          Last AI request: from the access logs that were sent here, without requests of impostors. A dash means that
          none is known: of each day, only the most requested paths are stored, and older days are deleted.
        </p>
      )}
      {last > 1 && (
        <nav class="row" aria-label="Pages of the table">
          {page > 1 && (
            <a
              class="roomy-link"
              rel="prev"
              href={`${pageTablePath(path, { ...query, page: page - 1, url: null })}#pages`}
            >
              Previous
            </a>
          )}
          <span>
            {page} of {last}
          </span>
          {page < last && (
            <a
              class="roomy-link"
              rel="next"
              href={`${pageTablePath(path, { ...query, page: page + 1, url: null })}#pages`}
            >
              Next
            </a>
          )}
        </nav>
      )}
    </Section>
  );
}

interface ColumnHeadProps extends Pick<PageRowsProps, 'query' | 'path'> {
  readonly name: string;
  readonly column: (typeof COLUMNS)[number][1];
}

function ColumnHead({ name, column, query, path }: ColumnHeadProps) {
  if (column === null) return <th scope="col">{name}</th>;
  const [first, second] = column;
  const isCurrent = column.includes(query.sort);
  const next = query.sort === first ? second : first;
  const direction = query.sort.startsWith('-') ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isCurrent ? direction : undefined}>
      <a href={`${pageTablePath(path, { ...query, sort: next, page: 1, url: null })}#pages`}>{name}</a>
    </th>
  );
}

interface RowProps {
  readonly row: PageRow;
  readonly table: PageTable;
  readonly href: string;
  /** Null for no known request; undefined where requests are not shown. */
  readonly last: LastRequest | null | undefined;
}

type LastRequest = ReturnType<typeof findLastRequests>[number];

function Row({ row, table, href, last }: RowProps) {
  const closed = closedTo(table, row) ?? [];
  return (
    <tr>
      <th scope="row">
        <a href={href}>
          <bdi>{shownAddress(row.url, table)}</bdi>
        </a>
        {row.title !== null && (
          <div class="small muted" dir="auto">
            {row.title}
          </div>
        )}
      </th>
      <td class="number">{row.lost ?? '–'}</td>
      <td>{USES[row.indexability]}</td>
      <td class="number">{row.status ?? '–'}</td>
      <td class="number">{row.words === null ? '–' : formatCount(row.words)}</td>
      <td class="number">{formatCount(row.linksIn)}</td>
      <td class="number">{row.depth ?? '–'}</td>
      <td>{row.date ?? '–'}</td>
      <td>{row.language ?? '–'}</td>
      <td>{closed.length === 0 ? '–' : closed.length === table.crawlers.length ? 'All' : closed.join(', ')}</td>
      {last === null && <td>–</td>}
      {last != null && (
        <td>
          {last.crawler} <Time at={last.at} />
        </td>
      )}
    </tr>
  );
}

/** Shows the filter as a form that works without a script. */
function Filters({ table, query, path }: Omit<PageRowsProps, 'requests'>) {
  const { filter, sort } = query;
  const templates = [...Map.groupBy(table.rows, ({ template }) => template)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_TEMPLATES)
    .map(([template, rows]) => [template, `${template} (${formatCount(rows.length)})`] as const);
  const questions = [...new Set(table.causes.map(({ question }) => question))]
    .sort()
    .map((id) => [id, problemName(id)] as const);
  const uses = INDEXABILITY.filter((use) => table.rows.some(({ indexability }) => indexability === use)).map(
    (use) => [use, USES[use]] as const,
  );
  return (
    <form class="report-filter no-print" action={`${path}#pages`} method="get">
      <FilterChoice name="template" label="Template" all="All templates" options={templates} chosen={filter.template} />
      <FilterChoice name="question" label="Problem" all="All problems" options={questions} chosen={filter.question} />
      <FilterChoice name="use" label="Use" all="Any" options={uses} chosen={filter.indexability} />
      <FilterChoice
        name="closed"
        label="Closed to"
        all="Any"
        options={table.crawlers.map((name) => [name, name])}
        chosen={filter.closedTo}
      />
      <div>
        <label for="filter-search">Address or title</label>
        <input id="filter-search" name="search" type="search" value={filter.search ?? ''} />
      </div>
      {sort !== '-lost' && <input type="hidden" name="sort" value={sort} />}
      <button class="button button-quiet" type="submit">
        Apply
      </button>
    </form>
  );
}
