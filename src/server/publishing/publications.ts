import { hash } from 'node:crypto';
import type { OwnershipProof } from '../../documents/llms-txt/llms-txt-document.ts';
import type { DomainName } from '../../values/domain-name.ts';
import type { DeleteVisits } from '../accounts/key-administration.ts';
import { ServiceError } from '../app/service-error.ts';
import type { FinishedAudit } from '../audits/audit.ts';
import type { AuditQueue, FreshAuditRequest } from '../audits/audit-queue.ts';
import type { DomainOwnership } from './ownership.ts';
import type { BadgeChoice, PublishedDomainRow, PublishedDomainStore } from './published-domain-store.ts';
import type { PublishedDomains, VipText } from './published-domains.ts';

/** A domain's relation to a key: its own, another key's, published without an owner, or not published. */
export type DomainOwner = 'own' | 'others' | 'unowned' | 'unpublished';

/** The owner of a domain, and the proof of ownership for a key. */
export interface Ownership {
  readonly owner: DomainOwner;
  readonly proof: OwnershipProof;
  readonly isRequired: boolean;
}

/** An llms.txt as it is hosted. */
export interface HostedLlmsTxt {
  readonly text: string;
  /** SHA-256 of the text as UTF-8, in base64url. */
  readonly hash: string;
}

export interface PublicationsContext {
  readonly published: PublishedDomainStore;
  readonly publishing: PublishedDomains;
  readonly queue: AuditQueue;
  readonly ownership: DomainOwnership;
  /** Whether a key must prove that it controls a domain before it can publish it. */
  readonly isProofRequired: boolean;
  readonly deleteVisits: DeleteVisits;
  /** Called with every domain that is withdrawn, or whose badge changes. Must not throw. */
  readonly onChanged: (domain: string) => void;
}

/** Decides which key may publish a domain, see its visits and withdraw it: at most one key owns a domain. */
export class Publications {
  readonly #context: PublicationsContext;

  constructor(context: PublicationsContext) {
    this.#context = context;
  }

  /** Finds a published domain with its newest text; null when the domain is not published. */
  find(domain: DomainName): Promise<PublishedDomainRow | null> {
    return this.#context.published.find(domain);
  }

  isPublished(domain: string): Promise<boolean> {
    return this.#context.published.has(domain);
  }

  /** Finds the hosted llms.txt of tier vip; null when the domain is not published. */
  async findHosted(domain: DomainName): Promise<HostedLlmsTxt | null> {
    const row = await this.find(domain);
    return row && { text: row.llmsTxt, hash: row.llmsTxtHash };
  }

  /** Makes the hosted llms.txt of tier free: a template for any domain. */
  async template(domain: DomainName): Promise<HostedLlmsTxt> {
    const text = await templateFor(domain);
    return { text, hash: hash('sha256', text, 'base64url') };
  }

  /**
   * Makes the llms.txt of a finished audit without further requests to the site; the template for a demonstration.
   *
   * @returns null when no inventory was stored
   * @throws ServiceError `nothing_listed`
   */
  async draft(audit: FinishedAudit): Promise<string | null> {
    return audit.kind === 'live' ? this.#context.publishing.draft(audit) : templateFor(audit.domain);
  }

  /** Returns a domain's relation to a key. */
  async findOwner(domain: DomainName, keyId: string | null): Promise<DomainOwner> {
    const { published } = this.#context;
    if (!(await published.has(domain))) return 'unpublished';
    const owner = await published.findOwner(domain);
    if (owner === null) return 'unowned';
    return owner === keyId ? 'own' : 'others';
  }

  /** Returns the proof of ownership for a key, and whether it is required to publish. Checks nothing. */
  async findOwnership(domain: DomainName, keyId: string): Promise<Ownership> {
    const { ownership, isProofRequired: isRequired } = this.#context;
    const [owner, proof] = await Promise.all([this.findOwner(domain, keyId), ownership.createProof(domain, keyId)]);
    return { owner, proof, isRequired };
  }

  /**
   * Returns the llms.txt of tier vip, made from a fresh audit. With a key, publishes a domain that has no owner, and the key
   * owns it. If a proof of ownership is required and missing, the text says so and nothing is published. Without a key, the
   * text is made and not stored.
   * @param request.permit called before an audit runs, and before a proof is checked; its errors are passed on
   * @throws ServiceError as {@link AuditQueue.findFresh}; `no_public_url` when the service does not know its public URL;
   * `nothing_listed`
   */
  async llmsTxt(domain: DomainName, request: FreshAuditRequest): Promise<VipText> {
    const { publishing } = this.#context;
    const { keyId, client = keyId ?? '' } = request;
    const owner = await this.findOwner(domain, keyId);
    const claimant = owner === 'unpublished' || owner === 'unowned' ? keyId : null;
    if (claimant !== null) await publishing.requirePublicUrl(domain);
    const missingProof = claimant === null ? null : await this.#missingProof(domain, claimant, request);
    const audit = await this.#findListed(domain, request);
    const published = await publishing.publish(audit, missingProof === null ? claimant : null, client);
    return published ?? publishing.preview(audit, client, missingProof);
  }

