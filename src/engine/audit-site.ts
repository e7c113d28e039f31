import { judgeAllPages, withAllPagesScore } from '../audit/judge.ts';
import { buildPageTable } from '../audit/pages/build-page-table.ts';
import { CrawledPages } from '../audit/pages/crawled-pages.ts';
import type { JudgedPages } from '../audit/pages/page-losses.ts';
import type { PageTable } from '../audit/pages/page-table.ts';
import type { AuditFailure, Report } from '../audit/report/report.ts';
import type { Exchange } from '../fetch/exchange.ts';
import type { FetcherOptions } from '../fetch/fetcher.ts';
import type { Crawl } from '../site/gather/crawl-site.ts';
import { type GatherSiteOptions, gatherSite } from '../site/gather/gather.ts';
import { buildInventory } from '../site/inventory/build-inventory.ts';
import { readFurtherPages } from '../site/inventory/further-pages.ts';
import type { PageInventory } from '../site/inventory/inventory.ts';
import type { LogEvidence } from '../site/log-evidence.ts';
import type { Site } from '../site/site.ts';
import type { DomainName } from '../values/domain-name.ts';
import type { AuditOutcome } from './engine-protocol.ts';

export interface AuditSiteOptions extends Omit<GatherSiteOptions, 'crawl'> {
  /** Reads more pages than those of the score. */
  readonly crawl?: CrawlOptions;
  /** What the owner's access logs say, to be stored in the Site. */
  readonly logs?: LogEvidence;
}

export interface CrawlOptions extends Omit<Crawl, 'onPages'> {
  /** Called with pages that are not in the Site, some at a time. */
  readonly onPages?: (pages: readonly Exchange[]) => void;
}

export interface AuditedSite {
  /** Everything that was fetched: it can be saved and judged again. */
  readonly site: Site;
  readonly report: Report;
  /** What the pages lose, where more than those of the score were read; null where none could be judged. */
  readonly crawled?: JudgedPages | null;
}

/**
 * Audits a site live: gathers it and judges it, with its own connections and budgets. Never rejects for anything that a
 * site does: a home page that cannot be read gives a Report whose outcome is `failed`.
 */
export async function auditSite(domain: DomainName, options: AuditSiteOptions = {}): Promise<AuditedSite> {
  const { site, crawled } = await gatheredSite(domain, options);
  return { site, report: makeReport(site, crawled), ...(crawled !== undefined && { crawled }) };
}

/**
 * Judges a site, with the score of all pages that were read beside that of the chosen ones.
 *
 * @param crawled what the pages of a crawl lose. Default: what those in the Site lose
 */
export function makeReport(site: Site, crawled: JudgedPages | null = null): Report {
  const { report } = judgeAllPages(site);
  return crawled === null ? report : withAllPagesScore(report, crawled.score);
}

/** Gathers a site. The pages of a crawl are judged while they are in memory. */
export async function gatheredSite(
  domain: DomainName,
  { crawl, logs, ...options }: AuditSiteOptions,
): Promise<Pick<AuditedSite, 'site' | 'crawled'>> {
  const withLogs = (site: Site): Site => (logs === undefined ? site : { ...site, logs });
  if (crawl === undefined) return { site: withLogs(await gatherSite(domain, options)) };
  const pages = new CrawledPages();
  const onPages: Crawl['onPages'] = (site, some) => {
    pages.add(site, some);
    crawl.onPages?.(some);
  };
  const site = await gatherSite(domain, { ...options, crawl: { ...crawl, onPages } });
  return { site: withLogs(site), crawled: pages.result(site) };
}

/**
 * Returns the page table of a site; null for one that could not be read, or that was saved by an earlier version.
 *
 * @param crawled what the pages of a crawl lose. Default: what those in the Site lose
 */
export function pageTableOfSite(site: Site, crawled: JudgedPages | null = null): PageTable | null {
  const { report, allPages } = judgeAllPages(site);
  const inventory = site.crawled ?? site.inventory;
  if (allPages === null || inventory === undefined) return null;
  return buildPageTable(site, inventory, { report, allPages: crawled ?? allPages });
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
export function createOutcome(
  site: Site,
  crawled: JudgedPages | null = null,
  report = makeReport(site, crawled),
): AuditOutcome {
  const table = pageTableOfSite(site, crawled);
  const hasPage = report.failure?.kind !== 'not_html' && site.home.body !== '';
  return {
    report,
    html: hasPage ? site.home.body : null,
    inventory: report.outcome === 'done' ? JSON.stringify(buildInventory(site)) : null,
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
  const { createFetcher } = await import('../fetch/fetcher.ts');
  const fetcher = createFetcher({ ...fetcherOptions, budgets: FURTHER_BUDGETS });
  try {
    return await readFurtherPages(inventory, { fetcher, about });
  } finally {
    await fetcher.close();
  }
}
