import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exchangeOfFixture, type Fixture } from './fixture-web.ts';

/** A fixture on loopback, as a staging host serves a site: over HTTP, under another name than its own. */
export interface ServedFixture {
  readonly origin: string;
  close(): Promise<void>;
}

/** @param domain that the routes of the fixture are of */
export async function serveFixture(fixture: Fixture, domain: string): Promise<ServedFixture> {
  const server = createServer((request, response) => {
    const answer = exchangeOfFixture(fixture, `https://${domain}${request.url}`, request.headers['user-agent'] ?? '');
    if ('kind' in answer) {
      response.destroy();
      return;
    }
    const { location, ...headers } = answer.headers;
    // A redirect within the site stays on this host.
    const to = location?.replace(`https://${domain}`, '');
    response.writeHead(answer.status, to === undefined ? headers : { ...headers, location: to });
    response.end(request.method === 'HEAD' ? undefined : answer.body);
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
