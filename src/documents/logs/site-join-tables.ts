import type { ForbiddenRequests, SiteJoin } from '../../logs/site-join.ts';
import { formatCount } from '../../values/format-count.ts';
import { crawlerName } from './traffic-words.ts';

/** One part of a report on requests. Texts of cells are not escaped, and may be hostile. */
export interface JoinTable {
  readonly title: string;
  /** Meaning of the table, in one or two sentences. */
  readonly lead: string;
  /** Empty where there is nothing to list. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns with numbers. */
  readonly numbers: readonly number[];
  /** Columns with long texts, such as paths and URLs, which may be broken anywhere. */
  readonly paths?: readonly number[];
}

/** Paths named in one row. */
const SHOWN_PATHS = 3;

/** Writes the comparison of logs with a site as tables. */
export function siteJoinTables(join: SiteJoin): readonly JoinTable[] {
  return [...requestTables(join), sitemap(join)];
}

/**
 * Writes the requests that a site forbids, refuses or has no page for.
 * @param robotsBasis one sentence on the robots.txt that decided. Default: it is the site's
 */
export function requestTables(join: Omit<SiteJoin, 'domain' | 'sitemap'>, robotsBasis?: string): readonly JoinTable[] {
  return [forbidden(join, robotsBasis), refusals(join), brokenPages(join)];
}

const ROBOTS: Readonly<Record<string, string>> = {
  obeys: 'says it obeys',
  'may not apply': 'may not apply to it',
  'not stated': 'not stated',
};

function forbidden(
  {
    forbidden: found,
    undecided,
    names_with_digits: digits,
    gathered_at,
  }: Pick<SiteJoin, 'forbidden' | 'undecided' | 'names_with_digits' | 'gathered_at'>,
  basis = `By the robots.txt of ${gathered_at.slice(0, 10)}. It may have been another when the requests were made.`,
): JoinTable {
  const title = 'Requests that robots.txt forbids';
  if (found === null) return withoutRows(title, 'The site’s robots.txt was not read, so nothing is known.');
  const unknown =
    undecided === 0 ? '' : ` ${formatCount(undecided)} more requests were not compared with a robots.txt.`;
  const meant =
    digits.length === 0
      ? ''
      : ` robots.txt names ${digits.join(', ')}. RFC 9309 has no digits in names, so some crawlers read such a name only up to its digit, and obey the rules for all. Here the lines count as they are meant.`;
  const lead = `${basis}${unknown}${meant}`;
  if (found.length === 0) return withoutRows(title, `None. ${lead}`);
  const row = ({ crawler, vendor, line, rule, robots, requests, paths }: ForbiddenRequests) => [
    crawler,
    vendor,
    line === null ? '' : String(line),
    rule ?? 'not stored',
    ROBOTS[robots] ?? robots,
    formatCount(requests),
    paths.slice(0, SHOWN_PATHS).join(' '),
  ];
  return {
    title,
    lead,
    head: ['Crawler', 'Vendor', 'Line', 'Rule', 'robots.txt', 'Requests', 'Pages'],
    rows: found.map(row),
    numbers: [2, 5],
    paths: [3, 6],
  };
}

function refusals({ refusals: found }: Pick<SiteJoin, 'refusals'>): JoinTable {
  const title = 'Refusals';
  if (found.length === 0) return withoutRows(title, 'No AI crawler got 401, 403 or 429.');
  const verified = found.reduce((sum, { verified: count }) => sum + count, 0);
  const lead =
    verified > 0
      ? `${formatCount(verified)} requests of verified crawlers got 401, 403 or 429: a firewall, a rule or a rate limit refuses them.`
      : 'Requests that got 401, 403 or 429. None is verified, so they may come from impostors.';
  return {
    title,
    lead,
    head: ['Crawler', 'Vendor', 'Verified', 'Unverified', 'Pages'],
    rows: found.map((one) => [
      ...[crawlerName(one), one.vendor ?? '', formatCount(one.verified), formatCount(one.unverified)],
      one.paths.slice(0, SHOWN_PATHS).join(' '),
    ]),
    numbers: [2, 3],
    paths: [4],
  };
}

function brokenPages({ broken_pages: found }: Pick<SiteJoin, 'broken_pages'>): JoinTable {
  const title = 'Missing and moved pages';
  if (found.length === 0) return withoutRows(title, 'No AI crawler got 404, 410 or a redirect.');
  return {
    title,
    lead: 'Pages that AI crawlers request and that are missing (404, 410) or redirect. Those in a sitemap come first.',
    head: ['Page', 'In a sitemap', 'Missing', 'Redirects', 'Crawlers'],
    rows: found.map(({ path, in_sitemap, not_found, redirects, crawlers }) => [
      ...[path, in_sitemap ? 'yes' : '', formatCount(not_found), formatCount(redirects), crawlers.join(', ')],
    ]),
    numbers: [2, 3],
    paths: [0, 4],
  };
}

function sitemap({
  sitemap: { entries, pages, fetched, never_fetched, unknown, never_fetched_pages },
}: SiteJoin): JoinTable {
  const title = 'Sitemap pages without AI search crawlers';
  if (pages === 0) return withoutRows(title, 'The site has no sitemap that was read.');
  const sampled = pages < entries ? ` (of ${formatCount(entries)} entries)` : '';
  const counted = `Of ${formatCount(pages)} pages${sampled}, AI search crawlers were served ${formatCount(fetched)} and never ${formatCount(never_fetched)} in this log.`;
  const lead = unknown === 0 ? counted : `${counted} Of ${formatCount(unknown)} it is not known.`;
  if (never_fetched === 0) return withoutRows(title, lead);
  return {
    title,
    lead,
    head: ['Never fetched'],
    rows: never_fetched_pages.map((url) => [url]),
    numbers: [],
    paths: [0],
  };
}

/** Returns a part without rows. */
export function withoutRows(title: string, lead: string): JoinTable {
  return { title, lead, head: [], rows: [], numbers: [] };
}
