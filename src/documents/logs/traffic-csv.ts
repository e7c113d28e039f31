import type { SiteJoin } from '../../logs/site-join.ts';
import type { TrafficSummary } from '../../logs/summary.ts';
import { toCsv } from '../../values/csv.ts';

const VERDICTS = ['verified', 'unverified', 'spoofed'] as const;
const NO_VERDICTS = VERDICTS.map(() => null);
const HEADER = [
  'record',
  'crawler',
  'vendor',
  'purpose',
  'key',
  'requests',
  'bytes',
  'errors',
  'status',
  ...VERDICTS,
] as const;

type CsvRow = (string | number | null)[];

/**
 * Writes the summary as CSV (RFC 4180). The first column tells what a line counts: `crawler`, `status`, `day` or `path` of a
 * crawler, a `referral` to a landing page; and from the comparison with a site, `forbidden`, `refused`, `broken` and `never_fetched`. `key` is the
 * status, day, path, rule or URL.
 */
export function trafficCsv({ crawlers, referrals, site }: TrafficSummary): string {
  const rows = crawlers.flatMap(
    ({ crawler, vendor, purpose, requests, bytes, verification, statuses, days, paths }) => {
      const by = [crawler, vendor, purpose] as const;
      return [
        ['crawler', ...by, null, requests, bytes, null, null, ...VERDICTS.map((name) => verification[name])],
        ...statuses.map((of) => ['status', ...by, of.status, of.requests, null, null, null, ...NO_VERDICTS]),
        ...days.map((of) => ['day', ...by, of.day, of.requests, null, null, null, ...NO_VERDICTS]),
        ...paths.map((of) => ['path', ...by, of.path, of.requests, of.bytes, of.errors, of.status, ...NO_VERDICTS]),
      ];
    },
  );
  const landings = referrals.flatMap(({ vendor, landing_pages }) =>
    landing_pages.map((of) => [
      'referral',
      null,
      vendor,
      null,
      of.path,
      of.requests,
      of.bytes,
      of.errors,
      of.status,
      ...NO_VERDICTS,
    ]),
  );
  return toCsv(HEADER, [...rows, ...landings, ...(site === null ? [] : siteRows(site))]);
}

function siteRows({ forbidden, refusals, broken_pages, sitemap }: SiteJoin): CsvRow[] {
  const none = [null, null, null, ...NO_VERDICTS];
  return [
    ...(forbidden ?? []).map((of) => [
      ...['forbidden', of.crawler, of.vendor, null, `line ${of.line}: ${of.rule}`, of.requests, ...none],
    ]),
    ...refusals.map(({ crawler, vendor, verified, unverified }) => [
      ...['refused', crawler, vendor, null, null, verified + unverified, null, null, null, verified, unverified, null],
    ]),
    ...broken_pages.map(({ path, not_found, redirects }) => [
      ...['broken', null, null, null, path, not_found + redirects, null, not_found, null, ...NO_VERDICTS],
    ]),
    ...sitemap.never_fetched_pages.map((url) => ['never_fetched', null, null, null, url, 0, ...none]),
  ];
}
