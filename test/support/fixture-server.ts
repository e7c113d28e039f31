import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { parseConnectTo } from '../../src/fetch/connect-to.ts';
import type { FetcherOptions } from '../../src/fetch/fetcher.ts';
import { auditSite, completeInventory } from '../../src/service/engine/audit-site.ts';
import type { CompleteInventory } from '../../src/service/engine/engine-protocol.ts';
import { exchangeOfFixture, type Fixture, readFixture } from './fixture-web.ts';
import type { LiveAudit } from './live-audit.ts';
import { createAuthority } from './tls.ts';

/** Fixtures served over TLS on loopback, each under a domain of its own. */
export interface FixtureServer {
  /** Of the setting `CONNECT_TO`: leads every domain here. */
  readonly connectTo: string;
  /** What a client has to trust. */
  readonly caPem: string;
  /**
   * Serves a fixture from now on. A domain that has none hangs up.
   *
   * @param domain `example.com` or one label below it
   * @param path of the fixture; null accepts requests and answers none
   */
  place(domain: string, path: string | null): void;
  close(): Promise<void>;
}

export async function serveFixtures(): Promise<FixtureServer> {
  const fixtures = new Map<string, Fixture | null>();
  const authority = await createAuthority();
  const server = createServer(await authority.issue(['example.com', '*.example.com']), (request, response) => {
    const { host = '', 'user-agent': userAgent = '' } = request.headers;
    const fixture = fixtures.get(host);
    if (fixture === null) return;
    const answer = fixture && exchangeOfFixture(fixture, `https://${host}${request.url}`, userAgent);
    if (answer === undefined || 'kind' in answer) response.destroy();
    else response.writeHead(answer.status, answer.headers).end(request.method === 'HEAD' ? undefined : answer.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    // Nobody is at port 1: who falls back to http finds nothing either, and asks no resolver for the address.
    connectTo: `:443:127.0.0.1:${(server.address() as AddressInfo).port},:80:127.0.0.1:1`,
    caPem: authority.caPem,
    place: (domain, path) => void fixtures.set(domain, path === null ? null : readFixture(path, domain)),
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** The real engine, led to a fixture server. It waits for a site that is silent for as long as a test may run. */
export function engineFor({ connectTo, caPem }: FixtureServer): {
  readonly liveAudit: LiveAudit;
  readonly completeInventory: CompleteInventory;
} {
  const rules = parseConnectTo(connectTo);
  if (!rules.ok) throw new Error(rules.problem);
  const options: FetcherOptions = {
    connectTo: rules.rules,
    ca: [caPem],
    budgets: { retryBackOff: 1, firstByte: 300_000, audit: 300_000 },
  };
  return {
    liveAudit: (domain, progress, signal) =>
      auditSite(domain, {
        ...options,
        ...(progress === undefined ? {} : { onProgress: progress }),
        ...(signal === undefined ? {} : { signal }),
      }),
    completeInventory: (inventory, signal) => completeInventory(inventory, { ...options, signal }),
  };
}
