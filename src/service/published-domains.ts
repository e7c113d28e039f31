import { createHash } from 'node:crypto';
import type { DomainName } from '../domain-name.ts';
import type { Log } from '../log.ts';
import type { PageInventory } from '../site/inventory.ts';
import type { AuditStore } from '../store/audits.ts';
import type { PublishedDomainRow, PublishedDomainStore } from '../store/published-domains.ts';
import { auditFromRow, type FinishedAudit } from './audit.ts';
import { ServiceError } from './errors.ts';

/** Asks for further pages of a site and adds what they say. Never rejects for anything that a site does. */
export type CompleteInventory = (inventory: PageInventory, signal: AbortSignal) => Promise<PageInventory>;

export interface PublishingContext {
  readonly audits: AuditStore;
  readonly published: PublishedDomainStore;
  readonly completeInventory: CompleteInventory;
  /** The URL that clients reach the service by, without a slash at its end. */
  readonly baseUrl: () => string;
  readonly log: Log;
}

/** The domains whose llms.txt of tier vip is hosted, and the renewal of their texts. */
export class PublishedDomains {
  readonly #context: PublishingContext;
  readonly #abort = new AbortController();
  /** What is being made, by audit: one site is asked for further pages once. */
  readonly #making = new Map<string, Promise<PublishedDomainRow>>();
  /** Renewals, one after the other. */
  #renewals: Promise<void> = Promise.resolve();

  constructor(context: PublishingContext) {
    this.#context = context;
  }

  /** The newest text of a published domain; null when the domain is not published. */
  find(domain: DomainName): Promise<PublishedDomainRow | null> {
    return this.#context.published.find(domain);
  }

  /**
   * Makes the text from an audit and publishes the domain with it. A text that was made from that audit is not made again.
   * @throws ServiceError `stopping`, `internal`
   */
  async publish(audit: FinishedAudit, keyId: string | null): Promise<PublishedDomainRow> {
    const present = await this.#context.published.find(audit.domain);
    if (present?.auditId === audit.id) return present;
    const making = this.#making.get(audit.id) ?? this.#make(audit, keyId).finally(() => this.#making.delete(audit.id));
    this.#making.set(audit.id, making);
    return making;
  }

  /** Renews the text of the audit's domain, if that is published, without keeping the caller waiting. */
  renew(audit: FinishedAudit): void {
    if (audit.status !== 'done') return;
    this.#renewals = this.#renewals.then(async () => {
      if (this.#abort.signal.aborted) return;
      try {
        if ((await this.#context.published.find(audit.domain)) !== null) await this.publish(audit, null);
      } catch (err) {
        if (this.#abort.signal.aborted) return;
        this.#context.log.error({ err, audit: audit.id, domain: audit.domain }, 'llms.txt not renewed');
      }
    });
  }

  /** Takes up the renewals that an earlier process left undone. */
  async resume(): Promise<void> {
    const { audits, published } = this.#context;
    for (const domain of await published.domains()) {
      const row = await audits.newestDone(domain);
      const audit = row === null ? null : auditFromRow(row);
      if (audit !== null && audit.finishedAt !== null) this.renew(audit);
    }
  }

  /** Ends what is under way; resolves when nothing is. The next start takes it up. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await Promise.allSettled([...this.#making.values(), this.#renewals]);
  }

  async #make(audit: FinishedAudit, keyId: string | null): Promise<PublishedDomainRow> {
    const { audits, published, completeInventory, baseUrl } = this.#context;
    const { id: auditId, domain, finishedAt: auditedAt } = audit;
    const { parseInventory } = await import('../site/inventory-file.ts');
    const kept = parseInventory(await audits.findInventory(auditId));
    if (kept === null) throw new ServiceError('internal', 'The audit was stored without its page inventory.');
    let inventory = kept;
    if (!inventory.isComplete) {
      inventory = await completeInventory(inventory, this.#abort.signal);
      if (this.#abort.signal.aborted) {
        throw new ServiceError('stopping', 'The service is stopping; try again shortly.', { retryAfter: 30 });
      }
      await audits.keepInventory(auditId, JSON.stringify(inventory));
    }
    const { vipLlmsTxt } = await import('../documents/llms-txt.ts');
    const llmsTxt = vipLlmsTxt({ inventory, hostedUrl: `${baseUrl()}/llms/${domain}.txt?tier=vip` });
    const llmsTxtHash = createHash('sha256').update(llmsTxt).digest('base64url');
    const publishedAt = new Date().toISOString();
    await published.publish({ domain, publishedAt, keyId, auditId, auditedAt, llmsTxt, llmsTxtHash });
    return { domain, publishedAt, keyId, auditId, auditedAt, llmsTxt, llmsTxtHash };
  }
}
