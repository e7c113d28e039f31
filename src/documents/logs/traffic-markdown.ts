import { count } from '../../audit/formatting.ts';
import type { TrafficSummary } from '../../logs/summary.ts';
import { formatCount } from '../../values/format-count.ts';
import { quote } from '../../values/untrusted-text.ts';
import { siteJoinTables } from './site-join-tables.ts';
import {
  crawlerName,
  formatBytes,
  notCountedText,
  periodText,
  probablyAiText,
  purposeName,
  statusText,
  verificationText,
} from './traffic-words.ts';

/** Writes the summary as Markdown (GitHub flavour, for its tables). */
export function trafficMarkdown(summary: TrafficSummary): string {
  const { lines, skipped_lines, requests, crawlers, referrals } = summary;
  const notCounted = notCountedText(summary);
  const sections = [
    '# AI crawlers in the access logs',
    `${count(lines - skipped_lines, 'request')}${periodText(summary)}: ${formatCount(requests.ai_bot)} of AI crawlers, ${formatCount(requests.ai_referral)} of people sent by AI assistants.${notCounted === null ? '' : ` ${notCounted}`}`,
  ];
  if (crawlers.length > 0) {
    sections.push(
      '## Crawlers',
      table(
        ['Crawler', 'Vendor', 'Purpose', 'Requests', 'Sent', 'Verified', 'Spoofed', 'Responses'],
        crawlers.map((crawler) => [
          crawlerName(crawler),
          crawler.vendor ?? '',
          purposeName(crawler.purpose),
          formatCount(crawler.requests),
          formatBytes(crawler.bytes),
          formatCount(crawler.verification.verified),
          formatCount(crawler.verification.spoofed),
          statusText(crawler),
        ]),
      ),
      verificationText(summary),
      '## Pages',
      table(
        ['Crawler', 'Page', 'Requests', 'Errors', 'Last status'],
        crawlers.flatMap((crawler) =>
          crawler.paths.map(({ path, requests, errors, status }) => [
            crawlerName(crawler),
            path,
            formatCount(requests),
            formatCount(errors),
            String(status),
          ]),
        ),
      ),
    );
  }
  const probablyAi = probablyAiText(summary);
  if (probablyAi !== null) sections.push(cell(probablyAi));
  if (referrals.length > 0) {
    sections.push(
      '## Visits from AI assistants',
      table(
        ['Vendor', 'Landing page', 'Visits'],
        referrals.flatMap(({ vendor, landing_pages }) =>
          landing_pages.map(({ path, requests }) => [vendor ?? 'Unknown', path, formatCount(requests)]),
        ),
      ),
    );
  }
  for (const { title, lead, head, rows } of summary.site === null ? [] : siteJoinTables(summary.site)) {
    sections.push(`## ${title}`, lead, ...(rows.length === 0 ? [] : [table(head, rows)]));
  }
  return `${sections.join('\n\n')}\n`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

/** Escapes every character that Markdown or HTML could read as syntax. */
function cell(text: string): string {
  return quote(text, 200).replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&');
}
