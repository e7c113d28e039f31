import { hash } from 'node:crypto';
import type { OwnershipProof } from '../../documents/llms-txt/llms-txt-document.ts';
import type { CompleteInventory } from '../../engine/engine-protocol.ts';
import type { PageInventory } from '../../site/inventory/inventory.ts';
import type { AuditId } from '../../values/audit-id.ts';
import { ClientLimit } from '../../values/client-limit.ts';
import type { DomainName } from '../../values/domain-name.ts';
import type { Log } from '../../values/log.ts';
import type { DeleteVisits } from '../accounts/key-administration.ts';
import { ServiceError, stoppingError } from '../app/service-error.ts';
import { type FinishedAudit, finishedFromRow } from '../audits/audit.ts';
import type { StorageBudget } from '../audits/storage-budget.ts';
import type { AuditStore } from '../audits/store/audit-store.ts';
import type { PublishedDomainRow, PublishedDomainStore } from './published-domain-store.ts';

export interface PublishingContext {
  readonly audits: AuditStore;
  readonly published: PublishedDomainStore;
  readonly storage: StorageBudget;
  readonly completeInventory: CompleteInventory;
  /** Returns the public URL of the service, without a slash at its end; null when it is not known. */
  readonly publicUrl: () => string | null;
  readonly log: Log;
  /** Called with every domain whose text is hosted anew. Must not throw. */
  readonly onPublished: (domain: string) => void;
  readonly deleteVisits: DeleteVisits;
}

/** An llms.txt of tier vip, with the audit that it was made from and the SHA-256 of the text. */
export type VipText = Pick<PublishedDomainRow, 'auditId' | 'llmsTxt' | 'llmsTxtHash'>;

/** Inventories completed at once, one for each client. Each takes up to 40 seconds. */
const MAX_COMPLETING = 2;

/** The client of renewals after live audits, which nobody waits for. */
const RENEWALS = '';

/** The audit that a text is made from. Many may wait, so this leaves out the Report. */
export type TextSource = Pick<FinishedAudit, 'id' | 'domain' | 'finishedAt'>;

/** The domains whose llms.txt of tier vip is hosted, and the renewal of their texts. */
export class PublishedDomains {
  readonly #context: PublishingContext;
  readonly #abort = new AbortController();
  readonly #limit = new ClientLimit(MAX_COMPLETING);
  /** Inventories being completed, by audit. Each site gets these requests once. */
  readonly #completing = new Map<string, Promise<PageInventory>>();
  /** Inventories that clients wait for, by client and audit. */
  readonly #waiting = new Map<string, Promise<PageInventory>>();
  /** The newest audit of each domain whose text may need renewal. */
  readonly #audited = new Map<string, TextSource>();
  #isRenewing = false;
  #renewals: Promise<void> = Promise.resolve();

  constructor(context: PublishingContext) {
    this.#context = context;
  }

