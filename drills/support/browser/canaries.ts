import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Servers that count who reaches them, by TCP and by UDP. */
export interface Canaries {
  /** Number of connections and datagrams so far. */
  reached(): number;
  close(): void;
}

/** Listens on all addresses of the machine. */
export async function openCanaries(ports: readonly number[]): Promise<Canaries> {
  let reached = 0;
  const closes: (() => void)[] = [];
  for (const port of ports) {
    const server = createServer((socket) => {
      reached += 1;
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    server.listen(port, '::');
    await once(server, 'listening');
    const datagrams = createSocket('udp6').on('message', () => {
      reached += 1;
    });
    datagrams.bind(port);
    await once(datagrams, 'listening');
    closes.push(
      () => server.close(),
      () => datagrams.close(),
    );
  }
  return { reached: () => reached, close: () => closes.forEach((close) => void close()) };
}

/** Connects to an address. Rejects when nothing listens there. */
export async function reach(host: string, port: number): Promise<void> {
  const socket = connect(port, host.replace(/[[\]]/g, ''));
  await once(socket, 'connect');
  socket.destroy();
}
