import { count } from '../../../audit/formatting.ts';
import { formatBytes } from '../../../documents/logs/traffic-words.ts';
import { formatCount } from '../../../values/format-count.ts';
import { Options } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';
import type { StorageUse } from '../../audits/storage-budget.ts';
import type { SiteQuery, SiteResult, SiteSort } from '../select-sites.ts';
import type { Removal } from '../site-store.ts';
import { MAX_SITES, type OwnAudit, type RefusedEntry, type SitePage } from '../sites.ts';
import { OwnAudits } from './own-audits.tsx';
import { sitesPath } from './site-query.ts';
import { SiteTable } from './site-table.tsx';

/** Result of the last request, shown on the page. */
export interface SitesNotice {
  readonly text: string;
  /** What stays in the field. */
  readonly typed: string;
  /** Its entries that name no website. */
  readonly refused: readonly RefusedEntry[];
}

export interface SitesPageProps {
  readonly list: SitePage;
  readonly query: SiteQuery;
  readonly notice: SitesNotice | null;
  readonly recent: readonly OwnAudit[];
  /** The last removal, if it can be undone. */
  readonly removal: Removal | null;
  readonly storage: StorageUse;
}

/** Renders `/sites`: the sites of the key that has signed in. */
export function sitesPage(
  instance: Instance,
  { list, query, notice, recent, removal, storage }: SitesPageProps,
): string {
  return renderPage(
    instance,
    { title: 'My sites', description: 'The sites of your key, with their scores.', path: '/sites', isNoindex: true },
    <div class="sites">
      <header class="stack">
        <h1>My sites</h1>
        {notice !== null && (
          <div class={notice.typed === '' ? 'callout' : 'callout callout-middling'} role="status">
            <p>{notice.text}</p>
            {notice.refused.length > 0 && <RefusedEntries entries={notice.refused} />}
          </div>
        )}
        {removal !== null && (
          <form class="row" method="post" action="/sites/undo">
            <input type="hidden" name="removed" value={removal.at} />
            <span>You removed {count(removal.sites, 'site')}.</span>
            <button class="button button-quiet button-small" type="submit">
              Undo
            </button>
          </form>
        )}
        <AddSites list={list} typed={notice?.typed ?? ''} />
      </header>
      {list.total > 0 && (
        <section class="stack" aria-label="List">
          <Filters query={query} list={list} />
          {list.selected === 0 ? (
            <p>
              No site matches. <a href="/sites">Show all {formatCount(list.total)}</a>
            </p>
          ) : (
            <>
              <SiteTable list={list} query={query} maxPages={instance.maxPages} />
              <Pages list={list} query={query} />
            </>
          )}
        </section>
      )}
      <OwnAudits audits={recent} />
      <p class="small muted">
        Signed in with the key <bdi>{instance.viewer?.keyName}</bdi>. Storage: {formatBytes(storage.used)}
        {storage.limit !== null && ` of ${formatBytes(storage.limit)}`}.{' '}
        <a class="roomy-link" href="/batches">
          Batches of audits
        </a>{' '}
        <a class="roomy-link" href="/sign-in">
          Sign out in all browsers
        </a>
      </p>
    </div>,
  );
}

/** Refused entries whose reasons are shown. */
const SHOWN_REFUSALS = 10;

function RefusedEntries({ entries }: { entries: readonly RefusedEntry[] }) {
  const more = entries.length - SHOWN_REFUSALS;
  return (
    <ul>
      {entries.slice(0, SHOWN_REFUSALS).map(({ input, problem }) => (
        <li key={input}>{problem}</li>
      ))}
      {more > 0 && <li>and {formatCount(more)} more</li>}
    </ul>
  );
}

function AddSites({ list: { total }, typed }: { list: SitePage; typed: string }) {
  return (
    <details class="sites-add" open={total === 0 || typed !== ''}>
      <summary>Add sites</summary>
      <form class="stack" method="post" action="/sites">
        <label for="sites">One website, or a list of up to {formatCount(MAX_SITES)}</label>
        <textarea
          id="sites"
          name="sites"
          rows={4}
          required
          autocapitalize="none"
          spellcheck={false}
          placeholder={'example.com\nhttps://example.org/a-page'}
          aria-describedby="sites-hint"
        >
          {typed}
        </textarea>
        <p id="sites-hint" class="small muted">
          One per line, or separated by commas. The address of any page will do.
        </p>
        <label class="choice">
          <input type="checkbox" name="audit" value="now" checked /> Audit them now
        </label>
        <p>
          <button class="button" type="submit">
            Add
          </button>
        </p>
      </form>
    </details>
  );
}

const RESULT_NAMES: Readonly<Record<SiteResult, string>> = {
  poor: 'Poor',
  middling: 'Middling',
  good: 'Good',
  unknown: 'Too few pages read',
  failed: 'Could not be audited',
  none: 'Not audited yet',
};

const SORT_NAMES: Readonly<Record<SiteSort, readonly [string, string]>> = {
  name: ['Name', 'Name, reversed'],
  score: ['Lowest score', 'Highest score'],
  change: ['Largest loss', 'Largest gain'],
  audited: ['Longest without an audit', 'Last audited'],
  visits: ['Fewest AI visits', 'Most AI visits'],
};

function Filters({ query, list }: { query: SiteQuery; list: SitePage }) {
  const orders = Object.entries(SORT_NAMES).flatMap(([name, [up, down]]) => [
    [name, up] as const,
    [`-${name}`, down] as const,
  ]);
  return (
    <form class="sites-filters" method="get" action="/sites">
      <p>
        <label for="q">Search</label>
        <input id="q" name="q" type="search" value={query.search} />
      </p>
      <p>
        <label for="result">Result</label>
        <select id="result" name="result">
          <option value="">All</option>
          <Options of={Object.entries(RESULT_NAMES)} selected={query.result} />
        </select>
      </p>
      <p>
        <label for="sort">Order</label>
        <select id="sort" name="sort">
          <Options of={orders} selected={query.sort} />
        </select>
      </p>
      <p>
        <button class="button button-quiet" type="submit">
          Show
        </button>
      </p>
      <p class="sites-count muted" role="status">
        {list.selected === list.total
          ? count(list.total, 'site')
          : `${formatCount(list.selected)} of ${count(list.total, 'site')}`}
      </p>
    </form>
  );
}

function Pages({ list: { page, pages }, query }: { list: SitePage; query: SiteQuery }) {
  if (pages === 1) return null;
  return (
    <nav class="row" aria-label="Pages of the list">
      {page > 1 && (
        <a class="roomy-link" rel="prev" href={sitesPath({ ...query, page: page - 1 })}>
          Previous
        </a>
      )}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages && (
        <a class="roomy-link" rel="next" href={sitesPath({ ...query, page: page + 1 })}>
          Next
        </a>
      )}
    </nav>
  );
}
