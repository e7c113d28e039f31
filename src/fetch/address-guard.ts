import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IPv4 ranges that do not lead to a public server (IANA special-purpose registry, RFC 6890). */
const REFUSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** The only IPv6 space that is allotted to the public internet (RFC 4291 §2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Teredo, documentation, 6to4, documentation. */
const REFUSED_IPV6 = ['2001::/32', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);

/** IPv4-mapped, IPv4-compatible, and the well-known NAT64 prefix (RFC 6052 §2.1): the address is the last 32 bits. */
const EMBEDS_IN_LAST_32_BITS = ['::ffff:0:0/96', '::/96', '64:ff9b::/96'].map((range) => ipaddr.IPv6.parseCIDR(range));

/** The local-use NAT64 prefix (RFC 8215). */
const LOCAL_NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48');

/**
 * Says whether an IP address leads to the public internet. What it does not understand, it refuses: names, brackets,
 * zone identifiers, and IPv4 in any notation but four decimal numbers. An IPv4 address inside an IPv6 address decides
 * for it, so that IPv4-only sites are reached through NAT64 and `::ffff:127.0.0.1` is not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return isPublicIPv4(ipaddr.IPv4.parse(address));
  if (!isIPv6(address) || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  if (EMBEDS_IN_LAST_32_BITS.some((range) => parsed.match(range))) {
    return isPublicIPv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  }
  if (parsed.match(LOCAL_NAT64)) return isPublicInLocalNat64(parsed.toByteArray());
  return parsed.match(GLOBAL_UNICAST) && !REFUSED_IPV6.some((range) => parsed.match(range));
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return !REFUSED_IPV4.some((range) => address.match(range));
}

/**
 * RFC 6052 §2.2: behind a /96 prefix the address is the last 32 bits; behind a /48 it lies around the zero octet 8 and
 * zeros follow. Which one a network uses cannot be seen when both would fit, so any other layout is refused.
 */
function isPublicInLocalNat64(bytes: number[]): boolean {
  const zero = (from: number, to: number): boolean => bytes.slice(from, to).every((byte) => byte === 0);
  if (zero(6, 12)) return isPublicIPv4(new ipaddr.IPv4(bytes.slice(12)));
  if (zero(8, 9) && zero(11, 16)) return isPublicIPv4(new ipaddr.IPv4([...bytes.slice(6, 8), ...bytes.slice(9, 11)]));
  return false;
}

/** What the guard has against a URL, before anything is known of where its host leads. */
export type UrlObjection = 'scheme' | 'credentials' | 'port';

/**
 * Checks a URL before it is asked for, the typed one and the target of every redirect alike: http or https, no
 * credentials, port 80 or 443. Where the host leads is checked when the connection is made.
 *
 * @param policy `allowPrivate` accepts every port
 * @returns null when there is nothing against it
 */
export function checkUrl(url: URL, policy: { readonly allowPrivate: boolean }): UrlObjection | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (!policy.allowPrivate && url.port !== '' && url.port !== '80' && url.port !== '443') return 'port';
  return null;
}
