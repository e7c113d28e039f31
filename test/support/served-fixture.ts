import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exchangeOfFixture, type Fixture } from './fixture-web.ts';

/** A fixture served on loopback as a staging host would: over HTTP, under another name. */
export interface ServedFixture {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves a fixture. @param domain the domain of its routes */
export async function serveFixture(fixture: Fixture, domain: string): Promise<ServedFixture> {
  const server = createServer((request, response) => {
    const found = exchangeOfFixture(fixture, `https://${domain}${request.url}`, request.headers['user-agent'] ?? '');
    if ('kind' in found) {
      response.destroy();
      return;
    }
    const { location, ...headers } = found.headers;
    // A redirect within the site stays on this host.
    const to = location?.replace(`https://${domain}`, '');
    response.writeHead(found.status, to === undefined ? headers : { ...headers, location: to });
    response.end(request.method === 'HEAD' ? undefined : found.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
