import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { TrafficSummary } from '../../logs/summary.ts';
import { formatCount } from '../../values/format-count.ts';
import { quote } from '../../values/untrusted-text.ts';
import { Section, Table } from '../../web/layout/components.tsx';
import { formatDate } from '../../web/layout/format.ts';
import { siteJoinTables } from './site-join-tables.ts';
import { JoinPart, MAX_SHOWN, Pages, quoteCrawlerName, Referrals } from './traffic-html-tables.tsx';
import {
  formatBytes,
  notCountedText,
  probablyAiText,
  purposeName,
  statusText,
  verificationText,
} from './traffic-words.ts';
import { CrawlerDays, CrawlerShares, VisitTotals } from './visit-charts.tsx';

/** Newest days in the chart. */
const MAX_DAYS = 92;

/** Forbids all that a page could load or run, scripts and forms included. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/** Renders the report on access logs as a page in one file. @param css our stylesheet */
export function logReport(summary: TrafficSummary, css: string): string {
  const title = 'AI crawlers in the access logs';
  const notCounted = notCountedText(summary);
  const probablyAi = probablyAiText(summary);
  return renderStandalone(
    { title, css },
    <div class="stack-large">
      <header>
        <h1>{title}</h1>
        <p class="lead page-lead">{periodText(summary)}</p>
        {notCounted !== null && <p class="prose">{notCounted}</p>}
        <VisitTotals totals={summary.requests} />
        {probablyAi !== null && <p class="prose">{probablyAi}</p>}
      </header>
      <CrawlerDays
        what="Requests"
        more={summary.by_day.length > MAX_DAYS ? `, the newest ${MAX_DAYS} days` : ''}
        days={summary.by_day.slice(-MAX_DAYS)}
        empty="No AI crawler is in this log, or its entries have no times."
      />
      <CrawlerShares what="Requests" {...summary} empty="No AI crawler is in this log." />
      {summary.crawlers.length > 0 && <Crawlers {...summary} />}
      {summary.crawlers.length > 0 && <Pages crawlers={summary.crawlers} />}
      <Referrals referrals={summary.referrals} />
      {summary.site !== null && siteJoinTables(summary.site).map((part) => <JoinPart key={part.title} {...part} />)}
      <Reading {...summary} />
    </div>,
  );
}

/**
 * Renders a page that is one file: it loads nothing and runs no script. The renderer escapes text and attributes.
 * @param css our stylesheet
 */
function renderStandalone({ title, css }: { title: string; css: string }, main: ComponentChildren): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <main class="wrap">{main}</main>
        <footer class="site-footer">
          <p class="wrap site-footer-row">Made by Citable.</p>
        </footer>
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(page)}\n`;
}

function periodText({ from, to, lines, skipped_lines }: TrafficSummary): string {
  const requests = `${formatCount(lines - skipped_lines)} requests`;
  return from === null || to === null ? `${requests}.` : `${requests}, ${formatDate(from)} to ${formatDate(to)}.`;
}

function Crawlers({ crawlers, verification }: TrafficSummary) {
  const numbers = ['Requests', 'Sent', ...(verification === null ? [] : ['Verified', 'Spoofed'])];
  return (
    <Section id="crawlers" title="Crawlers" class="stack" isLarge>
      <p class="prose muted">Any program can send the name of a crawler. {verificationText({ verification })}</p>
      <Table
        aria-label="Crawlers, as a table"
        head={['Crawler', 'Vendor', 'Purpose', ...numbers, 'Responses', 'Last request']}
        numbers={[...numbers.keys()].map((column) => 3 + column)}
        rows={crawlers.map((crawler) => ({
          key: quoteCrawlerName(crawler),
          cells: [
            <bdi>{quoteCrawlerName(crawler)}</bdi>,
            <bdi>{quote(crawler.vendor ?? '', MAX_SHOWN)}</bdi>,
            purposeName(crawler.purpose),
            formatCount(crawler.requests),
            formatBytes(crawler.bytes),
            ...(verification === null
              ? []
              : [crawler.verification.verified, crawler.verification.spoofed].map(formatCount)),
            statusText(crawler),
            crawler.last_at === null ? '' : formatDate(crawler.last_at),
          ],
        }))}
      />
    </Section>
  );
}

function Reading({ formats, lines }: TrafficSummary) {
  const names = formats.length === 0 ? '' : ` (format: ${formats.map((format) => quote(format, 60)).join(', ')})`;
  return (
    <p class="small muted">
      {formatCount(lines)} entries were read{names}.
    </p>
  );
}
