import { toCsv } from '../../csv.ts';
import type { TrafficSummary } from '../../traffic/summary.ts';

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

/**
 * Writes the summary as CSV (RFC 4180). The first column tells what a line counts: `crawler`, `status`, `day` or `path` of a
 * crawler, or a `referral` to a landing page. `key` is the status, day or path.
 */
export function trafficCsv({ crawlers, referrals }: TrafficSummary): string {
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
  return toCsv(HEADER, [...rows, ...landings]);
}
