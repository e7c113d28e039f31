import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { AddressSet, addressKey, parseIpRange } from '../../crawlers/verification/address-set.ts';
import type { Config } from '../../values/config.ts';

/** Prefix length of the network that one IPv6 client has (RFC 6177 §2). It can send requests from every address in it. */
const IPV6_NETWORK = 64;

/** Returns whether X-Forwarded-For is trusted from an address that many hops away from this server. */
export type TrustProxy = (address: string, hop: number) => boolean;

/** Returns which proxies are trusted; false for none. */
export function trustedProxies(setting: Config['TRUST_PROXY']): false | TrustProxy {
  if (setting === 'off') return false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  const trusted = new AddressSet(setting.split(',').flatMap((text) => parseIpRange(text.trim()) ?? []));
  return (address) => trusted.has(addressKey(address) ?? '');
}

/** Returns the client address of a request, as far as its proxies are trusted. The framework finds the same one. */
export function findClientAddress({ socket, headers }: IncomingMessage, trust: false | TrustProxy): string {
  let address = socket.remoteAddress ?? '';
  if (trust === false) return address;
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  for (let hop = 0; trust(address, hop); hop += 1) {
    const next = forwarded.pop();
    if (next === undefined) break;
    address = next;
  }
  return withoutPort(address);
}

/**
 * Returns the client that requests are counted for: an IPv4 address, or the /64 of an IPv6 address. A port, which some proxies
 * add, is ignored. All texts that are not addresses count as one client, so that nobody can invent clients.
 *
 * @param text of a socket, or of a trusted proxy's X-Forwarded-For
 */
export function toClient(text: string): string {
  const address = withoutPort(text);
  const isAddress = ipaddr.IPv6.isValid(address) || ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isAddress) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6(parsed.parts.map((part, i) => (i < IPV6_NETWORK / 16 ? part : 0))).toString()}/${IPV6_NETWORK}`;
}

function withoutPort(text: string): string {
  const [, bracketed, bare] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? [];
  return bracketed ?? bare ?? text;
}
