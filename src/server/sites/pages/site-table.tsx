import { count } from '../../../audit/formatting.ts';
import { storedVerdict, VERDICT_NAMES } from '../../../documents/verdict.ts';
import { formatCount } from '../../../values/format-count.ts';
import { Sparkline } from '../../../web/charts/sparkline.tsx';
import { DomainText } from '../../../web/layout/components.tsx';
import { formatShortDate } from '../../../web/layout/format.ts';
import { PagesSelect } from '../../audits/pages/audit-form.tsx';
import type { SiteQuery, SiteSort } from '../select-sites.ts';
import { type Site, type SitePage, VISIT_DAYS } from '../sites.ts';
import { nextSort, sitesPath } from './site-query.ts';

/** Classes of the tag of each verdict. */
export const VERDICT_TAGS = {
  good: 'tag tag-pass',
  middling: 'tag tag-warn',
  poor: 'tag tag-fail',
  unknown: 'tag',
} as const;

interface SiteTableProps {
  readonly list: SitePage;
  readonly query: SiteQuery;
  /** Maximum number of pages that an audit may be asked to read. */
  readonly maxPages: number;
}

/** Shows one page of the list with a form around it, which acts on the sites that are ticked. */
export function SiteTable({ list, query, maxPages }: SiteTableProps) {
  return (
    <form class="stack" method="post" action="/sites/change">
      <input type="hidden" name="back" value={sitesPath(query)} />
      <table class="sites-table">
        <thead>
          <tr>
            <td />
            <ColumnHead column="name" name="Site" query={query} />
            <ColumnHead column="score" name="Score" query={query} />
            <th scope="col">Trend</th>
            <th scope="col">Fix first</th>
            <ColumnHead column="visits" name="AI visits" query={query} />
            <ColumnHead column="audited" name="Last audit" query={query} />
          </tr>
        </thead>
        <tbody>
          {list.sites.map((site) => (
            <SiteRow key={site.domain} site={site} />
          ))}
        </tbody>
      </table>
      <p class="small muted">
        AI visits: requests by AI crawlers in the last {VISIT_DAYS} days, for the pages of a published site, if its
        access logs were sent here, and for its hosted llms.txt.
      </p>
      <Actions list={list} maxPages={maxPages} />
    </form>
  );
}

function ColumnHead({ column, name, query }: { column: SiteSort; name: string; query: SiteQuery }) {
  const isCurrent = query.sort.replace(/^-/, '') === column;
  const direction = query.sort.startsWith('-') ? 'descending' : 'ascending';
  return (
    <th scope="col" class={column === 'visits' ? 'number' : undefined} aria-sort={isCurrent ? direction : undefined}>
      <a class="sites-sort" href={sitesPath({ ...query, sort: nextSort(column, query.sort), page: 1 })}>
        {name}
      </a>
    </th>
  );
}

function SiteRow({ site }: { site: Site }) {
  const { domain, newest, change, trend, aiVisits } = site;
  return (
    <tr>
      <td class="sites-tick">
        <label>
          <input type="checkbox" name="domain[]" value={domain} />
          <span class="visually-hidden">Select {domain}</span>
        </label>
      </td>
      <th scope="row" class="sites-name">
        <a class="roomy-link" href={`/domains/${encodeURIComponent(domain)}`}>
          <DomainText domain={domain} />
        </a>
      </th>
      <td class="sites-score">
        {newest === null ? (
          <span class="muted">No score yet</span>
        ) : (
          <>
            <a class={`${VERDICT_TAGS[storedVerdict(newest)]} sites-verdict`} href={`/audits/${newest.id}`}>
              <b class="number">{newest.score}</b> {VERDICT_NAMES[storedVerdict(newest)]}
            </a>
            <Change points={change} />
          </>
        )}
      </td>
      <td class="sites-trend">
        <Sparkline scores={trend} />
      </td>
      <td class="sites-problem">
        {newest === null ? null : (newest.worstProblem ?? <span class="muted">Nothing to fix</span>)}
      </td>
      <td class="sites-visits number">
        <AiVisits visits={aiVisits} />
      </td>
      <td class="sites-audit">
        <LastAudit site={site} />
        <Schedule site={site} />
      </td>
    </tr>
  );
}

function AiVisits({ visits }: { visits: Site['aiVisits'] }) {
  if (visits === null) return <span class="muted">–</span>;
  const { pages, file } = visits;
  return (
    <>
      <span class="sites-unit">AI visits: </span>
      {pages !== null && (
        <span class="sites-visits-line">
          {formatCount(pages)} <span class="muted">to pages</span>
        </span>
      )}
      <span class="sites-visits-line">
        {formatCount(file)} <span class="muted">to llms.txt</span>
      </span>
    </>
  );
}

/** Shows the difference to the score before, unless there is none. */
function Change({ points }: { points: number | null }) {
  if (points === null || points === 0) return null;
  const isGain = points > 0;
  return (
    <span class={isGain ? 'change-up number' : 'change-down number'}>
      <span class="visually-hidden">, change </span>
      {isGain ? '+' : '−'}
      {Math.abs(points)}
    </span>
  );
}

function LastAudit({ site: { unfinished, failed, newest } }: { site: Site }) {
  if (unfinished !== null)
    return <a href={`/audits/${unfinished.id}`}>{unfinished.isRunning ? 'running now' : 'waiting'}</a>;
  if (failed !== null)
    return (
      <a class="change-down" href={`/audits/${failed.id}`}>
        failed, <time dateTime={failed.finishedAt}>{formatShortDate(failed.finishedAt)}</time>
      </a>
    );
  if (newest === null) return <span class="muted">never</span>;
  return <time dateTime={newest.finishedAt}>{formatShortDate(newest.finishedAt)}</time>;
}

/** Shows when the site is audited by itself, if it is. */
function Schedule({ site: { isPublished, schedule } }: { site: Site }) {
  if (!isPublished && schedule === 'off') return null;
  return <span class="muted sites-schedule">{isPublished ? 'daily, published' : schedule}</span>;
}

const ACTIONS = [
  { value: 'audit', name: 'Audit now' },
  { value: 'daily', name: 'Audit daily' },
  { value: 'weekly', name: 'Audit weekly' },
  { value: 'off', name: 'No schedule' },
] as const;

function Actions({ list, maxPages }: { list: SitePage; maxPages: number }) {
  return (
    <fieldset class="sites-actions">
      <legend>Selected sites</legend>
      {list.selected > 1 && (
        <label class="choice">
          <input type="checkbox" name="all" value="yes" /> Select all {count(list.selected, 'site')}
          {list.selected < list.total && ' of this search'}
        </label>
      )}
      <div class="row">
        {ACTIONS.map(({ value, name }) => (
          <button key={value} class="button button-quiet button-small" type="submit" name="action" value={value}>
            {name}
          </button>
        ))}
        <button class="button button-quiet button-small" type="submit" formMethod="get" formAction="/sites/remove">
          Remove…
        </button>
      </div>
      <p class="small">
        <PagesSelect most={maxPages} id="pages" /> when audited now
      </p>
    </fieldset>
  );
}
