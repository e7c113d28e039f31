import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { EgressProxy } from '../../src/fetch/egress/egress.ts';

/** A CONNECT request that the proxy received. */
export interface ConnectRequest {
  /** As in the request: an address and a port. */
  readonly authority: string;
  readonly headers: IncomingHttpHeaders;
}

/** A CONNECT proxy on loopback, as an operator runs one. */
export interface ConnectProxy {
  readonly proxy: EgressProxy;
  readonly port: number;
  readonly requests: readonly ConnectRequest[];
  close(): Promise<void>;
}

/**
 * Opens a CONNECT proxy (RFC 9110 §9.3.6).
 *
 * @param portFor returns the port of 127.0.0.1 to connect an authority to; undefined: the proxy responds with 502
 */
export async function openConnectProxy(portFor: (authority: string) => number | undefined): Promise<ConnectProxy> {
  const requests: ConnectRequest[] = [];
  const open = new Set<Socket>();
  const track = (socket: Socket) => {
    open.add(socket.on('error', () => socket.destroy()));
    socket.on('close', () => open.delete(socket));
  };
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connection', track);
  server.on('connect', ({ url = '', headers }, client: Socket) => {
    requests.push({ authority: url, headers });
    const port = portFor(url);
    const refuse = () => void client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    if (port === undefined) {
      refuse();
      return;
    }
    const upstream = connect({ port, host: '127.0.0.1' });
    track(upstream);
    upstream.once('error', refuse);
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\nVia: 1.1 proxy\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a server on a port has an address');
  return {
    proxy: { host: '127.0.0.1', port: address.port, authorization: null },
    port: address.port,
    requests,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Opens a proxy that is closed when the test ends. */
export async function connectProxy(portFor: (authority: string) => number | undefined): Promise<ConnectProxy> {
  const proxy = await openConnectProxy(portFor);
  onTestFinished(() => proxy.close());
  return proxy;
}
