import { count } from '../../audit/formatting.ts';
import type { CrawlerSummary, TrafficSummary } from '../../logs/summary.ts';
import { formatCount } from '../../values/format-count.ts';
import { quoteUrl } from '../../values/readable-url.ts';
import { quote } from '../../values/untrusted-text.ts';
import { type JoinTable, siteJoinTables } from './site-join-tables.ts';
import {
  crawlerName,
  formatBytes,
  notCountedText,
  percent,
  periodText,
  probablyAiText,
  purposeName,
  statusText,
  verificationText,
} from './traffic-words.ts';

/** Paths shown for each crawler. */
const SHOWN_PATHS = 5;
/** Newest days shown. */
const SHOWN_DAYS = 14;
/** Crawlers whose pages are shown. */
const DETAILED_CRAWLERS = 8;

/** Writes the summary for a terminal. */
export function trafficText(summary: TrafficSummary): string {
  const sections = [heading(summary)];
  if (summary.crawlers.length > 0) {
    sections.push(groups(summary), `${table(summary)}\n${verificationText(summary)}`);
    if (summary.by_day.length > 0) sections.push(days(summary));
    sections.push(...summary.crawlers.slice(0, DETAILED_CRAWLERS).map(formatPages));
  }
  if (summary.referrals.length > 0) sections.push(referrals(summary));
  if (summary.site !== null) sections.push(...siteJoinTables(summary.site).map(joinSection));
  return `${sections.join('\n\n')}\n`;
}

function joinSection({ title, lead, head, rows, numbers }: JoinTable): string {
  const shown = rows.map((row) => row.map((cell) => quoteUrl(cell, 70)));
  return [
    title,
    `  ${lead}`,
    ...(rows.length === 0 ? [] : [columns([head, ...shown], numbers).replace(/^/gm, '  ')]),
  ].join('\n');
}

function heading(summary: TrafficSummary): string {
  const { requests, formats } = summary;
  const counted = summary.lines - summary.skipped_lines;
  const notCounted = notCountedText(summary);
  const probablyAi = probablyAiText(summary);
  const names = formats.length === 0 ? '' : ` (format: ${formats.map((format) => quote(format, 60)).join(', ')})`;
  return [
    `${count(counted, 'request')}${periodText(summary)}${names}`,
    `  AI crawlers     ${share(requests.ai_bot, counted)}`,
    `  From assistants ${share(requests.ai_referral, counted)}`,
    `  Other bots      ${share(requests.traditional_bot, counted)}`,
    `  People          ${share(requests.human, counted)}`,
    ...(probablyAi === null ? [] : [probablyAi]),
    ...(notCounted === null ? [] : [notCounted]),
    ...(requests.ai_bot === 0 && counted > 0 ? ['No AI crawler is in this log.'] : []),
  ].join('\n');
}

function groups({ by_vendor, by_purpose, requests }: TrafficSummary): string {
  const shares = (names: readonly (readonly [name: string, count: number])[]) =>
    names.map(([name, count]) => `${name} ${formatCount(count)} (${percent(count, requests.ai_bot)})`).join(', ');
  const vendors = by_vendor.map((of) => [quote(of.vendor ?? 'unknown', 30), of.requests] as const);
  const purposes = by_purpose.map((of) => [purposeName(of.purpose), of.requests] as const);
  return `AI crawlers by purpose: ${shares(purposes)}\n         by vendor: ${shares(vendors)}`;
}

function days({ by_day }: TrafficSummary): string {
  const counts = by_day.slice(-SHOWN_DAYS).map(({ day, training, search, user, unknown, referrals }) => {
    return { day, requests: training + search + user + unknown, referrals };
  });
  const most = Math.max(1, ...counts.map(({ requests }) => requests));
  const rows = counts.map(({ day, requests, referrals }) => [
    `  ${day}`,
    formatCount(requests),
    formatCount(referrals),
    '#'.repeat(Math.ceil((requests / most) * 40)),
  ]);
  return columns([['  Day', 'AI crawlers', 'From assistants', ''], ...rows], [1, 2]);
}

function table({ crawlers, verification }: TrafficSummary): string {
  const heads = ['Crawler', 'Vendor', 'Purpose', 'Requests', ...(verification === null ? [] : ['Verified', 'Spoofed'])];
  const rows = crawlers.map((crawler) => [
    quote(crawlerName(crawler), 30),
    quote(crawler.vendor ?? '', 20),
    purposeName(crawler.purpose),
    formatCount(crawler.requests),
    ...(verification === null
      ? []
      : [formatCount(crawler.verification.verified), formatCount(crawler.verification.spoofed)]),
    formatBytes(crawler.bytes),
    statusText(crawler),
    crawler.last_at?.slice(0, 10) ?? '',
  ]);
  return columns([[...heads, 'Sent', 'Responses', 'Last'], ...rows], [...heads.keys()].slice(3).concat(heads.length));
}

function formatPages(crawler: CrawlerSummary): string {
  const rows = crawler.paths
    .slice(0, SHOWN_PATHS)
    .map(({ path, requests, status }) => [`  ${quoteUrl(path, 70)}`, formatCount(requests), String(status)]);
  return `${quote(crawlerName(crawler), 30)}: most requested pages\n${columns(rows, [1, 2])}`;
}

function referrals({ referrals: from }: TrafficSummary): string {
  const rows = from.flatMap(({ vendor, visits, landing_pages }) => [
    [quote(vendor ?? 'Unknown', 30), formatCount(visits)],
    ...landing_pages
      .slice(0, SHOWN_PATHS)
      .map(({ path, requests }) => [`  ${quoteUrl(path, 70)}`, formatCount(requests)]),
  ]);
  return `Visits of people sent by AI assistants, by landing page\n${columns(rows, [1])}`;
}

function columns(rows: readonly (readonly string[])[], right: readonly number[]): string {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, measureWidth(cell))),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) => {
          const space = ' '.repeat((widths[at] ?? 0) - measureWidth(cell));
          return right.includes(at) ? space + cell : cell + space;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns the columns that a text takes on a terminal: two for most characters of East Asian scripts, none for accents on others. */
function measureWidth(text: string): number {
  const wide = text.match(
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/gu,
  );
  return [...text.replace(/\p{M}/gu, '')].length + (wide?.length ?? 0);
}

function share(count: number, of: number): string {
  return `${formatCount(count).padStart(12)}  ${percent(count, of)}`;
}
