import ipaddr from 'ipaddr.js';

/** Whoever has one IPv6 address has a network of this size (RFC 6177 §2), and may ask from each address in it. */
const IPV6_NETWORK = 64;

/**
 * What the requests of one client are counted by: its IPv4 address, the /64 of its IPv6 address. A proxy may add the
 * port, which is no part of it. What is no address is one client, however it is spelt: nothing that is sent makes another.
 *
 * @param text of a socket, or what a trusted proxy says
 */
export function clientOf(text: string): string {
  const [, bracketed, bare] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? [];
  const address = bracketed ?? bare ?? text;
  const isAddress = ipaddr.IPv6.isValid(address) || ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isAddress) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6(parsed.parts.map((part, i) => (i < IPV6_NETWORK / 16 ? part : 0))).toString()}/${IPV6_NETWORK}`;
}
