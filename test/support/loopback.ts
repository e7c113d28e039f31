import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Credentials } from './tls.ts';

/** A server on loopback that is closed when its test ends. */
export interface Loopback {
  readonly port: number;
  /** Number of accepted connections. */
  readonly connections: number;
  /** Maximum number of connections open at the same time. */
  readonly mostAtOnce: number;
}

interface Listening {
  on(event: 'connection', listener: (socket: Socket) => void): unknown;
  listen(port: number, host: string, listener: () => void): unknown;
  address(): AddressInfo | string | null;
  close(listener: () => void): unknown;
}

/** Serves HTTP, or HTTPS with credentials, on a free port of 127.0.0.1 unless another place is given. */
export function serve(
  handler: RequestListener,
  { tls, host, port }: { readonly tls?: Credentials; readonly host?: string; readonly port?: number } = {},
): Promise<Loopback> {
  const server: Server = tls === undefined ? createServer(handler) : createSecureServer(tls, handler);
  return listen(server, host, port);
}

/** Calls `talk` with each connection. */
export function serveRaw(talk: (socket: Socket, count: number) => void): Promise<Loopback> {
  let count = 0;
  const server = createRawServer((socket) => {
    socket.on('error', () => socket.destroy());
    talk(socket, ++count);
  });
  return listen(server);
}

/** Starts a server, and closes it when the test ends. */
export async function listen(server: Listening, host = '127.0.0.1', port = 0): Promise<Loopback> {
  const open = new Set<Socket>();
  let connections = 0;
  let mostAtOnce = 0;
  server.on('connection', (socket) => {
    connections++;
    open.add(socket);
    mostAtOnce = Math.max(mostAtOnce, open.size);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  onTestFinished(async () => {
    const closed = new Promise<void>((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a server on a port has an address');
  return {
    port: address.port,
    get connections() {
      return connections;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
  };
}
