import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';

/** Number of sessions at the server, shared by all clients. */
const SESSIONS = 20;
const SSL_REQUEST = 80877103;
const IDLE = 'I'.charCodeAt(0);

/** A session at the server, and the client that uses it. */
interface Session {
  readonly socket: Duplex;
  client: PooledClient | null;
}

interface PooledClient {
  readonly socket: Socket;
  session: Session | null;
  /** Bytes that wait for a session. */
  waiting: Buffer[];
  /** Number of statements that the server has not completed. */
  pending: number;
}

/**
 * Pools the sessions of a PostgreSQL server by transaction, as PgBouncer does with `pool_mode = transaction`. Supports the part of the
 * protocol that pg uses (https://www.postgresql.org/docs/current/protocol-flow.html). The client that has waited longest gets the
 * session that was used last, so clients use each other's sessions. It is closed when the test ends.
 *
 * @returns the URL of the same database through the pooler
 */
export async function startTransactionPooler(url: string): Promise<string> {
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => openSession(url)));
  const idle = [...sessions];
  const queue: PooledClient[] = [];
  const clients = new Set<Socket>();

  const assign = () => {
    while (queue[0] !== undefined && idle.length > 0) {
      const [client, session] = [queue.shift(), idle.pop()];
      if (client === undefined || session === undefined) return;
      session.client = client;
      client.session = session;
      for (const chunk of client.waiting.splice(0)) session.socket.write(chunk);
    }
  };
  for (const session of sessions) {
    onMessages(session.socket, (type, message) => {
      const { client } = session;
      client?.socket.write(message);
      if (type !== 'Z' || client === null) return;
      client.pending -= 1;
      if (client.pending > 0 || message[5] !== IDLE) return;
      session.client = null;
      client.session = null;
      idle.push(session);
      assign();
    });
  }

  const server = createServer((socket) => {
    const client: PooledClient = { socket, session: null, waiting: [], pending: 0 };
    clients.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clients.delete(socket);
      // PgBouncer also closes the session when its client disconnects within a transaction.
      client.session?.socket.destroy();
    });
    onStartup(socket, () =>
      onMessages(socket, (type, message) => {
        if (type === 'X') return;
        if (type === 'Q' || type === 'S') client.pending += 1;
        if (client.session !== null) client.session.socket.write(message);
        else {
          if (client.waiting.length === 0) queue.push(client);
          client.waiting.push(message);
          assign();
        }
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of [...clients, ...sessions.map((session) => session.socket)]) socket.destroy();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  return String(Object.assign(new URL(url), { port }));
}

async function openSession(url: string): Promise<Session> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  // From now on, only the pooler reads it.
  const { stream } = client.connection;
  stream.removeAllListeners('data').on('error', () => undefined);
  return { socket: stream, client: null };
}

/** Accepts every client, without TLS and password. */
function onStartup(socket: Socket, ready: () => void): void {
  socket.once('data', (startup) => {
    if (startup.readInt32BE(4) === SSL_REQUEST) {
      socket.write('N');
      onStartup(socket, ready);
      return;
    }
    ready();
    socket.write(Buffer.concat([createMessage('R', [0, 0, 0, 0]), createMessage('Z', [IDLE])]));
  });
}

function createMessage(type: string, body: readonly number[]): Buffer {
  const head = Buffer.from([type.charCodeAt(0), 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, Buffer.from(body)]);
}

/** Calls back with each message of the protocol: a type byte, a length that includes itself, and the payload. */
function onMessages(socket: Duplex, tell: (type: string, message: Buffer) => void): void {
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 5 && received.length > received.readInt32BE(1)) {
      const length = received.readInt32BE(1) + 1;
      tell(String.fromCharCode(received[0] ?? 0), received.subarray(0, length));
      received = received.subarray(length);
    }
  });
}
