import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { auditSite, completeInventory } from '../../src/engine/audit-site.ts';
import type { CompleteInventory } from '../../src/engine/engine-protocol.ts';
import { parseConnectTo } from '../../src/fetch/connect-to.ts';
import type { FetcherOptions } from '../../src/fetch/fetcher.ts';
import { exchangeOfFixture, type Fixture, parseFixture, readFixture } from './fixture-web.ts';
import type { LiveAudit } from './live-audit.ts';
import { createAuthority } from './tls.ts';

/** Fixtures served over TLS on loopback, each under another domain. */
export interface FixtureServer {
  /** Value of `CONNECT_TO` that connects every domain to this server. */
  readonly connectTo: string;
  /** Certificate that clients must trust. */
  readonly caPem: string;
  /**
   * Serves a fixture from now on. Connections to a domain without one are closed.
   *
   * @param domain `example.com` or one label below it
   * @param path path of the fixture; null: requests get no response
   */
  place(domain: string, path: string | null): void;
  /** Serves the text of a fixture from now on. */
  placeText(domain: string, text: string): void;
  close(): Promise<void>;
}

export async function serveFixtures(): Promise<FixtureServer> {
  const fixtures = new Map<string, Fixture | null>();
  const authority = await createAuthority();
  const server = createServer(await authority.issue(['example.com', '*.example.com']), (request, response) => {
    const { host = '', 'user-agent': userAgent = '' } = request.headers;
    const fixture = fixtures.get(host);
    if (fixture === null) return;
    const found = fixture && exchangeOfFixture(fixture, `https://${host}${request.url}`, userAgent);
    if (found === undefined || 'kind' in found) response.destroy();
    else response.writeHead(found.status, found.headers).end(request.method === 'HEAD' ? undefined : found.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    // Nothing listens on port 1: a fallback to http fails too, without a DNS lookup.
    connectTo: `:443:127.0.0.1:${(server.address() as AddressInfo).port},:80:127.0.0.1:1`,
    caPem: authority.caPem,
    placeText: (domain, text) => void fixtures.set(domain, parseFixture(text, domain)),
    place: (domain, path) => void fixtures.set(domain, path === null ? null : readFixture(path, domain)),
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** Returns the real engine, connected to a fixture server. Its limits of time are longer than a test: it waits for silent sites. */
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
    liveAudit: (domain, progress, signal, { earlierPages } = {}) =>
      auditSite(domain, {
        ...options,
        ...(earlierPages === undefined ? {} : { earlierPages }),
        ...(progress === undefined ? {} : { onProgress: progress }),
        ...(signal === undefined ? {} : { signal }),
      }),
    completeInventory: (inventory, signal) => completeInventory(inventory, { ...options, signal }),
  };
}
