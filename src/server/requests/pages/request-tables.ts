import { type JoinTable, requestTables, withoutRows } from '../../../documents/logs/site-join-tables.ts';
import { crawlerName, formatBytes, purposeName } from '../../../documents/logs/traffic-words.ts';
import type { SitemapFetches } from '../../../logs/sitemap-fetches.ts';
import { formatCount } from '../../../values/format-count.ts';
import { formatDate } from '../../../web/layout/format.ts';
import type { DomainTraffic, DomainVisits } from '../domain-requests.ts';
import {
  impostors,
  landingPages,
  type TrafficRow,
  trafficRows,
  type Verifications,
  visitSummary,
} from '../request-summary.ts';

/** Rows shown of each table. */
const MAX_SHOWN = 10;

const ROBOTS_BASIS =
  'Each request was compared, with its query, with the robots.txt that the newest audit before it had read.';

/** Returns what AI crawlers requested and got, each part as a table. Cells may be hostile. */
export function trafficTables(traffic: DomainTraffic): readonly JoinTable[] {
  return [
    crawlers(trafficRows(traffic, 'crawler')),
    pages(trafficRows(traffic, 'path')),
    errors(trafficRows(traffic, 'status')),
  ];
}

/** Returns what an owner should look at: the comparison with the newest audit, impostors and referrals. */
export function findingTables({ site, daily, paths }: DomainTraffic): readonly JoinTable[] {
  const joined = site === null ? [] : [...requestTables(site, ROBOTS_BASIS), sitemap(site.sitemap)];
  return [...joined, impostorTable(daily), referrals(paths)].map((table) => ({
    ...table,
    rows: table.rows.slice(0, MAX_SHOWN),
  }));
}

/** Returns who visited a hosted file: the crawlers with a name, and how many of their visits were verified. */
export function visitTable({ days, counts }: DomainVisits): JoinTable {
  const title = 'Crawlers of the hosted file';
  const { by_crawler: named, verification } = visitSummary(days, counts);
  const formatVerifications = (of: Verifications | null) =>
    (['verified', 'unverified', 'spoofed'] as const).map((name) => (of === null ? '' : formatCount(of[name])));
  const all = Object.values(verification).reduce((sum, visits) => sum + visits, 0);
  if (named.length === 0 && all === 0) return withoutRows(title, 'No crawler has requested the file in these days.');
  return {
    title,
    lead: 'Any program can send the name of a crawler. A visit is verified when a published address, the DNS or a signature shows that it is the vendor’s. It is spoofed when one of these shows that it is not, and otherwise unverified. Addresses are not stored.',
    head: ['Crawler', 'Vendor', 'Purpose', 'Visits', 'Verified', 'Unverified', 'Spoofed'],
    rows: [
      ['All AI crawlers', '', '', formatCount(all), ...formatVerifications(verification)],
      ...named.map(({ crawler, vendor, purpose, visits, verification: of }) => [
        ...[
          crawler,
          vendor ?? '',
          of === null ? '' : purposeName(purpose),
          formatCount(visits),
          ...formatVerifications(of),
        ],
      ]),
    ],
    numbers: [3, 4, 5, 6],
  };
}

function crawlers(rows: readonly TrafficRow[]): JoinTable {
  return {
    title: 'Crawlers',
    lead: 'Any program can send the name of a crawler. Verified: the request came from an address of its vendor.',
    head: ['Crawler', 'Vendor', 'Purpose', 'Requests', 'Verified', 'Spoofed', 'Errors', 'Sent', 'Last request'],
    rows: rows.map((row) => [
      ...[crawlerName(row), row.vendor ?? '', purposeName(row.purpose), formatCount(row.requests)],
      ...[formatCount(row.verification.verified), formatCount(row.verification.spoofed), formatCount(row.errors)],
      ...[formatBytes(row.bytes), formatDate(row.lastAt)],
    ]),
    numbers: [3, 4, 5, 6, 7],
  };
}

