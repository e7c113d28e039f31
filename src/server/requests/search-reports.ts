import { pageFields } from '../../documents/pages/page-fields.ts';
import { requestPath } from '../../logs/request-path.ts';
import { parseSearchReport, type SearchReportKind } from '../../logs/search-report.ts';
import type { DomainName } from '../../values/domain-name.ts';
import { isoTime } from '../../values/utc-day.ts';
import type { StorageBudget } from '../audits/storage-budget.ts';
import type { AuditStore } from '../audits/store/audit-store.ts';
import type { Publications } from '../publishing/publications.ts';
import type { QuerySearchCount, SearchStore, StoredReport } from './store/search-store.ts';
import type { TrafficStore } from './store/traffic-store.ts';

/** Maximum pages that are joined, of each source. */
const MAX_PAGES = 20_000;
/** Pages and queries that are returned. */
const MAX_RETURNED = 500;
/** Crawlers and problems that are named for a page. */
const MAX_NAMED = 3;

/** What became of a report. */
export interface ImportResult {
  readonly report: SearchReportKind;
  readonly lines: number;
  readonly ofOtherHosts: number;
  readonly badLines: number;
  readonly warning: string | null;
  /** Rows that are stored for the domain, of all reports. */
  readonly stored: number;
}

/** A page as its logs, search engines and the newest audit know it. What a source does not say is null. */
export interface JoinedPage {
  /** Path without its query. */
  readonly page: string;
  /** The AI crawlers that requested it last, the newest first; empty for none. */
  readonly crawled: readonly { readonly crawler: string; readonly at: string }[];
  readonly citations: number | null;
  readonly ai_impressions: number | null;
  readonly impressions: number | null;
  readonly clicks: number | null;
  /** Points of the score by all pages that it costs. */
  readonly lost_points: number | null;
  /** What to fix, the most costly first. */
  readonly problems: readonly string[];
}

/** What is known of the pages of a domain. */
export interface JoinedPages {
  readonly reports: readonly StoredReport[];
  /** The audit that the points are of; null without one. */
  readonly auditId: string | null;
  readonly hasLogs: boolean;
  /** Most cited first, then by AI impressions, impressions and the newest request; at most 500. */
  readonly pages: readonly JoinedPage[];
  /** Number of pages that crawlers requested or reports mention. */
  readonly known: number;
  readonly queries: readonly QuerySearchCount[];
}

export interface SearchReportsContext {
  readonly search: SearchStore;
  /** Where nothing is written. */
  readonly shown: SearchStore;
  readonly traffic: TrafficStore;
  readonly audits: Pick<AuditStore, 'listScores' | 'findPageTable'>;
  readonly publications: Publications;
  readonly storage: StorageBudget;
}

/** Stores what search engines report about published domains, and joins it with logs and audits. */
export class SearchReports {
  readonly #context: SearchReportsContext;

  constructor(context: SearchReportsContext) {
    this.#context = context;
  }

  /**
   * Stores the CSV export of a report.
   *
   * @param kind null to recognize it
   * @param now milliseconds since 1970
   * @throws NotASearchReport, ServiceError `domain_not_published`, `domain_not_owned`
   */
  async add(
    domain: DomainName,
    keyId: string,
    file: Uint8Array,
    kind: SearchReportKind | null,
    now: number,
  ): Promise<ImportResult> {
    const { search, publications, storage } = this.#context;
    await publications.requireOwner(domain, keyId);
    const report = await parseSearchReport(file, domain, kind);
    const stored = await storage.admit(() => search.add(domain, keyId, report, isoTime(now)));
    if (stored === null) await publications.requireOwner(domain, keyId);
    const { ofOtherHosts, badLines, warning, counts } = report;
    return { report: report.kind, lines: counts.length, ofOtherHosts, badLines, warning, stored: stored ?? 0 };
  }

  /** Joins what is known of the pages of a domain. @throws ServiceError `domain_not_published`, `domain_not_owned` */
  async pages(domain: DomainName, keyId: string): Promise<JoinedPages> {
    const { shown, traffic, publications } = this.#context;
    await publications.requireOwner(domain, keyId);
    const crawled = Map.groupBy(await traffic.lastRequests(domain, MAX_PAGES), ({ path }) => path);
    const counts = Map.groupBy(await shown.pages(domain, MAX_PAGES), ({ page }) => page);
    const audited = await this.#auditedPages(domain);
    const pages = [...new Set([...counts.keys(), ...crawled.keys()])].map((page): JoinedPage => {
      const of = (report: SearchReportKind) => counts.get(page)?.find((count) => count.report === report);
      const row = audited?.pages.get(page);
      return {
        page,
        crawled: (crawled.get(page) ?? []).slice(0, MAX_NAMED).map(({ crawler, at }) => ({ crawler, at })),
        citations: of('ai_citations')?.shown ?? null,
        ai_impressions: of('ai_search')?.shown ?? null,
        impressions: of('search')?.shown ?? null,
        clicks: of('search')?.clicks ?? null,
        lost_points: row?.lost_points ?? null,
        problems: row?.problems ?? [],
      };
    });
    return {
      reports: await shown.reports(domain),
      auditId: audited?.id ?? null,
      hasLogs: crawled.size > 0,
      pages: pages.toSorted(byUse).slice(0, MAX_RETURNED),
      known: pages.length,
      queries: await shown.queries(domain, MAX_RETURNED),
    };
  }

  /** What the pages of the newest audit lose, by path; null without a page table. */
  async #auditedPages(domain: string) {
    const { audits } = this.#context;
    const [newest] = await audits.listScores(domain, 1);
    const stored = newest === undefined ? null : await audits.findPageTable(newest.id);
    if (newest === undefined || stored === null) return null;
    const table: Parameters<typeof pageFields>[0] & { rows: Parameters<typeof pageFields>[1][] } = JSON.parse(stored);
    const pages = new Map<string, { lost_points: number | null; problems: readonly string[] }>();
    for (const row of table.rows) {
      const { pathname, search } = new URL(row.url);
      const path = requestPath(pathname);
      if (path === null || search !== '' || pages.has(path)) continue;
      const { lost_points, problems } = pageFields(table, row);
      const costly = problems.toSorted((a, b) => b.points - a.points).slice(0, MAX_NAMED);
      pages.set(path, { lost_points, problems: costly.map(({ note }) => note) });
    }
    return { id: newest.id, pages };
  }
}

/** Most cited first. */
function byUse(a: JoinedPage, b: JoinedPage): number {
  const newest = ({ crawled: [last] }: JoinedPage) => Date.parse(last?.at ?? '1970-01-01');
  return (
    (b.citations ?? 0) - (a.citations ?? 0) ||
    (b.ai_impressions ?? 0) - (a.ai_impressions ?? 0) ||
    (b.impressions ?? 0) - (a.impressions ?? 0) ||
    newest(b) - newest(a) ||
    (a.page < b.page ? -1 : 1)
  );
}
