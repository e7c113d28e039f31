import { hash } from 'node:crypto';
import type { DomainName } from '../../domain-name.ts';
import type { PublishedDomainRow } from '../../store/published-domains.ts';

/** An llms.txt as it is hosted. */
export interface HostedLlmsTxt {
  readonly domain: DomainName;
  readonly text: string;
  /** SHA-256 of the text as UTF-8, in base64url. */
  readonly hash: string;
}

/** The template of tier free, loaded when it is first asked for. */
export async function hostedTemplate(domain: DomainName): Promise<HostedLlmsTxt> {
  const { freeLlmsTxt } = await import('../../documents/llms-txt/llms-txt.ts');
  const text = freeLlmsTxt(domain);
  return { domain, text, hash: hash('sha256', text, 'base64url') };
}

/** The text of a published domain. */
export function hostedText(domain: DomainName, { llmsTxt, llmsTxtHash }: PublishedDomainRow): HostedLlmsTxt {
  return { domain, text: llmsTxt, hash: llmsTxtHash };
}
