import type { DomainName } from '../../domain-name.ts';
import type { AuditStore } from '../../store/audits.ts';
import { PRIORITY } from '../../store/jobs/job-queue.ts';
import { ServiceError, stoppingError } from '../errors.ts';
import type { PublishedDomains } from '../publishing/published-domains.ts';
import { auditFromRow, type FinishedAudit } from './audit.ts';
import type { AuditQueue } from './audit-queue.ts';

/** A live audit is derived from, without a new one, for so long after it finished. */
const FRESH_MS = 86_400_000;

export interface AskOptions {
  /** Called before an audit runs. Its errors are passed on. */
  readonly permit?: () => Promise<void>;
  /** The client whose share of the queue it uses; default: the key. */
  readonly client?: string;
}

export interface FreshAuditsContext {
  readonly audits: AuditStore;
  readonly queue: AuditQueue;
  readonly publishing: PublishedDomains;
}

/** Live audits for those who wait for them: new ones, or those of the last day. */
export class FreshAudits {
  readonly #context: FreshAuditsContext;

  constructor(context: FreshAuditsContext) {
    this.#context = context;
  }

  /** A new audit, or the one of that domain which is queued or running. @throws ServiceError as {@link AuditQueue.add}, and `audit_failed` */
  async run(
    domain: DomainName,
    keyId: string | null,
    { client = keyId ?? '' }: AskOptions = {},
  ): Promise<FinishedAudit> {
    const { queue } = this.#context;
    const { id } = await queue.add(domain, { keyId, client, priority: PRIORITY.caller });
    const settled = await queue.end(id);
    if (settled.kind === 'stopped') throw stoppingError();
    if (settled.kind === 'lost') throw settled.error;
    const { audit } = settled;
    const { failure } = audit.report;
    if (failure === null) return audit;
    const code = failure.kind === 'internal' ? 'internal' : 'audit_failed';
    throw new ServiceError(code, failure.message, { auditId: audit.id });
  }

  /** The newest that was done, if it finished within a day; else a new one. @throws ServiceError as {@link FreshAudits.run} */
  async find(domain: DomainName, keyId: string | null, options: AskOptions = {}): Promise<FinishedAudit> {
    const row = await this.#context.audits.newestDone(domain);
    const audit = row === null ? null : auditFromRow(row);
    const isFresh = audit !== null && Date.parse(audit.finishedAt ?? '') > Date.now() - FRESH_MS;
    if (isFresh && audit.finishedAt !== null) return audit;
    await options.permit?.();
    return this.run(domain, keyId, options);
  }

  /** The same, with a page inventory: audits of earlier versions have none. @throws ServiceError as {@link FreshAudits.run} */
  async findListed(domain: DomainName, keyId: string | null, options: AskOptions = {}): Promise<FinishedAudit> {
    const audit = await this.find(domain, keyId, options);
    if (await this.#context.publishing.hasInventory(audit.id)) return audit;
    await options.permit?.();
    return this.run(domain, keyId, options);
  }
}
