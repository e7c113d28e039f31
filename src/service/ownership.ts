import { createHmac } from 'node:crypto';
import type { DomainName } from '../domain-name.ts';
import { type AuditFetcher, createFetcher } from '../fetch/fetcher.ts';
import { JoinedWork } from '../joined-work.ts';
import { userAgents } from '../site/user-agents.ts';
import type { SecretStore } from '../store/secrets.ts';
import type { Outside } from './verification/outside.ts';

/** What shows that a domain is a key holder's: the token as a TXT record, or as the whole text of a file. */
export interface OwnershipProof {
  readonly token: string;
  /** Name of the TXT record. */
  readonly record: string;
  /** URL of the file. */
  readonly file: string;
}

const SECRET_NAME = 'ownership';
const TOKEN_CHARACTERS = 32;
/** For both schemes, each with a redirect or two. */
const BUDGETS = { requests: 8, audit: 10_000 };
const MAX_FILE_BYTES = 1024;

/** Says which proof a key has to make for a domain, and looks for it. Nothing is stored but one secret. */
export class DomainOwnership {
  readonly #secrets: SecretStore;
  readonly #outside: Outside;
  readonly #looking = new JoinedWork<boolean>();
  readonly #life = new AbortController();

  constructor(secrets: SecretStore, outside: Outside) {
    this.#secrets = secrets;
    this.#outside = outside;
  }

  /** The proof for a domain and a key. It is the same each time, and others' keys have other tokens. */
  async proofOf(domain: DomainName, keyId: string): Promise<OwnershipProof> {
    const secret = await this.#secrets.get(SECRET_NAME);
    const token = createHmac('sha256', secret).update(`${keyId}\n${domain}`).digest('hex').slice(0, TOKEN_CHARACTERS);
    const { hostname } = new URL(`http://${domain}`);
    return { token, record: `_citable.${hostname}`, file: `https://${domain}/.well-known/citable-${token}.txt` };
  }

  /** Whether the proof is there now: in the DNS, or on the site by https or http. Never rejects for anything outside. */
  async isProved(domain: DomainName, keyId: string): Promise<boolean> {
    const proof = await this.proofOf(domain, keyId);
    return this.#looking.do(`${keyId} ${domain}`, async () => (await this.#hasRecord(proof)) || this.#hasFile(proof));
  }

  /** Ends what is under way: it counts as not proved. */
  stop(): void {
    this.#life.abort();
  }

  async #hasRecord({ record, token }: OwnershipProof): Promise<boolean> {
    const texts = await this.#outside.dns.textsOf(record).catch(() => []);
    return texts.some((text) => text.trim() === token);
  }

  async #hasFile({ file, token }: OwnershipProof): Promise<boolean> {
    const { fetching } = this.#outside;
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

  /** The whole text must be the token: many sites answer any path with a page, which may repeat the path. */
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

/** Whether two URLs are of one host, `www.` aside. A redirect to any other host proves nothing about this one. */
function isSameSite(one: string, other: string): boolean {
  const bare = (url: string) => new URL(url).hostname.replace(/^www\./, '');
  return bare(one) === bare(other);
}
