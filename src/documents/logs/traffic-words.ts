import type { CrawlerSummary, TrafficSummary } from '../../logs/summary.ts';
import { formatCount } from '../../values/format-count.ts';
import { quote } from '../../values/untrusted-text.ts';

const PURPOSES = { training: 'training', search: 'search', user: 'user request' } as const;

/** Crawler's name for people; one that the registry does not know has only a vendor, or nothing. */
export function crawlerName({ crawler, vendor }: Pick<CrawlerSummary, 'crawler' | 'vendor'>): string {
  return crawler ?? (vendor === null ? 'Unknown AI crawler' : `${vendor} (unknown crawler)`);
}

/** Purpose for people. */
export function purposeName(purpose: CrawlerSummary['purpose']): string {
  return purpose === null ? 'unknown' : PURPOSES[purpose];
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

/** Statuses in groups by what a crawler got: `200 96 %, 404 3 %`. */
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

/** Formats a share: `40 %`. */
export function percent(count: number, of: number): string {
  if (count === 0 || of === 0) return '0 %';
  const value = (100 * count) / of;
  return value < 0.1 ? '< 0.1 %' : `${value < 10 ? value.toFixed(1) : Math.round(value)} %`;
}

/** Says which days a summary is about: `, 2026-11-01 to 2026-11-07`; empty where they are not known. */
export function periodText({ from, to }: Pick<TrafficSummary, 'from' | 'to'>): string {
  return from === null || to === null ? '' : `, ${from.slice(0, 10)} to ${to.slice(0, 10)}`;
}

/** Says which lines were not counted; null where all were. */
export function notCountedText({
  skipped_lines,
  bad_lines,
  lines_without_user_agent,
}: Pick<TrafficSummary, 'skipped_lines' | 'bad_lines' | 'lines_without_user_agent'>): string | null {
  const notes = [
    skipped_lines > 0 ? `${formatCount(skipped_lines)} entries outside of the period or of another host` : '',
    bad_lines > 0 ? `${formatCount(bad_lines)} bad lines` : '',
  ].filter((note) => note !== '');
  if (notes.length === 0) return null;
  const reason = lines_without_user_agent === 0 ? '' : ` ${noUserAgentText(lines_without_user_agent)}`;
  return `Not counted: ${notes.join('; ')}.${reason}`;
}

/** Maximum number of contact addresses that are named. */
const MAX_CONTACTS = 5;

/** Says which other bots are probably of AI; null for none. */
export function probablyAiText({ probably_ai }: Pick<TrafficSummary, 'probably_ai'>): string | null {
  if (probably_ai.length === 0) return null;
  const requests = probably_ai.reduce((sum, one) => sum + one.requests, 0);
  const named = probably_ai
    .slice(0, MAX_CONTACTS)
    .map((one) => `${quote(one.contact, 60)} ${formatCount(one.requests)}`);
  const others = probably_ai.length > MAX_CONTACTS ? `, and ${probably_ai.length - MAX_CONTACTS} more` : '';
  return `Probably AI, undocumented: ${formatCount(requests)} of the other bots, by the contact address in their user agents: ${named.join(', ')}${others}.`;
}

/** Says why lines without a user agent are not counted, and what to do. */
export function noUserAgentText(lines: number): string {
  const count = lines === 1 ? '1 line has' : `${formatCount(lines)} lines have`;
  return `${count} no user agent, so no crawler can be recognized there. Log user agents, as the Combined Log Format does.`;
}
