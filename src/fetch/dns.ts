import { promises as dns } from 'node:dns';
import ipaddr from 'ipaddr.js';
import { errorCode } from './failure.ts';

/** Looks up all addresses of a name. Rejects with Node's DNS error codes; `ENOTFOUND` and `ENODATA` mean that it has none. */
export type Lookup = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** Timeout of one attempt at a name server, in milliseconds, and number of attempts. */
const RESOLVER = { timeout: 1500, tries: 2 };

/** Error codes for a name that does not exist, or that has no record of that type. */
const NO_SUCH_RECORD: ReadonlySet<string> = new Set(['ENODATA', 'ENOTFOUND']);

/** DNS look-ups in both directions. They return nothing where there is no record, and reject when no name server responds. */
export interface NameServers {
  resolveNames(address: string): Promise<readonly string[]>;
  resolveAddresses(name: string, version: 4 | 6): Promise<readonly string[]>;
  /** Looks up the TXT records of a name; each record is one string. */
  resolveTexts(name: string): Promise<readonly string[]>;
}

/**
 * Creates a look-up that queries the name servers itself, for a process that runs several audits at once. The system's
 * resolver (getaddrinfo) occupies one of a few threads for as long as a name server is silent: two names whose servers never
 * respond, in the links of one site, would block the look-ups of every other audit.
 *
 * It knows the DNS alone: no hosts file and no local names.
 *
 * @param servers `address` or `address:port`; default the system's name servers
 */
export function dnsLookup(servers?: readonly string[]): Lookup {
  return async (host) => {
    const resolver = resolverFor(servers);
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = results.flatMap((result, index) =>
      result.status === 'rejected' ? [] : result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
    );
    if (found.length > 0) return found;
    const reasons: unknown[] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    throw reasons.find((reason) => !NO_SUCH_RECORD.has(errorCode(reason))) ?? reasons[0];
  };
}

/** Creates {@link NameServers}. @param servers `address` or `address:port`; default the system's name servers */
export function nameServers(servers?: readonly string[]): NameServers {
  const query = async (resolve: (resolver: dns.Resolver) => Promise<string[]>): Promise<string[]> => {
    try {
      return await resolve(resolverFor(servers));
    } catch (error) {
      if (NO_SUCH_RECORD.has(errorCode(error))) return [];
      throw error;
    }
  };
  return {
    // Not by `reverse`, which reports a failed name server as a missing record.
    resolveNames: (address) => query((resolver) => resolver.resolvePtr(reverseName(address))),
    resolveAddresses: (name, version) =>
      query((resolver) => (version === 4 ? resolver.resolve4(name) : resolver.resolve6(name))),
    resolveTexts: (name) => query(async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
  };
}

/** Creates a resolver for each look-up, so that a change of the system's name servers takes effect. */
function resolverFor(servers: readonly string[] | undefined): dns.Resolver {
  const resolver = new dns.Resolver(RESOLVER);
  if (servers !== undefined) resolver.setServers(servers);
  return resolver;
}

/** Returns the name of the PTR records of an address (RFC 1035 §3.5, RFC 3596 §2.5). */
function reverseName(address: string): string {
  const bytes = ipaddr.parse(address).toByteArray();
  if (bytes.length === 4) return `${bytes.toReversed().join('.')}.in-addr.arpa`;
  return `${[...Buffer.from(bytes).toString('hex')].toReversed().join('.')}.ip6.arpa`;
}