function pages(rows: readonly TrafficRow[]): JoinTable {
  return {
    title: 'Most requested pages',
    lead: 'Paths without query strings.',
    head: ['Page', 'Crawler', 'Requests', 'Errors', 'Sent'],
    rows: rows
      .slice(0, MAX_SHOWN)
      .map((row) => [
        row.path === '' ? 'All other pages' : (row.path ?? ''),
        crawlerName(row),
        formatCount(row.requests),
        formatCount(row.errors),
        formatBytes(row.bytes),
      ]),
    numbers: [2, 3, 4],
    paths: [0],
  };
}

function errors(rows: readonly TrafficRow[]): JoinTable {
  const failed = rows.filter(({ status }) => (status ?? 0) >= 400);
  const title = 'Errors served to crawlers';
  if (failed.length === 0) return withoutRows(title, 'None.');
  return {
    title,
    lead: 'Responses with a 4xx or 5xx status. Rare statuses are counted as 400 or 500.',
    head: ['Crawler', 'Status', 'Requests', 'Verified', 'Last'],
    rows: failed
      .slice(0, MAX_SHOWN)
      .map((row) => [
        crawlerName(row),
        String(row.status),
        formatCount(row.requests),
        formatCount(row.verification.verified),
        formatDate(row.lastAt),
      ]),
    numbers: [1, 2, 3],
  };
}

function sitemap(of: SitemapFetches): JoinTable {
  const title = 'Sitemap pages that no AI search crawler fetched';
  if (of.pages === 0) return withoutRows(title, 'The audit read no sitemap.');
  if (of.days_with_logs === 0) return withoutRows(title, 'There are no logs of the last 30 days.');
  const compared = of.pages < of.entries ? ` (of ${formatCount(of.entries)} entries)` : '';
  const logs = `Since ${formatDate(of.since)} (logs of ${of.days_with_logs} ${of.days_with_logs === 1 ? 'day' : 'days'})`;
  const unknown = of.unknown === 0 ? '' : ` Of ${formatCount(of.unknown)} it is not known.`;
  const lead = `${logs}, AI search crawlers fetched ${formatCount(of.fetched)} of ${formatCount(of.pages)} pages${compared}; ${formatCount(of.not_fetched)} were not fetched.${unknown}`;
  if (of.not_fetched === 0) return withoutRows(title, lead);
  return {
    title,
    lead,
    head: ['Page', 'Last fetch'],
    rows: of.not_fetched_pages.map(({ url, last_fetch }) => [
      url,
      last_fetch === null ? 'not in the logs' : formatDate(last_fetch),
    ]),
    numbers: [],
    paths: [0],
  };
}

function impostorTable(daily: DomainTraffic['daily']): JoinTable {
  const title = 'Impostors';
  const found = impostors(daily);
  if (found.length === 0) {
    const isKnown = daily.some(({ verdict }) => verdict === 'verified');
    const lead = isKnown
      ? 'No request with a crawler’s name came from an address that is not its vendor’s.'
      : 'Unknown: no crawler could be verified by its address. The logs may contain the addresses of a proxy.';
    return withoutRows(title, lead);
  }
  return {
    title,
    lead: 'Requests with a crawler’s name from addresses that are not its vendor’s. You can block them without loss.',
    head: ['Named', 'Vendor', 'Requests', 'Last'],
    rows: found.map((one) => [crawlerName(one), one.vendor ?? '', formatCount(one.requests), formatDate(one.lastAt)]),
    numbers: [2],
  };
}

function referrals(paths: DomainTraffic['paths']): JoinTable {
  const title = 'People sent by AI assistants';
  const found = landingPages(paths);
  if (found.length === 0) return withoutRows(title, 'None in these days.');
  return {
    title,
    lead: 'By landing page. Many assistants hide the referrer, so the true number is higher.',
    head: ['Vendor', 'Page', 'Visits'],
    rows: found.map(({ vendor, path, visits }) => [
      vendor ?? 'Unknown',
      path === '' ? 'All other pages' : path,
      formatCount(visits),
    ]),
    numbers: [2],
    paths: [1],
  };
}
