import { type ParsedDomainName, parseDomainName } from './domain-name.ts';
import { readPastedAddress } from './pasted-address.ts';
import { quote } from './untrusted-text.ts';

/**
 * The site that a pasted address leads to: of a page's, its host. What is no website is refused, and a port too, for
 * another site may answer there.
 *
 * @param allowPrivate see `parseDomainName`
 */
export function parsePastedSite(text: string, { allowPrivate = false } = {}): ParsedDomainName {
  const { site } = readPastedAddress(text);
  const refuse = (what: string): ParsedDomainName => ({
    ok: false,
    problem: `"${quote(site, 80)}" is ${what}; the domain of a website is needed, such as example.com.`,
  });
  const scheme = /^([a-z][a-z\d+-]*):(?!\d*$)/i.exec(site)?.[1]?.toLowerCase();
  if (scheme === 'mailto' || /^[^\s:@]+@[^\s:@]+$/.test(site)) return refuse('an e-mail address');
  if (scheme !== undefined && !site.includes('@')) return refuse(`the address of something else (${scheme}:)`);
  return parseDomainName(site, { allowPrivate });
}
