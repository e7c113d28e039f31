import pLimit from 'p-limit';
import {
  type AuditRecord,
  type AuditTarget,
  type McpBackend,
  type NewAudit,
  type ToolCall,
  ToolRefusal,
  type Traffic,
  type TrafficQuery,
} from '../../agents/backend.ts';
import type { PageTable } from '../../audit/pages/page-table.ts';
import type { RenderedAudit } from '../../audit/rendered/rendered-site.ts';
import { whyNothingListed } from '../../documents/llms-txt/nothing-listed.ts';
import { type AuditedSite, auditSite, completeInventory, pageTableOfSite } from '../../engine/audit-site.ts';
import type { AuditWork } from '../../engine/engine-protocol.ts';
import type { FetcherOptions, RequestProgress } from '../../fetch/fetcher.ts';
import { buildInventory } from '../../site/inventory/build-inventory.ts';
import type { PageInventory } from '../../site/inventory/inventory.ts';
import type { Site } from '../../site/site.ts';
import type { DomainName } from '../../values/domain-name.ts';
import { DEFAULT_PAGES, MOST_PAGES } from '../../values/page-count.ts';
import { quote } from '../../values/untrusted-text.ts';
import { fetcherOptions, requireTarget, type SiteOptions } from '../audited-site.ts';
import { describeError, UsageError } from '../exit.ts';

/** Maximum number of audits at once. Further ones wait: one process runs them all. */
const CONCURRENCY = 2;
/** Maximum number of audits that one session retains. The oldest are dropped first. */
const MAX_AUDITS = 20;

interface Audited extends AuditedSite {
  readonly notes: readonly string[];
}

interface LocalAudit extends AuditRecord {
  readonly inventory: PageInventory;
  /** Null where there is none. */
  readonly table: PageTable | null;
  /** Null where none was asked for. */
  readonly rendering: RenderedAudit | null;
  /** Null until it was written. */
  llmsTxt: string | null;
}

/** Audits sites in this process, as `citable audit` does, and retains the newest reports until the process ends. */
export class LocalBackend implements McpBackend {
  readonly isLocal = true;
  readonly #options: SiteOptions;
  readonly #fetching: FetcherOptions;
  readonly #audits = new Map<string, LocalAudit>();
  readonly #limit = pLimit(CONCURRENCY);
  readonly #oneRendering = pLimit(1);
  #count = 0;

  constructor(options: SiteOptions) {
    this.#options = options;
    this.#fetching = fetcherOptions(options);
  }

  async audit({ site, folder, since, pages: asked, render = false }: AuditTarget, call: ToolCall): Promise<NewAudit> {
    const domain = this.#requireDomain(site);
    const pages = asked === 'all' ? MOST_PAGES : asked;
    const work = { ...(since && { earlierPages: since.report.pages }), ...(pages !== undefined && { pages }) };
    const run = () => (folder === null ? this.#live(domain, work, call) : auditedFolder(folder, domain, work));
    const audited = await this.#limit(() => (call.signal.aborted ? null : run()));
    if (audited === null || call.signal.aborted) throw new ToolRefusal('The audit was cancelled.');
    const { site: read, report, notes, crawled } = audited;
    if (report.failure !== null) throw new ToolRefusal(report.failure.message);
    const rendering = render ? await this.#render(read, folder) : null;
    this.#count += 1;
    const id = `audit-${this.#count}`;
    const finishedAt = new Date().toISOString();
    const audit = {
      id,
      finishedAt,
      report,
      folder,
      notes,
      inventory: buildInventory(read),
      table: pageTableOfSite(read, crawled),
      rendering,
      llmsTxt: null,
    };
    this.#audits.set(id, audit);
    this.#audits.delete(`audit-${this.#count - MAX_AUDITS}`);
    return { ...audit, table: (pages ?? 0) > DEFAULT_PAGES ? audit.table : null };
  }

  async rendering({ id }: AuditRecord): Promise<RenderedAudit | null> {
    return this.#require(id).rendering;
  }

  /** Loads the judged pages in a browser, for one audit at a time. */
  async #render(site: Site, folder: string | null): Promise<RenderedAudit> {
    const { renderAudit } = await import('../observed/render-audit.ts');
    return this.#oneRendering(() => renderAudit(site, folder ?? undefined, this.#options));
  }

  async pageTable({ id }: AuditRecord): Promise<PageTable | null> {
    return this.#require(id).table;
  }

  async #live(
    domain: DomainName,
    { pages = DEFAULT_PAGES, earlierPages }: AuditWork,
    { signal, onProgress }: ToolCall,
  ): Promise<Audited> {
    const options = {
      ...this.#fetching,
      ...(earlierPages && { earlierPages }),
      ...(pages > DEFAULT_PAGES && { crawl: { pages } }),
      signal,
      onProgress: (stage: string, requests: number) => onProgress({ stage, requests }),
    };
    return { ...(await auditSite(domain, options)), notes: [] };
  }

  async find(id: string): Promise<AuditRecord> {
    return this.#require(id);
  }

  async newest(): Promise<AuditRecord | null> {
    return [...this.#audits.values()].at(-1) ?? null;
  }

  async llmsTxt({ id }: AuditRecord, { signal, onProgress }: ToolCall): Promise<string> {
    const audit = this.#require(id);
    if (audit.llmsTxt !== null) return audit.llmsTxt;
    const fetched = {
      ...this.#fetching,
      signal,
      onRequest: ({ requests }: RequestProgress) => onProgress({ stage: 'further pages', requests }),
    };
    // All pages of a folder were read already.
    const inventory = audit.folder === null ? await completeInventory(audit.inventory, fetched) : audit.inventory;
    if (signal.aborted) throw new ToolRefusal('The call was cancelled.');
    const problem = whyNothingListed(inventory);
    if (problem !== null) throw new ToolRefusal(problem);
    const { vipLlmsTxt } = await import('../../documents/llms-txt/llms-txt-document.ts');
    audit.llmsTxt = vipLlmsTxt({ inventory, hostedUrl: null });
    return audit.llmsTxt;
  }

  async traffic(query: TrafficQuery): Promise<Traffic> {
    const { trafficOfLogs } = await import('./log-traffic.ts');
    return trafficOfLogs(query);
  }

  /** @throws ToolRefusal */
  #requireDomain(text: string): DomainName {
    try {
      return requireTarget(text, this.#fetching);
    } catch (error) {
      throw error instanceof UsageError ? new ToolRefusal(error.message) : error;
    }
  }

  #require(id: string): LocalAudit {
    const audit = this.#audits.get(id);
    if (audit !== undefined) return audit;
    const ids = [...this.#audits.keys()].join(', ');
    throw new ToolRefusal(
      ids === '' ? 'There is no such audit: call audit_site first.' : `There is no such audit. There are ${ids}.`,
    );
  }
}

/** Audits a folder before it is published. @throws ToolRefusal */
async function auditedFolder(folder: string, domain: DomainName, work: AuditWork): Promise<Audited> {
  const { auditFolder } = await import('../../engine/audit-folder.ts');
  const audited = await auditFolder(folder, domain, work).catch((error: unknown) => {
    throw new ToolRefusal(`${quote(folder)} cannot be read: ${describeError(error)}.`);
  });
  if (audited.site.home.status !== 404) return audited;
  throw new ToolRefusal(`${quote(folder)} has no index.html. Name the build output folder, such as ./dist.`);
}
