import { promises as dns } from 'node:dns';
import ipaddr from 'ipaddr.js';
import { codeOf } from './connect-failure.ts';
import { NO_SUCH_RECORD, RESOLVER } from './dns-lookup.ts';

/** What the DNS says in either direction: nothing, where there is nothing. Each rejects when nobody answers. */
export interface NameServers {
  namesOf(address: string): Promise<readonly string[]>;
  addressesOf(name: string, version: 4 | 6): Promise<readonly string[]>;
  /** Looks up the TXT records of a name; each record is one string. */
  textsOf(name: string): Promise<readonly string[]>;
}

/** @param servers `address` or `address:port`; default the name servers that the system is set to use */
export function nameServers(servers?: readonly string[]): NameServers {
  const ask = async (question: (resolver: dns.Resolver) => Promise<string[]>): Promise<string[]> => {
    // A new one each time, so that a change of the system's name servers is heeded.
    const resolver = new dns.Resolver(RESOLVER);
    if (servers !== undefined) resolver.setServers(servers);
    try {
      return await question(resolver);
    } catch (error) {
      if (NO_SUCH_RECORD.has(codeOf(error))) return [];
      throw error;
    }
  };
  return {
    // Not by `reverse`, which takes a server that fails for one that says no.
    namesOf: (address) => ask((resolver) => resolver.resolvePtr(reverseName(address))),
    addressesOf: (name, version) =>
      ask((resolver) => (version === 4 ? resolver.resolve4(name) : resolver.resolve6(name))),
    textsOf: (name) => ask(async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
  };
}

/** The name under which the DNS keeps the names of an address (RFC 1035 §3.5, RFC 3596 §2.5). */
function reverseName(address: string): string {
  const bytes = ipaddr.parse(address).toByteArray();
  if (bytes.length === 4) return `${bytes.toReversed().join('.')}.in-addr.arpa`;
  return `${[...Buffer.from(bytes).toString('hex')].toReversed().join('.')}.ip6.arpa`;
}
