import pLimit from 'p-limit';
import { whyNothingListed } from '../../documents/llms-txt/nothing-listed.ts';
import { type DomainName, parseDomainName } from '../../domain-name.ts';
import type { FetcherOptions } from '../../fetch/fetcher.ts';
import {
  type AuditRecord,
  type McpBackend,
  type ToolCall,
  ToolRefusal,
  type Traffic,
  type TrafficQuery,
} from '../../mcp/backend.ts';
import { auditSite, completeInventory } from '../../service/engine/audit-site.ts';
import { inventoryOf } from '../../site/inventory/build-inventory.ts';
import type { PageInventory } from '../../site/inventory/inventory.ts';

/** Most audits at once. Further ones wait: one process runs them all. */
const CONCURRENCY = 2;
/** Most audits that one session retains. The oldest are dropped first. */
const MAX_AUDITS = 20;

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

  async audit(text: string, { signal, onProgress }: ToolCall): Promise<AuditRecord> {
    const domain = this.#domainOf(text);
    const audited = await this.#limit(() =>
      signal.aborted
        ? null
        : auditSite(domain, {
            ...this.#fetching,
            signal,
            onProgress: (stage, requests) => onProgress({ stage, requests }),
          }),
    );
    if (audited === null || signal.aborted) throw new ToolRefusal('The audit was cancelled.');
    const { site, report } = audited;
    if (report.failure !== null) throw new ToolRefusal(report.failure.message);
    this.#count += 1;
    const id = `audit-${this.#count}`;
    const audit = { id, finishedAt: new Date().toISOString(), report, inventory: inventoryOf(site), llmsTxt: null };
    this.#audits.set(id, audit);
    this.#audits.delete(`audit-${this.#count - MAX_AUDITS}`);
    return audit;
  }

  auditAgain({ report }: AuditRecord, call: ToolCall): Promise<AuditRecord> {
    return this.audit(report.domain, call);
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
    const inventory = await completeInventory(audit.inventory, {
      ...this.#fetching,
      signal,
      onRequest: ({ requests }) => onProgress({ stage: 'further pages', requests }),
    });
    if (signal.aborted) throw new ToolRefusal('The call was cancelled.');
    const problem = whyNothingListed(inventory);
    if (problem !== null) throw new ToolRefusal(problem);
    const { vipLlmsTxt } = await import('../../documents/llms-txt/llms-txt.ts');
    audit.llmsTxt = vipLlmsTxt({ inventory, hostedUrl: null });
    return audit.llmsTxt;
  }

  async traffic(query: TrafficQuery): Promise<Traffic> {
    const { trafficOfLogs } = await import('./log-traffic.ts');
    return trafficOfLogs(query);
  }

  /** @throws ToolRefusal */
  #domainOf(text: string): DomainName {
    const { allowPrivate = false } = this.#fetching;
    const parsed = parseDomainName(text, { allowPrivate });
    if (parsed.ok) return parsed.domain;
    const isPrivate = !allowPrivate && parseDomainName(text, { allowPrivate: true }).ok;
    const hint = isPrivate ? ' The user can allow it with citable mcp --allow-private.' : '';
    throw new ToolRefusal(`${parsed.problem}${hint}`);
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
