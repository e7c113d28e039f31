import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Parsed } from '../../values/parsed.ts';
import { quote } from '../../values/untrusted-text.ts';
import { listAddressForms } from './address-guard.ts';

/** Addresses and CIDR ranges as written. */
export type ParsedRanges = Parsed<{ ranges: readonly string[] }>;

/** Length of the prefix before the IPv4 address in a mapped address (`::ffff:0:0/96`). */
const MAPPED_BITS = 96;

/** Parses IPv4 and IPv6 addresses and CIDR ranges, comma-separated. Empty text is not a range. */
export function parseAddressRanges(text: string): ParsedRanges {
  const ranges = text
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '');
  const wrong = ranges.find((range) => toRange(range) === null);
  if (wrong === undefined) return { ok: true, ranges };
  return { ok: false, problem: `"${quote(wrong, 80)}" is not an IP address or a CIDR range such as 10.0.0.0/8.` };
}

/**
 * Returns a predicate: whether an address, or any address that it can stand for ({@link listAddressForms}), lies in one of the ranges.
 * If there are ranges, it is also true for text that is not an IP address, so that nothing unparsed passes.
 *
 * @param ranges as {@link parseAddressRanges} gives them
 * @throws RangeError for a range that {@link parseAddressRanges} rejects
 */
export function inRanges(ranges: readonly string[]): (address: string) => boolean {
  const parsed = ranges.map((text) => {
    const range = toRange(text);
    if (range === null) throw new RangeError('A range is neither an IP address nor in CIDR notation.');
    return range;
  });
  if (parsed.length === 0) return () => false;
  return (address) => {
    const forms = listAddressForms(address);
    return forms === null || forms.some((form) => parsed.some((range) => contains(range, form)));
  };
}

type Range = readonly [ipaddr.IPv4, number] | readonly [ipaddr.IPv6, number];

function toRange(text: string): Range | null {
  const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return null;
  const maxBits = version === 4 ? 32 : 128;
  const bits = prefix === undefined ? maxBits : Number(prefix);
  if (bits > maxBits) return null;
  if (version === 4) return [ipaddr.IPv4.parse(address), bits];
  const parsed = ipaddr.IPv6.parse(address);
  // A mapped range means the IPv4 addresses in it.
  if (parsed.isIPv4MappedAddress() && bits >= MAPPED_BITS) return [parsed.toIPv4Address(), bits - MAPPED_BITS];
  return [parsed, bits];
}

function contains([start, bits]: Range, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (start instanceof ipaddr.IPv4) return address instanceof ipaddr.IPv4 && address.match(start, bits);
  return address instanceof ipaddr.IPv6 && address.match(start, bits);
}
