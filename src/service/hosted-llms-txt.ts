import { hash } from 'node:crypto';
import type { DomainName } from '../domain-name.ts';
import type { PublishedDomainRow } from '../store/published-domains.ts';

/** An llms.txt as it is hosted. */
export interface HostedLlmsTxt {
  readonly domain: DomainName;
  readonly text: string;
  /** SHA-256 of the text as UTF-8, in base64url. */
  readonly hash: string;
}

/** So long a published text is taken for the newest: it is renewed after an audit, and crawlers ask much oftener. */
const FRESH_MS = 1_000;
const MAX_KEPT = 100;

/** The template of tier free, loaded when it is first asked for. */
export async function hostedTemplate(domain: DomainName): Promise<HostedLlmsTxt> {
  const { freeLlmsTxt } = await import('../documents/llms-txt.ts');
  const text = freeLlmsTxt(domain);
  return { domain, text, hash: hash('sha256', text, 'base64url') };
}

/** The published texts. The most wanted ones are not read from the store each time. */
export class HostedLlmsTxts {
  readonly #find: (domain: DomainName) => Promise<PublishedDomainRow | null>;
  /** The one that was read last stands last. */
  readonly #kept = new Map<DomainName, { readonly file: HostedLlmsTxt; readonly until: number }>();

  /** @param find reads a published domain */
  constructor(find: (domain: DomainName) => Promise<PublishedDomainRow | null>) {
    this.#find = find;
  }

  /** The newest text of a published domain, or one of a second ago; null when the domain is not published. */
  async find(domain: DomainName): Promise<HostedLlmsTxt | null> {
    const kept = this.#kept.get(domain);
    if (kept !== undefined && kept.until > performance.now()) return kept.file;
    const row = await this.#find(domain);
    this.#kept.delete(domain);
    return row === null ? null : this.keep(domain, row);
  }

  /** Takes a text that was just published for the newest. */
  keep(domain: DomainName, { llmsTxt, llmsTxtHash }: PublishedDomainRow): HostedLlmsTxt {
    const file = { domain, text: llmsTxt, hash: llmsTxtHash };
    this.#kept.delete(domain);
    this.#kept.set(domain, { file, until: performance.now() + FRESH_MS });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return file;
  }
}
