import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What a client of the proxy gets: the database, silence as of a machine that lost its network, or closed connections. */
type Answer = 'database' | 'silence' | 'closed';

/** A TCP proxy before a database. It ends with this process at the latest. */
export interface DatabaseProxy {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Changes what clients get from now on. Open connections are closed, but for `silence`: these get nothing any more. */
  answer(answer: Answer): void;
  close(): void;
}

/** Starts a proxy on loopback. @param url of the database */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let now: Answer = 'database';
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const hold = (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)));
  };
  const server = createServer((client) => {
    hold(client);
    if (now === 'closed') client.destroy();
    if (now !== 'database') return;
    const session = connect(Number(port), hostname);
    hold(session);
    for (const [from, to] of [
      [client, session],
      [session, client],
    ] as const) {
      from.on('data', (chunk) => {
        if (now === 'database') to.write(chunk);
      });
      from.once('close', () => to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: String(Object.assign(new URL(url), { port: String(address.port) })),
    answer(answer) {
      now = answer;
      if (answer !== 'silence') closeAll();
    },
    close() {
      server.close();
      closeAll();
    },
  };
}
