import type { DomainName } from '../../domain-name.ts';
import type { PublishedDomainStore } from '../../store/published-domains.ts';
import type { AskOptions, FreshAudits } from '../audits/fresh-audits.ts';
import { ServiceError } from '../errors.ts';
import type { ForgetVisits } from '../visits/forget-visits.ts';
import type { DomainOwnership, OwnershipProof } from './ownership.ts';
import type { PublishedDomains, VipText } from './published-domains.ts';

/** A domain's relation to a key: its own, another key's, published without an owner, or not published. */
export type Standing = 'own' | 'others' | 'unowned' | 'unpublished';

export interface PublicationsContext {
  readonly published: PublishedDomainStore;
  readonly publishing: PublishedDomains;
  readonly freshAudits: FreshAudits;
  readonly ownership: DomainOwnership;
  /** Whether a key must prove that it controls a domain before it can publish it. */
  readonly isProofRequired: boolean;
  readonly forgetVisits: ForgetVisits;
  /** Called with every domain that is withdrawn. Must not throw. */
  readonly onWithdrawn: (domain: string) => void;
}

/** Decides which key may publish a domain, see its visits and withdraw it: at most one key owns a domain. */
export class Publications {
  readonly #context: PublicationsContext;

  constructor(context: PublicationsContext) {
    this.#context = context;
  }

  async standingOf(domain: DomainName, keyId: string | null): Promise<Standing> {
    const { published } = this.#context;
    if (!(await published.has(domain))) return 'unpublished';
    const owner = await published.ownerOf(domain);
    if (owner === null) return 'unowned';
    return owner === keyId ? 'own' : 'others';
  }

  /**
   * Returns the llms.txt of tier vip, made from a fresh audit. With a key, publishes a domain that has no owner, and the key
   * owns it. If a proof of ownership is required and missing, the text says so and nothing is published.
   * @param options.permit called before an audit runs, and before a proof is checked; its errors are passed on
   * @throws ServiceError as `FreshAudits.find`; `no_public_url` when the service does not know its public URL
   */
  async llmsTxt(domain: DomainName, keyId: string | null, options: AskOptions = {}): Promise<VipText> {
    const { publishing, freshAudits } = this.#context;
    const standing = await this.standingOf(domain, keyId);
    const isFree = standing === 'unpublished' || standing === 'unowned';
    const claimant = isFree ? keyId : null;
    if (claimant !== null) await publishing.requirePublicUrl(domain);
    const missingProof = claimant === null ? null : await this.#missingProof(domain, claimant, options);
    const audit = await freshAudits.findListed(domain, keyId, options);
    const { client = keyId ?? '' } = options;
    const published = await publishing.publish(audit, missingProof === null ? claimant : null, client);
    return published ?? publishing.preview(audit, client, missingProof);
  }

  /**
   * Withdraws a domain: its text is no longer hosted, its daily audits end, and its visits and counts are deleted. Its audits
   * and the totals of the index stay.
   * @throws ServiceError `domain_not_published`, `domain_not_owned`
   */
  async withdraw(domain: DomainName, keyId: string): Promise<void> {
    const { published, forgetVisits, onWithdrawn } = this.#context;
    await this.requireOwner(domain, keyId);
    const isWithdrawn = await published.delete(domain, keyId);
    if (!isWithdrawn) throw notPublishedError(domain);
    onWithdrawn(domain);
    await forgetVisits(domain);
  }

  /** @throws ServiceError `domain_not_published`, `domain_not_owned` */
  async requireOwner(domain: DomainName, keyId: string): Promise<void> {
    const standing = await this.standingOf(domain, keyId);
    if (standing === 'unpublished') throw notPublishedError(domain);
    if (standing === 'own') return;
    const message =
      standing === 'others'
        ? `${domain} belongs to another key: only that key can see its visits and withdraw it.`
        : `${domain} has no owner yet; request GET /api/llms-txt?domain=${domain}&tier=vip to own it.`;
    throw new ServiceError('domain_not_owned', message);
  }

  async #missingProof(domain: DomainName, keyId: string, { permit }: AskOptions): Promise<OwnershipProof | null> {
    const { ownership, isProofRequired } = this.#context;
    if (!isProofRequired) return null;
    await permit?.();
    return (await ownership.isProved(domain, keyId)) ? null : ownership.proofOf(domain, keyId);
  }
}

function notPublishedError(domain: DomainName): ServiceError {
  const message = `${domain} is not published; GET /api/llms-txt?domain=${domain}&tier=vip with a key publishes it.`;
  return new ServiceError('domain_not_published', message);
}
