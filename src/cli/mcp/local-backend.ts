import pLimit from 'p-limit';
import {
  type AuditRecord,
  type AuditTarget,
  type McpBackend,
  type ToolCall,
  ToolRefusal,
  type Traffic,
  type TrafficQuery,
} from '../../agents/backend.ts';
import { whyNothingListed } from '../../documents/llms-txt/nothing-listed.ts';
import { type AuditedSite, auditSite, completeInventory } from '../../engine/audit-site.ts';
import type { FetcherOptions, RequestProgress } from '../../fetch/fetcher.ts';
import { inventoryOf } from '../../site/inventory/build-inventory.ts';
import type { PageInventory } from '../../site/inventory/inventory.ts';
import type { DomainName } from '../../values/domain-name.ts';
import { quote } from '../../values/untrusted-text.ts';
import { requireTarget } from '../audited-site.ts';
import { reasonOf, UsageError } from '../exit.ts';

/** Most audits at once. Further ones wait: one process runs them all. */
const CONCURRENCY = 2;
/** Most audits that one session retains. The oldest are dropped first. */
const MAX_AUDITS = 20;

interface Audited extends AuditedSite {
  readonly notes: readonly string[];
}

interface LocalAudit extends AuditRecord {
  readonly inventory: PageInventory;
  /** Null until it was written. */
  llmsTxt: string | null;
}

/** Audits sites in this process, as `citable audit` does, and retains the newest reports until the process ends. */
export class LocalBackend implements McpBackend {
  readonly isLocal = true;
  readonly #fetching: FetcherOptions;
  readonly #audits = new Map<string, LocalAudit>();
  readonly #limit = pLimit(CONCURRENCY);
  #count = 0;

  constructor(fetching: FetcherOptions) {
    this.#fetching = fetching;
  }

  async audit({ site, folder, earlierPages }: AuditTarget, call: ToolCall): Promise<AuditRecord> {
    const domain = this.#domainOf(site);
    const run = () =>
      folder === null ? this.#live(domain, earlierPages, call) : auditedFolder(folder, domain, earlierPages);
    const audited = await this.#limit(() => (call.signal.aborted ? null : run()));
    if (audited === null || call.signal.aborted) throw new ToolRefusal('The audit was cancelled.');
    const { report, notes } = audited;
    if (report.failure !== null) throw new ToolRefusal(report.failure.message);
    this.#count += 1;
    const id = `audit-${this.#count}`;
    const finishedAt = new Date().toISOString();
    const audit = { id, finishedAt, report, folder, notes, inventory: inventoryOf(audited.site), llmsTxt: null };
    this.#audits.set(id, audit);
    this.#audits.delete(`audit-${this.#count - MAX_AUDITS}`);
    return audit;
  }

  async #live(
    domain: DomainName,
    earlierPages: readonly string[] | undefined,
    { signal, onProgress }: ToolCall,
  ): Promise<Audited> {
    const options = {
      ...this.#fetching,
      ...(earlierPages && { earlierPages }),
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
  #domainOf(text: string): DomainName {
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
async function auditedFolder(
  folder: string,
  domain: DomainName,
  earlierPages: readonly string[] | undefined,
): Promise<Audited> {
  const { auditFolder } = await import('../../engine/audit-folder.ts');
  const audited = await auditFolder(folder, domain, earlierPages && { earlierPages }).catch((error: unknown) => {
    throw new ToolRefusal(`${quote(folder)} cannot be read: ${reasonOf(error)}.`);
  });
  if (audited.site.home.status !== 404) return audited;
  throw new ToolRefusal(`${quote(folder)} has no index.html. Name the build output folder, such as ./dist.`);
}
