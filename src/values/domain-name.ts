import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';
import type { Parsed } from './parsed.ts';
import { readPastedAddress } from './pasted-address.ts';
import { quote } from './untrusted-text.ts';

declare const checked: unique symbol;

/**
 * A host name that may be audited: IDNA ASCII form, lower case, without the trailing dot, e.g. `xn--mnchen-3ya.de`.
 * Only where the operator allows private targets may it also be an address or a single label, and carry a port.
 */
export type DomainName = string & { readonly [checked]: 'DomainName' };

/** `problem` is one sentence for the caller. */
export type ParsedDomainName = Parsed<{ domain: DomainName }>;

/** Refuses a text that names no domain. Its message is one sentence for the caller. */
export class InvalidDomain extends Error {}

/** Parses a domain as {@link parseDomainName} does. @throws InvalidDomain */
export function requireDomainName(input: string, options?: { readonly allowPrivate: boolean }): DomainName {
  const parsed = parseDomainName(input, options);
  if (!parsed.ok) throw new InvalidDomain(parsed.problem);
  return parsed.domain;
}

const OTHER_SCRIPTS =
  'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Devanagari Bengali Tamil Telugu Thai Lao Khmer Hangul';
/** A label in one script. A label of several may look like another one. */
const ONE_SCRIPT = new RegExp(
  `^(?:${[...OTHER_SCRIPTS.split(' ').map((script) => `\\p{scx=${script}}`), '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}']
    .map((letters) => `[${letters}\\d-]*`)
    .join('|')})$`,
  'u',
);

/** Returns a domain in its own script, `münchen.de`; the domain itself where that is ASCII, or where a label is in several. */
export function inOwnScript(domain: string): string {
  const [, name = domain, port = ''] = /^(.*?)(:\d+)?$/.exec(domain) ?? [];
  const own = domainToUnicode(name);
  return own === '' || !own.split('.').every((label) => ONE_SCRIPT.test(label)) ? domain : own + port;
}

/**
 * Returns whether a text has the form of a result of {@link parseDomainName}. For domains that were parsed before: in
 * stored rows, and in messages between processes.
 */
export function isDomainName(text: string): text is DomainName {
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/.test(text);
}

/**
 * Suffixes that never lead to a public website: special-use names (RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476),
 * ICANN's `.internal`, and what home and office networks use without a standard (RFC 6762 appendix G).
 */
const NON_PUBLIC_SUFFIXES = [
  'alt',
  'arpa',
  'corp',
  'domain',
  'example',
  'home',
  'home.arpa',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'mail',
  'onion',
  'private',
  'test',
  'workgroup',
];

const EMAIL = /^[^\s:@/\\]+@[^\s:@/\\]+$/;
const NOT_EMAIL = 'is an e-mail address; the domain of a website is needed, such as example.com.';

/**
 * Parses what a person typed or pasted: `example.com`, `Example.COM.`, `münchen.de`, `https://example.com/`.
 *
 * Refused: anything that names more than a host (path, query, credentials, fragment), a port, IP addresses in any
 * notation that WHATWG URL reads as one, single labels, names under suffixes that are not public, and what is not a
 * host name (RFC 1123 §2.1: labels of letters, digits and hyphens, at most 63, 253 in all).
 *
 * @param allowPrivate accept ports, addresses, single labels and non-public suffixes too
 */
export function parseDomainName(input: string, { allowPrivate = false } = {}): ParsedDomainName {
  const shown = quote(input, 80);
  const refuse = (why: string): ParsedDomainName => ({ ok: false, problem: `"${shown}" ${why}` });
  const text = input.trim();
  if (text === '') return { ok: false, problem: 'A domain is needed, such as example.com.' };

  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    return refuse(`is a ${scheme} address; a domain such as example.com is needed.`);
  }
  const rest = scheme === undefined ? text : text.slice(scheme.length + 3);
  const authority = rest.endsWith('/') ? rest.slice(0, -1) : rest;
  if (scheme === undefined && EMAIL.test(authority)) return refuse(NOT_EMAIL);
  if (authority.includes('@')) return refuse('carries credentials; only the domain is needed.');
  if (/[/\\?#]/.test(authority)) {
    return refuse('names a page; only whole sites are audited, so leave out the path, query and fragment.');
  }
  // WHATWG URL would decode percent escapes and drop tabs: what is audited must be what was typed.
  if (/[%\s\p{Cc}]/u.test(authority)) return refuse('is not a web address; try example.com.');

  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority) ?? [];
  if (host === '')
    return refuse(
      isIP(authority) === 6 ? 'is an IP address; a domain is needed.' : 'is not a web address; try example.com.',
    );
  if (port !== undefined && !allowPrivate) return refuse('names a port; only a domain on the usual ports is audited.');
  if (port !== undefined && !(Number(port) >= 1 && Number(port) <= 65535))
    return refuse('names a port that does not exist.');

  const url = URL.parse(`http://${host}/`);
  if (url === null) return refuse('is not a web address; try example.com.');
  const isAddress = url.hostname.startsWith('[') || isIP(url.hostname) !== 0;
  const name = isAddress ? url.hostname : domainToASCII(host).replace(/\.$/, '');
  if (isAddress && !allowPrivate) return refuse('is an IP address; a domain is needed.');
  if (!isAddress) {
    const problem = hostNameProblem(name, allowPrivate);
    if (problem !== null) return refuse(problem);
  }
  const domain = port === undefined ? name : `${name}:${Number(port)}`;
  return { ok: true, domain: domain as DomainName };
}

/**
 * Parses the domain of a pasted address, which may be that of a page. Refuses addresses of no website, and ports, which may serve
 * another site.
 *
 * @param allowPrivate see {@link parseDomainName}
 */
export function parsePastedSite(text: string, { allowPrivate = false } = {}): ParsedDomainName {
  const { site } = readPastedAddress(text);
  const refuse = (what: string): ParsedDomainName => ({
    ok: false,
    problem: `"${quote(site, 80)}" is ${what}; the domain of a website is needed, such as example.com.`,
  });
  const scheme = /^([a-z][a-z\d+-]*):(?!\d*$)/i.exec(site)?.[1]?.toLowerCase();
  if (scheme === 'mailto') return refuse('an e-mail address');
  if (scheme !== undefined && !site.includes('@')) return refuse(`the address of something else (${scheme}:)`);
  return parseDomainName(site, { allowPrivate });
}

function hostNameProblem(name: string, allowPrivate: boolean): string | null {
  if (name.length > 253) return 'is longer than the 253 characters a host name may have.';
  const labels = name.split('.');
  if (labels.some((label) => label.length > 63)) return 'has a label longer than 63 characters.';
  if (labels.some((label) => !/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label)))
    return 'is not a web address; try example.com.';
  if (allowPrivate) return null;
  if (NON_PUBLIC_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))) {
    return 'is not a public name; only sites on the public internet are audited.';
  }
  if (labels.length === 1) return 'is a single label; a full domain such as example.com is needed.';
  // A last label of digits only is how an address starts to look like a name (WHATWG URL "ends in a number").
  if (/^\d+$/.test(labels.at(-1) ?? '')) return 'is not a web address; try example.com.';
  return null;
}

/** Returns the first origin to try. A domain with a port is a developer's server, which rarely supports TLS. */
export function firstOrigin(domain: DomainName): string {
  return /:\d+$/.test(domain) && !domain.endsWith(':443') ? `http://${domain}` : `https://${domain}`;
}
