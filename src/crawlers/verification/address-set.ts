import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const BITS = { 4: 32, 6: 128 };
/** Prefix of an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2). */
const MAPPED = `${'0'.repeat(20)}ffff`;
const IPV4_FIRST = `${MAPPED}${'0'.repeat(8)}`;
const IPV4_LAST = `${MAPPED}${'f'.repeat(8)}`;

/** An address range in CIDR notation. */
export interface IpRange {
  readonly version: 4 | 6;
  /** Length of the prefix in its own version. */
  readonly prefix: number;
  /** First and last address, see {@link addressKey}. */
  readonly first: string;
  readonly last: string;
}

/**
 * Returns an address as 32 hexadecimal digits, which sort in the order of addresses. An IPv4 address gives the same key as its
 * IPv4-mapped IPv6 address. Returns null for anything else, and for an address with a zone.
 */
export function addressKey(address: string): string | null {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return null;
  if (version === 4) return MAPPED + ipv4Key(address);
  // The library would parse `::192.0.2.1` as `::ffff:192.0.2.1`.
  const plain = address.replace(/[^:]*\.[^:]*$/, (ipv4) => ipv4Key(ipv4).replace(/.{4}/, '$&:'));
  return Buffer.from(ipaddr.IPv6.parse(plain).toByteArray()).toString('hex');
}

function ipv4Key(address: string): string {
  return Buffer.from(ipaddr.IPv4.parse(address).toByteArray()).toString('hex');
}

/** Parses `192.0.2.0/24`, `2001:db8::/32`, or an address alone. Ignores the bits after the prefix. */
export function parseIpRange(text: string): IpRange | null {
  const [, address = '', length] = /^([0-9a-f.:]{2,45})(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const key = addressKey(address);
  if (key === null) return null;
  const version = address.includes(':') ? 6 : 4;
  const longest = BITS[version];
  const prefix = length === undefined ? longest : Number(length);
  if (prefix > longest) return null;
  const rest = BigInt(longest - prefix);
  const first = (BigInt(`0x${key}`) >> rest) << rest;
  return { version, prefix, first: digits(first), last: digits(first | ((1n << rest) - 1n)) };
}

/** Formats a range, each always in the same way. */
export function formatIpRange({ first, prefix, version }: IpRange): string {
  const address = version === 4 ? ipv4OfKey(first) : (first.match(/..../g) ?? []).join(':');
  return `${address}/${prefix}`;
}

/** Returns the IPv4 address of a key; null for an IPv6 address. */
export function ipv4OfKey(key: string): string | null {
  if (!key.startsWith(MAPPED)) return null;
  return (key.slice(MAPPED.length).match(/../g) ?? []).map((part) => Number.parseInt(part, 16)).join('.');
}

function digits(key: bigint): string {
  return key.toString(16).padStart(BITS[6] / 4, '0');
}

/** A set of addresses, stored as ranges. Look-ups are logarithmic in the number of ranges. */
export class AddressSet {
  /** Disjoint ranges in order. */
  readonly #firsts: string[] = [];
  readonly #lasts: string[] = [];

  constructor(ranges: Iterable<IpRange>) {
    const sorted = [...ranges].sort((a, b) => (a.first < b.first ? -1 : Number(a.first > b.first)));
    for (const { first, last } of sorted) {
      const end = this.#lasts.at(-1);
      if (end === undefined || first > end) {
        this.#firsts.push(first);
        this.#lasts.push(last);
      } else if (last > end) this.#lasts[this.#lasts.length - 1] = last;
    }
  }

  /** Returns whether the set contains an address. @param key see {@link addressKey} */
  has(key: string): boolean {
    let low = 0;
    let high = this.#firsts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#firsts[middle] ?? '') <= key) low = middle + 1;
      else high = middle;
    }
    return low > 0 && key <= (this.#lasts[low - 1] ?? '');
  }

  /** Number of IPv4 addresses in the set. */
  get ipv4Size(): number {
    let size = 0;
    for (const [index, first] of this.#firsts.entries()) {
      const [, from = ''] = [first, IPV4_FIRST].sort();
      const [to = ''] = [this.#lasts[index] ?? '', IPV4_LAST].sort();
      if (from <= to) size += Number(BigInt(`0x${to}`) - BigInt(`0x${from}`)) + 1;
    }
    return size;
  }
}
