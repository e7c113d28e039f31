import { parseDomainName } from '../../domain-name.ts';
import type { FetcherOptions } from '../../fetch/fetcher.ts';
import { type AuditRecord, type McpBackend, type ToolCall, ToolRefusal } from '../../mcp/backend.ts';
import { auditSite } from '../../service/engine/audit-site.ts';

/** Most audits that one session retains. The oldest are dropped first. */
const MAX_AUDITS = 20;

/** Audits sites in this process, as `citable audit` does, and retains the newest reports until the process ends. */
export class LocalBackend implements McpBackend {
  readonly #fetching: FetcherOptions;
  readonly #audits = new Map<string, AuditRecord>();
  #count = 0;

  constructor(fetching: FetcherOptions) {
    this.#fetching = fetching;
  }

  async audit(site: string, { signal, onProgress }: ToolCall): Promise<AuditRecord> {
    const parsed = parseDomainName(site, { allowPrivate: this.#fetching.allowPrivate ?? false });
    if (!parsed.ok) throw new ToolRefusal(parsed.problem);
    const { report } = await auditSite(parsed.domain, {
      ...this.#fetching,
      signal,
      onProgress: (stage, requests) => onProgress({ stage, requests }),
    });
    if (signal.aborted) throw new ToolRefusal('The audit was cancelled.');
    if (report.failure !== null) throw new ToolRefusal(report.failure.message);
    this.#count += 1;
    const record = { id: `audit-${this.#count}`, finishedAt: new Date().toISOString(), report };
    this.#audits.set(record.id, record);
    if (this.#count > MAX_AUDITS) this.#audits.delete(`audit-${this.#count - MAX_AUDITS}`);
    return record;
  }

  async find(id: string): Promise<AuditRecord> {
    const record = this.#audits.get(id);
    if (record !== undefined) return record;
    const ids = [...this.#audits.keys()].join(', ');
    throw new ToolRefusal(
      ids === '' ? 'There is no such audit: call audit_site first.' : `There is no such audit. There are ${ids}.`,
    );
  }

  async newest(): Promise<AuditRecord | null> {
    return [...this.#audits.values()].at(-1) ?? null;
  }
}
