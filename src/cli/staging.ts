import { type DomainName, firstOrigin, parseDomainName } from '../domain-name.ts';
import { StagedSite } from '../fetch/staging.ts';
import { quote } from '../untrusted-text.ts';
import { UsageError } from './exit.ts';

/**
 * Parses `--origin`: where requests for a domain are sent.
 *
 * @throws UsageError
 */
export function stagedSite(
  domain: DomainName,
  origin: string,
  options: { readonly allowPrivate: boolean },
): StagedSite {
  if (origin.includes('@')) throw new UsageError('--origin takes no credentials. Give them with --basic-auth.');
  if (!/^https?:\/\/[^/?#]+\/?$/i.test(origin)) {
    const example = '--origin https://staging.example.net';
    throw new UsageError(`${quote(origin)} is no origin. Give http or https and a host, without a path: ${example}`);
  }
  const parsed = parseDomainName(origin, options);
  if (!parsed.ok) throw new UsageError(parsed.problem);
  return new StagedSite(firstOrigin(domain), `${origin.slice(0, origin.indexOf(':'))}://${parsed.domain}`);
}
