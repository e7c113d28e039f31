import { count, inGroups } from '../../../../audit/formatting.ts';
import { closedTo, type PageSort, queryPages } from '../../../../audit/pages/page-query.ts';
import {
  INDEXABILITY,
  type Indexability,
  type LossGroup,
  type PageRow,
  type PageTable,
} from '../../../../audit/pages/page-table.ts';
import type { SiteIssue } from '../../../../audit/pages/site-issue.ts';
import { questionOf } from '../../../../audit/rubric.ts';
import { pagesBasis } from '../../../../documents/pages/pages-text.ts';
import { quoteUrl } from '../../../../values/readable-url.ts';
import { Options, ScrollBox, Section, Time } from '../../../../web/layout/components.tsx';
import type { Instance } from '../../../../web/layout/instance.ts';
import { type LastRequests, lastRequestsOf } from '../../around-reports.ts';
import type { FinishedAudit } from '../../audit.ts';
import { auditTabPage } from '../audit-layout.tsx';
import { type PageTableQuery, pageTablePath } from './page-table-query.ts';

/** Rows, faults with their places, and groups that the page shows. */
const ROWS = 100;
const PLACES = 5;
const GROUPS = 20;
/** Maximum length of an address on the page, in characters. */
const MAX_ADDRESS = 80;

const USES: Readonly<Record<Indexability, string>> = {
  indexable: 'May be indexed',
  noindex: 'noindex',
  canonical: 'Canonical is another page',
  redirect: 'Redirects',
  gone: 'Does not exist',
  error: 'Could not be read',
  no_page: 'Not an HTML page',
  closed: 'Closed to us by robots.txt',
  unread: 'Not read',
};

interface PageTableView {
  readonly query: PageTableQuery;
  /** Last requests of AI crawlers, for the owner of the domain; null where they are not known or not theirs to see. */
  readonly requests: LastRequests | null;
}

/** Renders `/audits/{id}/pages`: faults of the whole site, losses by template, and the page table. */
export function pageTablePage(
  instance: Instance,
  audit: FinishedAudit,
  table: PageTable | null,
  { query, requests }: PageTableView,
): string {
  const { id, domain } = audit;
  const path = `/audits/${id}/pages`;
  return auditTabPage(instance, {
    audit,
    tab: 'pages',
    title: `Pages of ${domain}`,
    description: `The known pages of ${domain}: what each loses, by template, and conflicts between sitemap, robots.txt and links.`,
    children:
      table === null ? (
        <p class="callout">This audit stored no table of its pages. Audit the site again to get one.</p>
      ) : (
        <>
          <p class="prose">{pagesBasis(table)}</p>
          {query.url !== null && (
            <OnePage table={table} url={query.url} path={path} query={query} requests={requests} />
          )}
          <Faults issues={table.issues} path={path} />
          <Groups table={table} path={path} />
          <Folders table={table} />
          <Rows table={table} query={query} path={path} requests={requests} />
        </>
      ),
  });
}

interface PartProps {
  readonly table: PageTable;
  readonly path: string;
}

/** Shows what one page loses. */
function OnePage({ table, url, path, query, requests }: PartProps & PageTableView & { url: string }) {
  const row = table.rows.find((one) => one.url === url);
  if (row === undefined) return <p class="callout">This page is not in the table.</p>;
  return (
    <Section id="one-page" title={<bdi>{addressOf(row.url, table)}</bdi>} class="stack callout">
      <p>
        {USES[row.indexability]}
        {row.status !== null && `, status ${row.status}`}.{' '}
        {row.lost === null ? 'It was not judged.' : `It costs ${pointsText(row.lost)} of ${scoreOf(table)}.`}{' '}
        <a href={row.url} rel="nofollow noopener">
          Open the page
        </a>
      </p>
      {row.losses.length > 0 && (
        <ul>
          {row.losses.map(([index, points, line, text]) => {
            const cause = table.causes[index];
            if (cause === undefined) return null;
            return (
              <li key={index}>
                <strong>{nameOf(cause.question)}</strong> {cause.note}
                {line !== null && ` Line ${line}.`} {text !== null && <q dir="auto">{text}</q>}{' '}
                <span class="muted">{pointsText(points)}</span>
              </li>
            );
          })}
        </ul>
      )}
      {requests !== null && <CrawlerRequests of={lastRequestsOf(requests, row.url)} />}
      <p>
        <a class="roomy-link" href={`${pageTablePath(path, { ...query, url: null })}#pages`}>
          Close
        </a>
      </p>
    </Section>
  );
}

