import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The public suffix list, loaded when two hosts are first compared: a command line run feels its 13 ms and 6 MB. */
function publicSuffixes(): typeof import('tldts') {
  return require('tldts');
}

/** The registrable domain of a URL's host; a host under a shared suffix such as github.io is a site of its own. */
export function registrableDomain(url: string): string | null {
  return publicSuffixes().getDomain(url, { allowPrivateDomains: true });
}

/**
 * Returns the registrable domain, which stands for the owner of the servers, a shared suffix such as github.io being
 * one. The name itself where there is none.
 */
export function targetHost(domain: string): string {
  return publicSuffixes().getDomain(domain) ?? domain;
}

/** Returns whether a text is a host name that a hosting platform gives to its customers, such as `shop.github.io`. */
export function isPlatformHost(text: string): boolean {
  const host = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(host) || host.length > MAX_HOST) return false;
  return publicSuffixes().parse(host, { allowPrivateDomains: true }).isPrivate === true;
}

/** Maximum length of a host name (RFC 1035 §2.3.4). */
const MAX_HOST = 253;

/** Returns whether two URLs are of one site: one host, or one registrable domain. */
export function isSameSite(a: string, b: string): boolean {
  const hosts = [new URL(a).host, new URL(b).host];
  if (hosts[0] === hosts[1]) return true;
  const domain = registrableDomain(a);
  return domain !== null && domain === registrableDomain(b);
}
