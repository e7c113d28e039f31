import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IPv4 ranges without public websites: IANA's special-purpose registry, multicast, and addresses of cloud platforms. */
const REFUSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Azure's wire server, which gives every virtual machine there its certificates and settings.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  // AS112 (RFC 7535), AMT (RFC 7450), 6to4 relays (RFC 7526) and AS112 (RFC 7534). Anycast: the nearest network responds,
  // which may be the operator's own, and none of these services is a website.
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  // Private Google Access (restricted, private): routed only inside Google Cloud, to internal services.
  '199.36.153.4/30',
  '199.36.153.8/30',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** The only IPv6 space that is allotted to the public internet (RFC 4291 §2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Ranges of {@link GLOBAL_UNICAST} without public websites. */
const REFUSED_IPV6 = [
  // IETF protocol assignments (RFC 2928): Teredo, benchmarking, and the entries that the registry calls globally
  // reachable. Those are anycast services (PCP, TURN, SRP, AMT, AS112) and identifiers (ORCHIDv2, DRIP), never websites.
  '2001::/23',
  // Documentation, 6to4, AS112 (RFC 7534), documentation.
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  // Private Google Access (restricted, private).
  '2600:2d00:2:1000::/56',
  '2600:2d00:2:2000::/56',
].map((range) => ipaddr.IPv6.parseCIDR(range));

/**
 * Link-local addresses (RFC 3927, RFC 4291 §2.5.6) and the metadata and platform services that clouds document outside of them. They give
 * credentials to whoever connects from the machine, so allowing private addresses does not open them.
 */
export const METADATA_RANGES = [
  '169.254.0.0/16',
  'fe80::/10',
  // AWS's services for its machines, then Google Cloud, Oracle Cloud, Akamai, Scaleway and Alibaba Cloud.
  'fd00:ec2::/32',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:a9fe:a9fe::1',
  'fd00:42::42',
  'fd00:100::100:200',
  // Azure, Alibaba Cloud, Oracle Cloud Classic.
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
];

/** IPv4-mapped, IPv4-compatible, and the well-known NAT64 prefix (RFC 6052 §2.1): the address is the last 32 bits. */
const EMBEDS_IN_LAST_32_BITS = ['::ffff:0:0/96', '::/96', '64:ff9b::/96'].map((range) => ipaddr.IPv6.parseCIDR(range));

/** IPv4-translated (RFC 2765 §2.1): the address is the last 32 bits. */
const TRANSLATED = ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96');

/** Teredo (RFC 4380 §4): the server's IPv4 address follows the prefix, and the last 32 bits are the client's, inverted. */
const TEREDO = ipaddr.IPv6.parseCIDR('2001::/32');

/** The local-use NAT64 prefix (RFC 8215). */
const LOCAL_NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48');

/** 6to4 (RFC 3056 §2): the IPv4 address follows the prefix. */
const SIX_TO_FOUR = ipaddr.IPv6.parseCIDR('2002::/16');

/**
 * Returns whether an IP address is on the public internet. Refuses everything else: names, brackets, zone identifiers, and
 * IPv4 in any notation but four decimal numbers. For an IPv6 address that embeds an IPv4 address, the latter decides: IPv4-only
 * sites are reached through NAT64, and `::ffff:127.0.0.1` is not.
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
 * RFC 6052 §2.2: after a /96 prefix, the address is the last 32 bits; after a /48 prefix, it surrounds octet 8, which is zero,
 * and zeros follow. If both layouts fit, the address is ambiguous, so any other layout is refused.
 */
function isPublicInLocalNat64(bytes: number[]): boolean {
  const zero = (from: number, to: number): boolean => bytes.slice(from, to).every((byte) => byte === 0);
  if (zero(6, 12)) return isPublicIPv4(new ipaddr.IPv4(bytes.slice(12)));
  if (zero(8, 9) && zero(11, 16)) return isPublicIPv4(new ipaddr.IPv4([...bytes.slice(6, 8), ...bytes.slice(9, 11)]));
  return false;
}

/**
 * Lists every address that an IP address can stand for: itself, and each IPv4 address that it may embed (mapped, compatible, translated,
 * NAT64, 6to4, Teredo, ISATAP). For the local-use NAT64 prefix, lists all layouts of RFC 6052 §2.2 that fit. Returns null for text that is
 * not an address in its usual notation.
 */
export function listAddressForms(address: string): readonly (ipaddr.IPv4 | ipaddr.IPv6)[] | null {
  if (isIPv4(address)) return [ipaddr.IPv4.parse(address)];
  if (!isIPv6(address)) return null;
  const parsed = ipaddr.IPv6.parse(address.replace(/%.*$/, ''));
  const bytes = parsed.toByteArray();
  const embedded = (...places: number[]) => new ipaddr.IPv4(places.map((place) => bytes[place] ?? 0));
  const last = embedded(12, 13, 14, 15);
  if ([...EMBEDS_IN_LAST_32_BITS, TRANSLATED].some((range) => parsed.match(range))) return [parsed, last];
  if (parsed.match(SIX_TO_FOUR)) return [parsed, embedded(2, 3, 4, 5)];
  if (parsed.match(TEREDO)) {
    const client = new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff));
    return [parsed, embedded(4, 5, 6, 7), client];
  }
  // The interface identifier of ISATAP (RFC 5214 §6.1).
  if (/:(?:0|200):5efe:[0-9a-f]+:[0-9a-f]+$/.test(parsed.toNormalizedString())) return [parsed, last];
  if (!parsed.match(LOCAL_NAT64)) return [parsed];
  return [parsed, last, embedded(6, 7, 9, 10), embedded(7, 9, 10, 11), embedded(9, 10, 11, 12)];
}

/** Reason for refusing a URL before its host is resolved. */
export type UrlRefusal = 'scheme' | 'credentials' | 'port';

/**
 * Checks a URL before it is requested, also the target of every redirect: http or https, no credentials, port 80 or 443. The
 * address of the host is checked when the connection is made.
 *
 * @param policy `allowPrivate` accepts every port
 * @returns null when it may be requested
 */
export function checkUrl(url: URL, policy: { readonly allowPrivate: boolean }): UrlRefusal | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (!policy.allowPrivate && url.port !== '' && url.port !== '80' && url.port !== '443') return 'port';
  return null;
}
