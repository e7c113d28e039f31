import type { CrawlerSummary, TrafficSummary } from '../../traffic/summary.ts';
import { quote } from '../../untrusted-text.ts';

/** Paths shown for each crawler. */
const SHOWN_PATHS = 5;
/** Newest days shown. */
const SHOWN_DAYS = 14;
/** Crawlers whose pages are shown. */
const DETAILED_CRAWLERS = 8;
const PURPOSES = { training: 'training', search: 'search', user: 'user request' } as const;

const whole = new Intl.NumberFormat('en');

/** Crawler's name for people; one that the registry does not know has only a vendor, or nothing. */
export function crawlerName({ crawler, vendor }: Pick<CrawlerSummary, 'crawler' | 'vendor'>): string {
  return crawler ?? (vendor === null ? 'Unknown AI crawler' : `${vendor} (unknown crawler)`);
}

/** Purpose for people. */
export function purposeName(purpose: CrawlerSummary['purpose']): string {
  return purpose === null ? 'unknown' : PURPOSES[purpose];
}

/** Formats a count with separators. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** Formats a number of bytes: `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** Statuses in groups that say what a crawler got: `200 96 %, 404 3 %`. */
export function statusText({ statuses, requests }: Pick<CrawlerSummary, 'statuses' | 'requests'>): string {
  return statuses
    .toSorted((a, b) => b.requests - a.requests)
    .slice(0, 4)
    .map(({ status, requests: count }) => `${status === 0 ? 'no response' : status} ${percent(count, requests)}`)
    .join(', ');
}

/** Says what the verdicts on addresses rest on, in one or two sentences. */
export function verificationText({ verification }: Pick<TrafficSummary, 'verification'>): string {
  if (verification === null) return 'No addresses were verified: a user agent alone is a claim.';
  if (!verification.has_client_addresses) {
    return 'No request came from an address that its vendor publishes. The log may have the addresses of a proxy, so no request is called spoofed.';
  }
  return `Addresses were verified by the ranges that vendors published on ${verification.ranges_fetched_at.slice(0, 10)}.`;
}

/** Writes the summary for a terminal. */
export function trafficText(summary: TrafficSummary): string {
  const sections = [heading(summary)];
  if (summary.crawlers.length > 0) {
    sections.push(groups(summary), `${table(summary)}\n${verificationText(summary)}`);
    if (summary.by_day.length > 0) sections.push(days(summary));
    sections.push(...summary.crawlers.slice(0, DETAILED_CRAWLERS).map(pagesOf));
  }
  if (summary.referrals.length > 0) sections.push(referrals(summary));
  return `${sections.join('\n\n')}\n`;
}

function heading({ from, to, lines, bad_lines, skipped_lines, requests, formats }: TrafficSummary): string {
  const counted = lines - skipped_lines;
  const period = from === null || to === null ? '' : `, ${from.slice(0, 10)} to ${to.slice(0, 10)}`;
  const notes = [
    skipped_lines > 0 ? `${formatCount(skipped_lines)} entries outside of the period or of another host` : '',
    bad_lines > 0 ? `${formatCount(bad_lines)} bad lines` : '',
  ].filter((note) => note !== '');
  return [
    `${formatCount(counted)} requests${period} (format: ${formats.map((format) => quote(format, 60)).join(', ')})`,
    `  AI crawlers     ${share(requests.ai_bot, counted)}`,
    `  From assistants ${share(requests.ai_referral, counted)}`,
    `  Other bots      ${share(requests.traditional_bot, counted)}`,
    `  People          ${share(requests.human, counted)}`,
    ...(notes.length > 0 ? [`Not counted: ${notes.join('; ')}.`] : []),
    ...(requests.ai_bot === 0 ? ['No AI crawler is in this log.'] : []),
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

function pagesOf(crawler: CrawlerSummary): string {
  const rows = crawler.paths
    .slice(0, SHOWN_PATHS)
    .map(({ path, requests, status }) => [`  ${quote(path, 70)}`, formatCount(requests), String(status)]);
  return `${quote(crawlerName(crawler), 30)}: most requested pages\n${columns(rows, [1, 2])}`;
}

function referrals({ referrals: from }: TrafficSummary): string {
  const rows = from.flatMap(({ vendor, visits, landing_pages }) => [
    [quote(vendor ?? 'Unknown', 30), formatCount(visits)],
    ...landing_pages.slice(0, SHOWN_PATHS).map(({ path, requests }) => [`  ${quote(path, 70)}`, formatCount(requests)]),
  ]);
  return `Visits of people sent by AI assistants, by landing page\n${columns(rows, [1])}`;
}

function columns(rows: readonly (readonly string[])[], right: readonly number[]): string {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, cell.length)), []);
  return rows
    .map((row) =>
      row
        .map((cell, at) => (right.includes(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function share(count: number, of: number): string {
  return `${formatCount(count).padStart(12)}  ${percent(count, of)}`;
}

function percent(count: number, of: number): string {
  if (count === 0 || of === 0) return '0 %';
  const value = (100 * count) / of;
  return value < 0.1 ? '< 0.1 %' : `${value < 10 ? value.toFixed(1) : Math.round(value)} %`;
}
