import type { DomainName } from '../../domain-name.ts';
import type { AuditId, FinishedAudit } from './audit.ts';
import type { AuditQueue, FreshAuditRequest } from './audit-queue.ts';
import type { StoredAudits } from './stored-audits.ts';

/** Text of a guide, and the audit that it was made from. */
export interface FixGuide {
  readonly auditId: AuditId;
  readonly markdown: string;
}

export interface FixGuidesContext {
  readonly audits: StoredAudits;
  readonly queue: AuditQueue;
  /** Returns the URL at which clients reach the service. */
  readonly baseUrl: () => string;
  /** The command as users type it; null where that is not known. */
  readonly command: string | null;
}

/** Makes the fix guides of audits. */
export class FixGuides {
  readonly #context: FixGuidesContext;

  constructor(context: FixGuidesContext) {
    this.#context = context;
  }

  /** Makes the fix guide of the demonstration for a domain. */
  async forDemonstration(domain: DomainName): Promise<FixGuide> {
    const audit = await this.#context.audits.demonstration(domain);
    return { auditId: audit.id, markdown: await this.#make(audit, null) };
  }

  /**
   * Makes the fix guide of a domain's fresh audit.
   * @param key the caller's key as it was sent, for the commands in the guide; null where none is needed
   * @throws ServiceError as {@link AuditQueue.findFresh}
   */
  async forDomain(domain: DomainName, key: string | null, request: FreshAuditRequest): Promise<FixGuide> {
    const audit = await this.#context.queue.findFresh(domain, request);
    return { auditId: audit.id, markdown: await this.#make(audit, key) };
  }

  /**
   * Makes the fix guide of a finished audit, for anyone: its commands take a key from the environment.
   * @param needsKey whether live audits need a key
   */
  async forAudit(audit: FinishedAudit, needsKey: boolean): Promise<string> {
    const { KEY_VARIABLE } = await import('../../documents/fix-guide/verification.ts');
    return this.#make(audit, needsKey ? KEY_VARIABLE : null);
  }

  /** @param key for the commands that audit again; null where none is needed */
  async #make({ id, report }: FinishedAudit, key: string | null): Promise<string> {
    // Loaded when first needed, because the guide includes the rubric and so the engine.
    const { fixGuide } = await import('../../documents/fix-guide/fix-guide.ts');
    const { command } = this.#context;
    const baseUrl = this.#context.baseUrl();
    const verification =
      report.kind === 'live'
        ? ({ by: 'service', baseUrl, auditId: id, key } as const)
        : ({ by: 'key_to_come', baseUrl, command } as const);
    return fixGuide(report, { seed: id, verification });
  }
}
