import { promises as dns } from 'node:dns';
import { codeOf } from './connect-failure.ts';
import type { Lookup } from './connector.ts';

/** How long one try waits for a name server, and how often it is asked. */
export const RESOLVER = { timeout: 1500, tries: 2 };

/** There is no such name, or it has no record of that kind. */
export const NO_SUCH_RECORD: ReadonlySet<string> = new Set(['ENODATA', 'ENOTFOUND']);

/**
 * A look-up that asks the name servers itself, for a process that runs several audits at once. The system's resolver
 * (getaddrinfo) holds one of a few threads for as long as a name server is silent: two names whose servers never answer,
 * in the links of one site, would keep every other audit from looking anything up.
 *
 * It knows the DNS alone: no hosts file and no local names.
 *
 * @param servers `address` or `address:port`; default the name servers that the system is set to use
 */
export function dnsLookup(servers?: readonly string[]): Lookup {
  return async (host) => {
    // A new one each time, so that a change of the system's name servers is heeded.
    const resolver = new dns.Resolver(RESOLVER);
    if (servers !== undefined) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer, index) =>
      answer.status === 'rejected' ? [] : answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
    );
    if (found.length > 0) return found;
    const reasons: unknown[] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    throw reasons.find((reason) => !NO_SUCH_RECORD.has(codeOf(reason))) ?? reasons[0];
  };
}
