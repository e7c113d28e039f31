import type { PageTable } from '../../../../audit/pages/page-table.ts';
import type { SiteIssue } from '../../../../audit/pages/site-issue.ts';
import { pagesBasis } from '../../../../documents/pages/pages-text.ts';
import { formatCount } from '../../../../values/format-count.ts';
import { quoteUrl } from '../../../../values/readable-url.ts';
import { Section, Time } from '../../../../web/layout/components.tsx';
import type { Instance } from '../../../../web/layout/instance.ts';
import { findLastRequests, type LastRequests } from '../../around-reports.ts';
import type { FinishedAudit } from '../../audit.ts';
import { auditTabPage } from '../audit-layout.tsx';
import { LossesByFolder, LossesByTemplate } from './page-losses.tsx';
import { PageRows } from './page-rows.tsx';
import { type PageTableQuery, pageTablePath } from './page-table-query.ts';
import { MAX_ADDRESS, problemName, shownAddress, USES } from './page-table-words.ts';

/** Maximum numbers of faults, and of places of a fault, on the page. */
const MAX_FAULTS = 20;
const MAX_PLACES = 5;

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
          <LossesByTemplate table={table} path={path} />
          <LossesByFolder table={table} />
          <PageRows table={table} query={query} path={path} requests={requests} />
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
    <Section id="one-page" title={<bdi>{shownAddress(row.url, table)}</bdi>} class="stack callout">
      <p>
        {USES[row.indexability]}
        {row.status !== null && `, status ${row.status}`}.{' '}
        {row.lost === null ? 'It was not judged.' : `It costs ${pointsText(row.lost)} of ${nameScore(table)}.`}{' '}
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
                <strong>{problemName(cause.question)}</strong> {cause.note}
                {line !== null && ` Line ${line}.`} {text !== null && <q dir="auto">{text}</q>}{' '}
                <span class="muted">{pointsText(points)}</span>
              </li>
            );
          })}
        </ul>
      )}
      {requests !== null && <CrawlerRequests of={findLastRequests(requests, row.url)} />}
      <p>
        <a class="roomy-link" href={`${pageTablePath(path, { ...query, url: null })}#pages`}>
          Close
        </a>
      </p>
    </Section>
  );
}

function CrawlerRequests({ of }: { of: ReturnType<typeof findLastRequests> }) {
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
          {issues.slice(0, MAX_FAULTS).map((issue) => (
            <details key={issue.statement}>
              <summary>{issue.statement}</summary>
              <ul>
                {issue.places.slice(0, MAX_PLACES).map(({ url, other, line }) => (
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
                {issue.count > MAX_PLACES && <li>and {formatCount(issue.count - MAX_PLACES)} more</li>}
              </ul>
            </details>
          ))}
          <p class="small">
            {issues.length > MAX_FAULTS && `${formatCount(issues.length - MAX_FAULTS)} more faults are in the file. `}
            <a href={path.replace(/pages$/, 'faults.csv')}>Download all places as CSV</a>
          </p>
        </>
      )}
    </Section>
  );
}

/** Returns the score that the points of pages belong to. */
function nameScore({ allPagesScore }: PageTable): string {
  return allPagesScore === null ? 'the score' : 'the score by all judged pages';
}

function pointsText(points: number): string {
  return `${points} ${points === 1 ? 'point' : 'points'}`;
}