  /**
   * Makes the llms.txt that publishing would host, from a fresh audit, and publishes nothing.
   * @throws ServiceError as {@link llmsTxt}, except `no_public_url`
   */
  async preview(domain: DomainName, request: FreshAuditRequest): Promise<VipText> {
    const audit = await this.#findListed(domain, request);
    return this.#context.publishing.preview(audit, request.client ?? request.keyId ?? '', null);
  }

  /** Returns a warning about a text that lists very few pages, in a sentence; null when there is none. */
  findWarning({ auditId }: VipText): Promise<string | null> {
    return this.#context.publishing.findWarning(auditId);
  }

  /** Returns a warning that the site has an llms.txt of its own, which a text would replace; null when there is none. */
  warningOfOwnFile({ auditId }: VipText): Promise<string | null> {
    return this.#context.publishing.warningOfOwnFile(auditId);
  }

  /** Returns the warning about the hosted text of a domain; null when there is none, or the domain is not published. */
  async warningOfHosted(domain: DomainName): Promise<string | null> {
    const hosted = await this.find(domain);
    return hosted && this.findWarning(hosted);
  }

  /** Finds a fresh audit with a page inventory: audits of earlier versions have none. */
  async #findListed(domain: DomainName, request: FreshAuditRequest): Promise<FinishedAudit> {
    const { queue, publishing } = this.#context;
    const audit = await queue.findFresh(domain, request);
    if (await publishing.hasInventory(audit.id)) return audit;
    await request.permit?.();
    return queue.run(domain, request);
  }

  /**
   * Withdraws a domain: its text is no longer hosted, its daily audits end, and its visits and counts are deleted. Its audits
   * and the totals of the index stay.
   * @throws ServiceError `domain_not_published`, `domain_not_owned`
   */
  async withdraw(domain: DomainName, keyId: string): Promise<void> {
    const { published, deleteVisits, onChanged } = this.#context;
    await this.requireOwner(domain, keyId);
    const isWithdrawn = await published.delete(domain, keyId);
    if (!isWithdrawn) throw notPublishedError(domain);
    onChanged(domain);
    await deleteVisits(domain);
  }

  /** Returns the choices for a domain's badge; null when the domain is not published. */
  findBadge(domain: string): Promise<BadgeChoice | null> {
    return this.#context.published.findBadge(domain);
  }

  /**
   * Stores the owner's choices for the badge of a domain.
   *
   * @throws ServiceError `domain_not_published`, `domain_not_owned`
   */
  async setBadge(domain: DomainName, keyId: string, choice: BadgeChoice): Promise<void> {
    const { published, onChanged } = this.#context;
    await this.requireOwner(domain, keyId);
    await published.setBadge(domain, keyId, choice);
    onChanged(domain);
  }

  /** Requires that a key owns a domain. @throws ServiceError `domain_not_published`, `domain_not_owned` */
  async requireOwner(domain: DomainName, keyId: string): Promise<void> {
    const owner = await this.findOwner(domain, keyId);
    if (owner === 'unpublished') throw notPublishedError(domain);
    if (owner === 'own') return;
    const message =
      owner === 'others'
        ? `${domain} belongs to another key: only that key can see its visits and withdraw it.`
        : `${domain} has no owner yet; request GET /api/llms-txt?domain=${domain}&tier=vip to own it.`;
    throw new ServiceError('domain_not_owned', message);
  }

  async #missingProof(
    domain: DomainName,
    keyId: string,
    { permit }: FreshAuditRequest,
  ): Promise<OwnershipProof | null> {
    const { ownership, isProofRequired } = this.#context;
    if (!isProofRequired) return null;
    await permit?.();
    return (await ownership.isProved(domain, keyId)) ? null : ownership.createProof(domain, keyId);
  }
}

/** Returns the llms.txt of tier free. Its module is loaded when it is first needed. */
async function templateFor(domain: string): Promise<string> {
  const { freeLlmsTxt } = await import('../../documents/llms-txt/llms-txt-document.ts');
  return freeLlmsTxt(domain);
}

function notPublishedError(domain: DomainName): ServiceError {
  const message = `${domain} is not published; GET /api/llms-txt?domain=${domain}&tier=vip with a key publishes it.`;
  return new ServiceError('domain_not_published', message);
}
