import { request } from 'node:http';
import { createServer } from 'node:https';
import { onTestFinished } from 'vitest';
import { createAuthority } from './tls.ts';

/** Opens a TLS proxy on loopback in front of a server, as in production. It is closed when the test ends. */
export async function behindTls(
  host: string,
  url: string,
  { keepsAlive = true } = {},
): Promise<{ readonly port: number; readonly ca: string }> {
  const authority = await createAuthority();
  const server = createServer(await authority.issue([host]), (incoming, outgoing) => {
    const { method, headers, url: path } = incoming;
    const inner = request(new URL(path ?? '/', url), { method, headers }, (response) => {
      if (!keepsAlive) response.headers.connection = 'close';
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(inner);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return { port: address.port, ca: authority.caPem };
}
