import { domainToUnicode } from 'node:url';
import { storedVerdict, type Verdict } from '../../documents/verdict.ts';
import type { SiteRow } from './site-store.ts';

/** Orders of the list. With `-` before it, an order is reversed. */
export const SITE_SORTS = ['name', 'score', 'change', 'audited', 'visits'] as const;
export type SiteSort = (typeof SITE_SORTS)[number];

/** Results that the list can be filtered by: a verdict, a failed newest audit, or no audit yet. */
export const SITE_RESULTS = ['good', 'middling', 'poor', 'unknown', 'failed', 'none'] as const;
export type SiteResult = (typeof SITE_RESULTS)[number];

export interface SiteQuery {
  /** Part of the name, in ASCII or in its own script; '' for all. */
  readonly search: string;
  /** Null for all. */
  readonly result: SiteResult | null;
  readonly sort: SiteSort | `-${SiteSort}`;
  /** From 1. */
  readonly page: number;
}

export interface SortedSite extends SiteRow {
  /** Difference to the score before; null when nothing can be compared. */
  readonly change: number | null;
  /** Null where no file is hosted. */
  readonly aiVisits: AiVisits | null;
}

/** Requests of AI crawlers. */
export interface AiVisits {
  /** For the hosted file. */
  readonly file: number;
  /** For the pages of the site, by its access logs; null when none were sent. */
  readonly pages: number | null;
}

/** Returns the result of a site, for filters. */
export function toSiteResult({ newest, failed }: Pick<SiteRow, 'newest' | 'failed'>): SiteResult {
  if (failed !== null) return 'failed';
  return newest === null ? 'none' : (storedVerdict(newest) satisfies Verdict);
}

/** Selects and sorts sites. Those without a value come last in either direction, ties by name. */
export function selectSites(sites: readonly SortedSite[], { search, result, sort }: SiteQuery): SortedSite[] {
  const wanted = search.trim().toLowerCase();
  const direction = sort.startsWith('-') ? -1 : 1;
  const readValue = VALUES[sort.replace(/^-/, '')] ?? (() => null);
  return sites
    .filter((site) => result === null || toSiteResult(site) === result)
    .filter(({ domain }) => domain.includes(wanted) || domainToUnicode(domain).includes(wanted))
    .map((site) => ({ site, value: readValue(site) }))
    .sort((a, b) => compare(a.value, b.value, direction) || (a.site.domain < b.site.domain ? -1 : 1))
    .map(({ site }) => site);
}

type Value = string | number | null;

const VALUES: Readonly<Record<string, (site: SortedSite) => Value>> = {
  name: ({ domain }) => domain,
  score: ({ newest }) => newest?.score ?? null,
  change: ({ change }) => change,
  audited: ({ newest, failed }) => failed?.finishedAt ?? newest?.finishedAt ?? null,
  visits: ({ aiVisits }) => aiVisits && aiVisits.file + (aiVisits.pages ?? 0),
};

function compare(a: Value, b: Value, direction: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a === b ? 0 : a < b ? -direction : direction;
}
