import type { AuditId } from '../../values/audit-id.ts';
import type { DomainName } from '../../values/domain-name.ts';
import type { FinishedAudit } from './audit.ts';
import type { AuditQueue, FreshAuditRequest } from './audit-queue.ts';
import type { StoredAudits } from './stored-audits.ts';

/** Text of a guide, and the audit that it was made from. */
export interface FixGuide {
  readonly auditId: AuditId;
  readonly markdown: string;
}

/** Who verifies the fixes of a guide. */
export interface GuideReader {
  /** The key for the commands in the guide; null where none is needed. */
  readonly key: string | null;
  /** Returns the token of a link to a report; null where the reader needs none. */
  createLinkToken(id: AuditId): Promise<string | null>;
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
    return { auditId: audit.id, markdown: await this.#make(audit, null, null) };
  }

  /**
   * Makes the fix guide of a domain's fresh audit.
   * @throws ServiceError as {@link AuditQueue.findFresh}
   */
  async forDomain(domain: DomainName, reader: GuideReader, request: FreshAuditRequest): Promise<FixGuide> {
    const audit = await this.#context.queue.findFresh(domain, request);
    const { id: auditId } = audit;
    return { auditId, markdown: await this.#make(audit, reader.key, await reader.createLinkToken(auditId)) };
  }

  /**
   * Makes the fix guide of a finished audit, for anyone: its commands take a key from the environment.
   * @param needsKey whether live audits need a key
   * @param linkToken of a link to the report; null where its reader needs none
   */
  async forAudit(audit: FinishedAudit, needsKey: boolean, linkToken: string | null): Promise<string> {
    const { KEY_VARIABLE } = await import('../../documents/fix-guide/verification.ts');
    return this.#make(audit, needsKey ? KEY_VARIABLE : null, linkToken);
  }

  /** @param key for the commands that audit again; null where none is needed */
  async #make({ id, report }: FinishedAudit, key: string | null, linkToken: string | null): Promise<string> {
    // Loaded when first needed, because the guide includes the rubric and so the engine.
    const { fixGuide } = await import('../../documents/fix-guide/fix-guide-document.ts');
    const { command } = this.#context;
    const baseUrl = this.#context.baseUrl();
    const verification =
      report.kind === 'live'
        ? ({ by: 'service', baseUrl, auditId: id, key, linkToken } as const)
        : ({ by: 'key_to_come', baseUrl, command } as const);
    return fixGuide(report, { seed: id, verification });
  }
}
