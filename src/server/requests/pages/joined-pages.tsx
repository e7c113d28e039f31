import { JoinBody } from '../../../documents/logs/traffic-html-tables.tsx';
import { formatCount } from '../../../values/format-count.ts';
import { CodeBlock } from '../../../web/layout/components.tsx';
import { formatDate } from '../../../web/layout/format.ts';
import type { JoinedPage, JoinedPages } from '../search-reports.ts';

/** Pages shown, and problems of each. */
const MAX_SHOWN = 25;
const MAX_NAMED = 2;

interface JoinedPagesProps {
  readonly domain: string;
  readonly joined: JoinedPages;
  /** The service's public URL. */
  readonly baseUrl: string;
  /** What became of a report that was sent with the form; null for none. */
  readonly notice: string | null;
}

/** Shows what logs, search engines and the newest audit know of each page, with a form for the reports of search engines. */
export function PagesOfAllSources({ domain, joined, baseUrl, notice }: JoinedPagesProps) {
  const { reports, pages, known } = joined;
  return (
    <div class="stack" id="pages">
      <h3>Pages: crawled, cited, to fix</h3>
      {notice !== null && (
        <p class="callout" role="status">
          <bdi>{notice}</bdi>
        </p>
      )}
      {pages.length === 0 ? (
        <p class="prose">
          Nothing is known of any page yet. Send access logs, or add a report of a search engine below.
        </p>
      ) : (
        <JoinBody
          title="Pages: crawled, cited, to fix"
          lead={writeLead(joined)}
          head={['Page', 'Last crawled', 'Cited', 'AI shown', 'Shown', 'Clicks', 'Costs', 'To fix']}
          rows={pages.slice(0, MAX_SHOWN).map((page) => toCells(page, joined))}
          numbers={[2, 3, 4, 5, 6]}
          paths={[0, 7]}
        />
      )}
      {known > MAX_SHOWN && (
        <p class="small muted">
          {formatCount(Math.min(MAX_SHOWN, pages.length))} of {formatCount(known)} pages. More:{' '}
          <code>{`GET /api/domains/${domain}/search-reports`}</code>
        </p>
      )}
      {reports.map(({ report, from, to, importedAt }) => (
        <p key={report} class="small muted">
          {REPORT_NAMES[report]}:{' '}
          {from === null || to === null
            ? 'sums of the whole period of the export'
            : `${formatDate(from)} to ${formatDate(to)}`}
          , imported on {formatDate(importedAt)}.
        </p>
      ))}
      <ReportForm domain={domain} baseUrl={baseUrl} />
    </div>
  );
}

const REPORT_NAMES = {
  ai_citations: 'Bing, AI Performance',
  ai_search: 'Search Console, generative AI',
  search: 'Performance in search results',
} as const;

function writeLead({ hasLogs, auditId, reports }: JoinedPages): string {
  const missing = [
    ...(hasLogs ? [] : ['access logs']),
    ...(reports.length > 0 ? [] : ['reports of search engines']),
    ...(auditId === null ? ['an audit with a page table'] : []),
  ];
  const lack = missing.length === 0 ? '' : ` Still missing: ${missing.join(', ')}.`;
  return `Crawled: by your access logs, without impostors. Cited: in AI answers of Bing and its partners. AI shown: in AI answers of Google. Shown and clicks: in search results. All by the imported reports. Costs: points of the score by all pages, by the newest audit. A dash means that the source does not mention the page.${lack}`;
}

function toCells(page: JoinedPage, { auditId }: JoinedPages): string[] {
  const formatNumber = (value: number | null) => (value === null ? '–' : formatCount(value));
  const [last] = page.crawled;
  const isJudged = auditId !== null && page.lost_points !== null;
  return [
    page.page,
    last === undefined ? '–' : `${last.crawler} ${last.at.slice(0, 10)}`,
    ...[page.citations, page.ai_impressions, page.impressions, page.clicks].map(formatNumber),
    page.lost_points === null ? '–' : String(Math.round(page.lost_points * 10) / 10),
    page.problems.length > 0 ? page.problems.slice(0, MAX_NAMED).join(' ') : isJudged ? 'Nothing' : '–',
  ];
}

function ReportForm({ domain, baseUrl }: { domain: string; baseUrl: string }) {
  return (
    <details>
      <summary>Add a report of a search engine</summary>
      <form class="stack" method="post" action={`/domains/${encodeURIComponent(domain)}/search-report`}>
        <label for="report-csv">The CSV export</label>
        <textarea id="report-csv" name="csv" rows={6} required spellcheck={false} aria-describedby="report-hint" />
        <p id="report-hint" class="small muted prose">
          From Bing Webmaster Tools (AI Performance: pages or grounding queries) or Search Console (performance or
          generative AI: pages or queries). Paste the whole text of the file, with its first line.
        </p>
        <label for="report-kind">Report</label>
        <select id="report-kind" name="report">
          <option value="">Tell by its columns</option>
          {Object.entries(REPORT_NAMES).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
        <p>
          <button class="button" type="submit">
            Add the report
          </button>
        </p>
      </form>
      <p class="muted small">Or send the file, with the key in the variable CITABLE_API_KEY:</p>
      <CodeBlock label="command" text={`citable import export.csv --send ${baseUrl} --domain ${domain}`} />
    </details>
  );
}
