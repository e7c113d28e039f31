import { judge, judgeAllPages } from '../audit/judge.ts';
import { pageTableOf } from '../audit/pages/build-page-table.ts';
import type { PageTable } from '../audit/pages/page-table.ts';
import type { AuditFailure, Report } from '../audit/report/report.ts';
import { createFetcher, type FetcherOptions } from '../fetch/fetcher.ts';
import { type GatherSiteOptions, gatherSite } from '../site/gather/gather.ts';
import { inventoryOf } from '../site/inventory/build-inventory.ts';
import { readFurtherPages } from '../site/inventory/further-pages.ts';
import type { PageInventory } from '../site/inventory/inventory.ts';
import type { Site } from '../site/site.ts';
import type { DomainName } from '../values/domain-name.ts';
import type { AuditOutcome } from './engine-protocol.ts';

export type AuditSiteOptions = GatherSiteOptions;

export interface AuditedSite {
  /** Everything that was fetched: it can be saved and judged again. */
  readonly site: Site;
  readonly report: Report;
}

/**
 * Audits a site live: gathers it and judges it, with its own connections and budgets. Never rejects for anything that a
 * site does: a home page that cannot be read gives a Report whose outcome is `failed`.
 */
export async function auditSite(domain: DomainName, options: AuditSiteOptions = {}): Promise<AuditedSite> {
  const site = await gatherSite(domain, options);
  return { site, report: judge(site) };
}

/** Returns the page table of a site; null for one that could not be read, or that was saved by an earlier version. */
export function pageTableOfSite(site: Site): PageTable | null {
  const judgement = judgeAllPages(site);
  return judgement.allPages === null || site.inventory === undefined
    ? null
    : pageTableOf(site, site.inventory, judgement);
}

/** Failures that are often temporary. Wrong names, addresses and certificates are not. */
const TEMPORARY: ReadonlySet<AuditFailure['kind']> = new Set([
  'timeout',
  'name_lookup_failed',
  'connection_refused',
  'connection_reset',
  'unreachable',
  'egress_proxy',
]);

/** Judges a site. Returns the part of its audit that is stored. */
export function outcomeOf(site: Site, report = judge(site)): AuditOutcome {
  const table = pageTableOfSite(site);
  const hasPage = report.failure?.kind !== 'not_html' && site.home.body !== '';
  return {
    report,
    html: hasPage ? site.home.body : null,
    inventory: report.outcome === 'done' ? JSON.stringify(inventoryOf(site)) : null,
    pageTable: table === null ? null : JSON.stringify(table),
    isTemporary: report.failure !== null && isTemporary(report.failure, site),
  };
}

function isTemporary({ kind }: AuditFailure, { home }: Site): boolean {
  return TEMPORARY.has(kind) || (kind === 'http_status' && home.status !== null && home.status >= 500);
}

/** Budgets for further pages: a few redirects beside the pages, and two connections at once. */
export const FURTHER_BUDGETS = { requests: 80, audit: 40_000, connectionsPerHost: 2 };

/**
 * Fetches further pages of an inventory, with its own connections and budget.
 * @param options.about URL that tells a site's owner who sends these requests
 */
export async function completeInventory(
  inventory: PageInventory,
  options: FetcherOptions & { readonly about?: string | null } = {},
): Promise<PageInventory> {
  const { about = null, ...fetcherOptions } = options;
  const fetcher = createFetcher({ ...fetcherOptions, budgets: FURTHER_BUDGETS });
  try {
    return await readFurtherPages(inventory, { fetcher, about });
  } finally {
    await fetcher.close();
  }
}
