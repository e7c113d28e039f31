import type { CrawlerSummary, PathSummary, TrafficSummary } from '../../logs/summary.ts';
import { formatCount } from '../../values/format-count.ts';
import { quoteUrl } from '../../values/readable-url.ts';
import { quote } from '../../values/untrusted-text.ts';
import { Section, Table } from '../../web/layout/components.tsx';
import type { JoinTable } from './site-join-tables.ts';
import { crawlerName, formatBytes } from './traffic-words.ts';

/** Maximum length of a path or name that is shown, in characters. */
export const MAX_SHOWN = 160;

/** Shows the most requested pages of each crawler. */
export function Pages({ crawlers }: { crawlers: readonly CrawlerSummary[] }) {
  return (
    <Section id="pages" title="Most requested pages" class="stack" isLarge>
      {crawlers.map((crawler, at) => (
        <details key={quoteCrawlerName(crawler)} open={at === 0}>
          <summary>
            <bdi>{quoteCrawlerName(crawler)}</bdi> <span class="muted number">{formatCount(crawler.requests)}</span>
          </summary>
          <PathTable label={quoteCrawlerName(crawler)} count="Requests" paths={crawler.paths} />
          {crawler.other_paths > 0 && (
            <p class="small muted">{formatCount(crawler.other_paths)} requests for other pages.</p>
          )}
        </details>
      ))}
    </Section>
  );
}

/** Shows the landing pages of people whom assistants sent. */
export function Referrals({ referrals }: Pick<TrafficSummary, 'referrals'>) {
  return (
    <Section id="referrals" title="People sent by AI assistants" class="stack" isLarge>
      {referrals.length === 0 && <p class="chart-empty">Nobody in this log came from an AI assistant.</p>}
      {referrals.map(({ vendor, visits, landing_pages }) => (
        <div key={vendor} class="stack">
          <h3>
            <bdi>{quote(vendor ?? 'Unknown', MAX_SHOWN)}</bdi> <span class="muted number">{formatCount(visits)}</span>
          </h3>
          <PathTable label={vendor ?? 'Unknown'} count="Visits" paths={landing_pages} />
        </div>
      ))}
    </Section>
  );
}

/** Shows one part of the comparison with a site. */
export function JoinPart(part: JoinTable) {
  return (
    <Section id={part.title.toLowerCase().replaceAll(/[^a-z]+/g, '-')} title={part.title} class="stack" isLarge>
      <JoinBody {...part} />
    </Section>
  );
}

/** Shows a part of a report without its title. The first cell of a row names it. */
export function JoinBody({ title, lead, head, rows, numbers, paths = [] }: JoinTable) {
  const cellClass = (at: number) =>
    numbers.includes(at) ? 'number' : paths.includes(at) ? 'paths-wide' : 'paths-whole';
  return (
    <>
      <p class="prose muted">{lead}</p>
      {rows.length > 0 && (
        <Table
          class="paths"
          aria-label={`${title}, as a table`}
          head={head}
          numbers={numbers}
          cellClass={cellClass}
          rows={rows.map((cells) => ({
            key: cells.join(),
            cells: cells.map((cell, at) => (
              <bdi class="address">{quoteUrl(cell, at === 0 ? MAX_SHOWN : 2 * MAX_SHOWN)}</bdi>
            )),
          }))}
        />
      )}
    </>
  );
}

interface PathTableProps {
  readonly label: string;
  readonly count: string;
  readonly paths: readonly PathSummary[];
}

function PathTable({ label, count, paths }: PathTableProps) {
  return (
    <Table
      class="paths"
      aria-label={`Pages, ${quote(label, MAX_SHOWN)}`}
      head={['Page', count, 'Errors', 'Sent', 'Last status']}
      numbers={[1, 2, 3, 4]}
      rows={paths.map(({ path, requests, errors, bytes, status }) => ({
        key: path,
        cells: [
          <bdi class="address">{quoteUrl(path, MAX_SHOWN)}</bdi>,
          formatCount(requests),
          formatCount(errors),
          formatBytes(bytes),
          status === 0 ? 'none' : status,
        ],
      }))}
    />
  );
}

/** Name of a crawler, safe to show. */
export function quoteCrawlerName(crawler: CrawlerSummary): string {
  return quote(crawlerName(crawler), MAX_SHOWN);
}