  /** Returns whether an audit has an inventory that this version can read. */
  async hasInventory(auditId: string): Promise<boolean> {
    return (await this.#findInventory(auditId)) !== null;
  }

  /** Returns a warning about a text that lists very few pages, in a sentence; null when there is none. */
  async findWarning(auditId: string): Promise<string | null> {
    const inventory = await this.#findInventory(auditId);
    if (inventory === null) return null;
    const { warnOfFewPages } = await import('../../documents/llms-txt/nothing-listed.ts');
    return warnOfFewPages(inventory);
  }

  /** Returns a warning that the site has an llms.txt of its own, in two sentences; null when there is none. */
  async warningOfOwnFile(auditId: string): Promise<string | null> {
    const audit = finishedFromRow(await this.#context.audits.find(auditId));
    if (audit === null) return null;
    const { warnOfOwnFile } = await import('../../documents/llms-txt/nothing-listed.ts');
    return warnOfOwnFile(audit.report);
  }

  /**
   * Writes the text from the audit's stored inventory, without further requests to the site.
   * @returns null when no inventory was stored
   * @throws ServiceError `nothing_listed`
   */
  async draft({ id }: TextSource): Promise<string | null> {
    const inventory = await this.#findInventory(id);
    return inventory === null ? null : this.#write(inventory, id, null);
  }

  /**
   * Makes the text of an audit's domain as it would be hosted, without publishing the domain.
   * @param client see `publish`
   * @param missingProof the proof of ownership that is missing; null when none is
   * @throws ServiceError as `publish`
   */
  async preview(audit: TextSource, client: string, missingProof: OwnershipProof | null): Promise<VipText> {
    const llmsTxt = await this.#write(await this.#complete(audit, client), audit.id, null, missingProof);
    return { auditId: audit.id, llmsTxt, llmsTxtHash: hash('sha256', llmsTxt, 'base64url') };
  }

  /**
   * Refuses an unpublished domain while there is no public URL. Published domains are still renewed.
   * @throws ServiceError `no_public_url`
   */
  async requirePublicUrl(domain: DomainName): Promise<void> {
    const { published, publicUrl } = this.#context;
    if (publicUrl() !== null || (await published.has(domain))) return;
    const message = 'This service has no public URL, so it cannot publish. Ask the operator to set BASE_URL.';
    throw new ServiceError('no_public_url', message);
  }

  /**
   * Makes the text from an audit and publishes the domain with it. A text that was made from that audit is not made again.
   * When no page can be listed, nothing changes: an earlier text stays published.
   * @param keyId the key that becomes the owner if there is none; null: an unpublished domain is not published
   * @param client the client whose slot it uses while further pages of the site are fetched
   * @returns the published text; null when the domain is not published
   * @throws ServiceError `stopping`, `internal`, `nothing_listed`, and as {@link StorageBudget.admit}
   */
  async publish(audit: TextSource, keyId: string | null, client: string): Promise<PublishedDomainRow | null> {
    const { published, storage, onPublished, deleteVisits } = this.#context;
    const { domain } = audit;
    const present = await published.find(domain);
    if (present === null && keyId === null) return null;
    const isCurrent = present?.auditId === audit.id;
    if (isCurrent && keyId === null) return present;
    const text = isCurrent ? present : await this.#writeText(audit, client);
    // An interrupted withdrawal may have left visits, which the next owner must not see.
    if (present === null) await deleteVisits(domain);
    if (keyId !== null) {
      const row = { ...text, publishedAt: new Date().toISOString(), keyId };
      await storage.admit(async () => (await published.insert(row)) || published.claim(domain, keyId));
    }
    await published.renewText(text);
    onPublished(domain);
    return published.find(domain);
  }

  /** Renews the text of the audit's domain in the background, if the domain is published. */
  renew({ id, domain, finishedAt, status }: FinishedAudit): void {
    if (status !== 'done') return;
    this.#audited.set(domain, { id, domain, finishedAt });
    if (!this.#isRenewing) this.#renewals = this.#renewAudited();
  }

  /** Renews the texts that a process did not renew because it died. */
  async renewOutdated(): Promise<void> {
    const { audits, published } = this.#context;
    for (const domain of await published.outdated()) {
      const audit = finishedFromRow(await audits.newestDone(domain));
      if (audit !== null) this.renew(audit);
    }
  }

  /** Stops running work, which the next start resumes. Resolves when none is running. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await Promise.allSettled([...this.#completing.values(), this.#renewals]);
  }

  /** Renews the audited domains one after the other, including those that are audited meanwhile. */
  async #renewAudited(): Promise<void> {
    this.#isRenewing = true;
    for (const [domain, audit] of this.#audited) {
      if (this.#abort.signal.aborted) break;
      this.#audited.delete(domain);
      try {
        await this.publish(audit, null, RENEWALS);
      } catch (err) {
        if (this.#abort.signal.aborted) break;
        const isEmpty = err instanceof ServiceError && err.code === 'nothing_listed';
        if (isEmpty) this.#context.log.info({ audit: audit.id, domain, reason: err.message }, 'llms.txt has no page');
        else this.#context.log.error({ err, audit: audit.id, domain }, 'llms.txt not renewed');
      }
    }
    this.#isRenewing = false;
  }

  /** Returns the audit's inventory with its further pages, which are fetched once and stored. */
  async #complete({ id }: TextSource, client: string): Promise<PageInventory> {
    const stored = await this.#findInventory(id);
    if (stored?.isComplete === true) return stored;
    // Requests of one client share a slot, and never wait in the slot of another client.
    const key = `${client} ${id}`;
    const start = () => this.#limit.do(client, () => this.#completeOnce(id)).finally(() => this.#waiting.delete(key));
    const waiting = this.#waiting.get(key) ?? start();
    this.#waiting.set(key, waiting);
    return waiting;
  }

  /** Shares a completion that runs for another client. */
  #completeOnce(id: AuditId): Promise<PageInventory> {
    const completing =
      this.#completing.get(id) ?? this.#fetchFurtherPages(id).finally(() => this.#completing.delete(id));
    this.#completing.set(id, completing);
    return completing;
  }

  async #fetchFurtherPages(id: AuditId): Promise<PageInventory> {
    const stored = await this.#findInventory(id);
    if (stored === null) throw new ServiceError('internal', 'The audit was stored without its page inventory.');
    if (stored.isComplete) return stored;
    const { audits, completeInventory } = this.#context;
    const { signal } = this.#abort;
    if (signal.aborted) throw stoppingError();
    const inventory = await completeInventory(stored, signal).catch((error: unknown) => {
      throw signal.aborted ? stoppingError() : error;
    });
    if (signal.aborted) throw stoppingError();
    await audits.keepInventory(id, JSON.stringify(inventory));
    return inventory;
  }

  async #findInventory(auditId: string): Promise<PageInventory | null> {
    const { parseInventory } = await import('../../site/inventory/inventory-file.ts');
    return parseInventory(await this.#context.audits.findInventory(auditId));
  }

  async #writeText(audit: TextSource, client: string): Promise<Omit<PublishedDomainRow, 'publishedAt' | 'keyId'>> {
    const { id: auditId, domain, finishedAt: auditedAt } = audit;
    const base = this.#context.publicUrl();
    const hostedUrl = base === null ? null : `${base}/llms/${domain}.txt?tier=vip`;
    const llmsTxt = await this.#write(await this.#complete(audit, client), auditId, hostedUrl);
    return { domain, auditId, auditedAt, llmsTxt, llmsTxtHash: hash('sha256', llmsTxt, 'base64url') };
  }

  async #write(
    inventory: PageInventory,
    auditId: AuditId,
    hostedUrl: string | null,
    missingProof: OwnershipProof | null = null,
  ): Promise<string> {
    const { whyNothingListed } = await import('../../documents/llms-txt/nothing-listed.ts');
    const problem = whyNothingListed(inventory);
    if (problem !== null) throw new ServiceError('nothing_listed', problem, { auditId });
    const { vipLlmsTxt } = await import('../../documents/llms-txt/llms-txt-document.ts');
    return vipLlmsTxt({ inventory, hostedUrl, missingProof });
  }
}