function CrawlerRequests({ of }: { of: ReturnType<typeof lastRequestsOf> }) {
  if (of.length === 0) return <p>No request of an AI crawler for it is known.</p>;
  return (
    <p>
      Last requested by{' '}
      {of.map(({ crawler, at }, i) => (
        <span key={crawler}>
          {i > 0 && ', '}
          {crawler} <Time at={at} />
        </span>
      ))}
      .
    </p>
  );
}

function Faults({ issues, path }: { issues: readonly SiteIssue[]; path: string }) {
  return (
    <Section id="faults" title="Faults between pages" class="stack">
      {issues.length === 0 ? (
        <p>None among the pages that were read.</p>
      ) : (
        <>
          {issues.slice(0, GROUPS).map((issue) => (
            <details key={issue.statement}>
              <summary>{issue.statement}</summary>
              <ul>
                {issue.places.slice(0, PLACES).map(({ url, other, line }) => (
                  <li key={`${url} ${other} ${line}`}>
                    <bdi>{quoteUrl(url, MAX_ADDRESS)}</bdi>
                    {line !== null && `, line ${line}`}
                    {other !== null && (
                      <>
                        {' → '}
                        <bdi>{quoteUrl(other, MAX_ADDRESS)}</bdi>
                      </>
                    )}
                  </li>
                ))}
                {issue.count > PLACES && <li>and {inGroups(issue.count - PLACES)} more</li>}
              </ul>
            </details>
          ))}
          <p class="small">
            {issues.length > GROUPS && `${inGroups(issues.length - GROUPS)} more faults are in the file. `}
            <a href={path.replace(/pages$/, 'faults.csv')}>Download all places as CSV</a>
          </p>
        </>
      )}
    </Section>
  );
}

