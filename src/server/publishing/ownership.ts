import { createHmac } from 'node:crypto';
import type { OwnershipProof } from '../../documents/llms-txt/llms-txt-document.ts';
import type { AuditFetcher } from '../../fetch/fetcher.ts';
import type { Outside } from '../../site/gather/published-file.ts';
import { userAgents } from '../../site/gather/user-agents.ts';
import type { DomainName } from '../../values/domain-name.ts';
import { SingleFlight } from '../../values/single-flight.ts';
import type { SecretStore } from '../store/secrets.ts';

const SECRET_NAME = 'ownership';
const TOKEN_CHARACTERS = 32;
/** Enough for both schemes, each with one or two redirects. */
const BUDGETS = { requests: 8, audit: 10_000 };
const MAX_FILE_BYTES = 1024;

/** Derives the proof that a key has to create for a domain, and checks it. Stores only one secret. */
export class DomainOwnership {
  readonly #secrets: SecretStore;
  readonly #outside: Outside;
  readonly #looking = new SingleFlight<boolean>();
  readonly #life = new AbortController();

  constructor(secrets: SecretStore, outside: Outside) {
    this.#secrets = secrets;
    this.#outside = outside;
  }

  /** Returns the proof for a domain and a key. It never changes, and each key has its own token. */
  async createProof(domain: DomainName, keyId: string): Promise<OwnershipProof> {
    const secret = await this.#secrets.get(SECRET_NAME);
    const token = createHmac('sha256', secret).update(`${keyId}\n${domain}`).digest('hex').slice(0, TOKEN_CHARACTERS);
    const { hostname } = new URL(`http://${domain}`);
    return { token, record: `_citable.${hostname}`, file: `https://${domain}/.well-known/citable-${token}.txt` };
  }

  /** Checks whether the proof exists now, in DNS or on the site by https or http. Network failures count as no proof. */
  async isProved(domain: DomainName, keyId: string): Promise<boolean> {
    const proof = await this.createProof(domain, keyId);
    return this.#looking.do(`${keyId} ${domain}`, async () => (await this.#hasRecord(proof)) || this.#hasFile(proof));
  }

  /** Aborts running checks: they count as not proved. */
  stop(): void {
    this.#life.abort();
  }

  async #hasRecord({ record, token }: OwnershipProof): Promise<boolean> {
    const texts = await this.#outside.dns.resolveTexts(record).catch(() => []);
    return texts.some((text) => text.trim() === token);
  }

  async #hasFile({ file, token }: OwnershipProof): Promise<boolean> {
    const { fetching } = this.#outside;
    const { createFetcher } = await import('../../fetch/fetcher.ts');
    const fetcher = createFetcher({ ...fetching, budgets: BUDGETS, signal: this.#life.signal });
    try {
      return (
        (await this.#isTokenAt(fetcher, file, token)) ||
        (await this.#isTokenAt(fetcher, file.replace(/^https:/, 'http:'), token))
      );
    } finally {
      await fetcher.close();
    }
  }

  /** Requires that the whole text is the token: many sites serve a page for any path, and it may contain the path. */
  async #isTokenAt(fetcher: AuditFetcher, url: string, token: string): Promise<boolean> {
    const { status, body, failure, finalUrl } = await fetcher.fetch({
      url,
      userAgent: userAgents(this.#outside.about).browser,
      accept: 'text/plain, */*;q=0.5',
      maxBodyBytes: MAX_FILE_BYTES,
      maxAttempts: 1,
      charset: 'utf-8',
    });
    return failure === null && status === 200 && isSameSite(url, finalUrl) && body?.trim() === token;
  }
}

/** Returns whether two URLs have the same host, ignoring `www.`. A redirect to another host proves nothing about this one. */
function isSameSite(one: string, other: string): boolean {
  const bare = (url: string) => new URL(url).hostname.replace(/^www\./, '');
  return bare(one) === bare(other);
}