function Groups({ table, path }: PartProps) {
  const { groups } = table;
  if (groups.length === 0) return null;
  return (
    <Section id="templates" title="Losses by template" class="stack">
      <ScrollBox aria-labelledby="templates">
        <table>
          <thead>
            <tr>
              <th scope="col">Pages</th>
              <th scope="col">Template</th>
              <th scope="col">Problem</th>
              <th scope="col" class="number">
                Points
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.slice(0, GROUPS).map((group) => (
              <tr key={`${group.template} ${group.question} ${group.note}`}>
                <td>
                  <a href={`${pageTablePath(path, linkTo(group))}#pages`}>
                    {inGroups(group.pages)} of {inGroups(group.of)}
                  </a>
                </td>
                <td>
                  <bdi>{group.template}</bdi>
                </td>
                <td>
                  {group.note} {group.isOneTemplate && <span class="tag">One template</span>}
                </td>
                <td class="number">{group.points}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Section>
  );
}

function linkTo({ template, question }: LossGroup): PageTableQuery {
  return { filter: { template, question }, sort: '-lost', page: 1, url: null };
}

function Folders({ table: { folders } }: { table: PageTable }) {
  if (folders.length < 2) return null;
  return (
    <details>
      <summary>Summary by folder ({folders.length})</summary>
      <ScrollBox aria-label="Summary by folder">
        <table>
          <thead>
            <tr>
              {['Folder', 'Pages', 'Read', 'Losing points', 'Points lost'].map((name, i) => (
                <th key={name} scope="col" class={i === 0 ? undefined : 'number'}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {folders.map(({ folder, pages, read, losing, lost }) => (
              <tr key={folder}>
                <th scope="row">
                  <bdi>{quoteUrl(folder, MAX_ADDRESS)}</bdi>
                </th>
                {[pages, read, losing].map((n, i) => (
                  <td key={i} class="number">
                    {inGroups(n)}
                  </td>
                ))}
                <td class="number">{lost}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}

function Rows({ table, query, path, requests }: PartProps & PageTableView) {
  const matching = queryPages(table, query.filter, query.sort);
  const last = Math.max(1, Math.ceil(matching.length / ROWS));
  const page = Math.min(query.page, last);
  const shown = matching.slice((page - 1) * ROWS, page * ROWS);
  const isAll = matching.length === table.rows.length;
  return (
    <Section id="pages" title="Pages" class="stack">
      <Filters table={table} query={query} path={path} />
      <p class="small" role="status">
        {isAll ? count(matching.length, 'page') : `${inGroups(matching.length)} of ${count(table.rows.length, 'page')}`}
        {table.counts.withoutRow > 0 && `, without ${inGroups(table.counts.withoutRow)} more that are known`}.{' '}
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
                  last={requests === null ? undefined : (lastRequestsOf(requests, row.url)[0] ?? null)}
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

function ColumnHead({
  name,
  column,
  query,
  path,
}: {
  name: string;
  column: (typeof COLUMNS)[number][1];
  query: PageTableQuery;
  path: string;
}) {
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

type LastRequest = ReturnType<typeof lastRequestsOf>[number];

function Row({ row, table, href, last }: RowProps) {
  const closed = closedTo(table, row) ?? [];
  return (
    <tr>
      <th scope="row">
        <a href={href}>
          <bdi>{addressOf(row.url, table)}</bdi>
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
      <td class="number">{row.words === null ? '–' : inGroups(row.words)}</td>
      <td class="number">{inGroups(row.linksIn)}</td>
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
function Filters({ table, query, path }: PartProps & { query: PageTableQuery }) {
  const { filter, sort } = query;
  const templates = [...Map.groupBy(table.rows, ({ template }) => template)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_TEMPLATES)
    .map(([template, rows]) => [template, `${template} (${inGroups(rows.length)})`] as const);
  const questions = [...new Set(table.causes.map(({ question }) => question))]
    .sort()
    .map((id) => [id, nameOf(id)] as const);
  const uses = INDEXABILITY.filter((use) => table.rows.some(({ indexability }) => indexability === use)).map(
    (use) => [use, USES[use]] as const,
  );
  return (
    <form class="report-filter no-print" action={`${path}#pages`} method="get">
      <Choice name="template" label="Template" all="All templates" options={templates} chosen={filter.template} />
      <Choice name="question" label="Problem" all="All problems" options={questions} chosen={filter.question} />
      <Choice name="use" label="Use" all="Any" options={uses} chosen={filter.indexability} />
      <Choice
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

/** Maximum number of templates to choose from. The largest are shown. */
const MAX_TEMPLATES = 200;

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  /** Name of the choice that shows everything. */
  readonly all: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly chosen: string | undefined;
}

function Choice({ name, label, all, options, chosen }: ChoiceProps) {
  return (
    <div>
      <label for={`filter-${name}`}>{label}</label>
      <select id={`filter-${name}`} name={name}>
        <option value="">{all}</option>
        <Options of={options} selected={chosen ?? null} />
      </select>
    </div>
  );
}

/** Returns the problem of a question, as lists of problems name it. */
function nameOf(question: string): string {
  const [key = '', id = ''] = question.split('.');
  return questionOf(key, id)?.problem ?? question;
}

/** Returns the score that the points of pages belong to. */
function scoreOf({ allPagesScore }: PageTable): string {
  return allPagesScore === null ? 'the score' : 'the score by all judged pages';
}

function pointsText(points: number): string {
  return `${points} ${points === 1 ? 'point' : 'points'}`;
}

function addressOf(url: string, { origin }: PageTable): string {
  return quoteUrl(url.startsWith(`${origin}/`) ? url.slice(origin.length) : url, MAX_ADDRESS);
}
