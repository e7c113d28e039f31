import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { toClient } from '../client-address.ts';

/** Limits of client connections. Times are in milliseconds. */
export interface ConnectionLimits {
  /**
   * Maximum number of open connections. One more replaces the connection whose client has owed a request for longest, else the oldest of the
   * client with the most, if that client has more than the new one.
   */
  readonly connections: number;
  /** Maximum number of pipelined requests of one connection. Browsers and proxies send one after the other. */
  readonly pipelined: number;
  /** For the head of a request to arrive, from the connection or its first byte. */
  readonly head: number;
  /** For a whole request to arrive. A response may take as long as an audit does. */
  readonly request: number;
  /** For the next request to begin. */
  readonly idle: number;
  /** For a client to read what does not fit into the buffers of the system. */
  readonly unread: number;
  /** Interval at which these are checked. */
  readonly check: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  connections: 4_096,
  pipelined: 16,
  head: 15_000,
  request: 30_000,
  idle: 30_000,
  unread: 120_000,
  check: 5_000,
};

interface Connection {
  /** See `toClient`. The proxy's, where there is one. */
  readonly client: string;
  /** Responses, the oldest first. Those that have ended are removed by {@link listPending}. */
  readonly responses: ServerResponse[];
  /** The latest request. */
  request: IncomingMessage | null;
  /** Last time, to the precision of a check, at which the client owed no request. */
  owingSince: number;
  /** Start of the wait for the client to read; null when all is read. */
  unreadSince: number | null;
}

/**
 * Enforces the limits that Node.js does not: on connections of all clients and of each, on pipelined requests, and on the time
 * that a client takes to read. When the service stops, each connection ends with its last response.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** The oldest first. */
  readonly #open = new Map<Socket, Connection>();
  readonly #checking: NodeJS.Timeout;
  #isStopping = false;

  constructor(server: Server, limits: ConnectionLimits) {
    this.#limits = limits;
    server.on('connection', (socket) => this.#add(socket));
    this.#checking = setInterval(() => this.#check(), limits.check).unref();
  }

  /** Closes idle connections, and the others after their last response. */
  stop(): void {
    this.#isStopping = true;
    clearInterval(this.#checking);
    for (const [socket, connection] of this.#open) {
      const last = listPending(connection).at(-1);
      if (last === undefined) socket.destroy();
      else endAfter(last, socket, connection);
    }
  }

  #add(socket: Socket): void {
    const client = toClient(socket.remoteAddress ?? '');
    if (this.#open.size >= this.#limits.connections) {
      const replaced = this.#longestOwing() ?? this.#oldestOfMost(client);
      (replaced ?? socket).destroy();
      if (replaced === null) return;
      this.#open.delete(replaced);
    }
    this.#open.set(socket, {
      client,
      responses: [],
      request: null,
      owingSince: performance.now(),
      unreadSince: null,
    });
    socket.once('close', () => this.#open.delete(socket));
  }

  /** Returns whether a request may be served. Ends a connection with too many pipelined requests. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    const connection = this.#open.get(socket);
    if (connection === undefined || listPending(connection).length >= this.#limits.pipelined) {
      socket.destroy();
      return false;
    }
    connection.responses.push(response);
    connection.request = request;
    connection.owingSince = performance.now();
    if (this.#isStopping) endAfter(response, socket, connection);
    return true;
  }

  #longestOwing(): Socket | null {
    let longest: { readonly socket: Socket; readonly since: number } | null = null;
    for (const [socket, connection] of this.#open) {
      const { owingSince: since } = connection;
      if (since < (longest?.since ?? Infinity) && isOwing(connection)) longest = { socket, since };
    }
    return longest?.socket ?? null;
  }

  /** Returns the oldest connection of the client with the most; null where `client` would have as many. */
  #oldestOfMost(client: string): Socket | null {
    const counts = new Map([[client, 1]]);
    for (const { client: other } of this.#open.values()) counts.set(other, (counts.get(other) ?? 0) + 1);
    const most = Math.max(...counts.values());
    if (counts.get(client) === most) return null;
    for (const [socket, { client: other }] of this.#open) if (counts.get(other) === most) return socket;
    return null;
  }

  /** Ends connections whose clients read too slowly. */
  #check(): void {
    const now = performance.now();
    for (const [socket, connection] of this.#open) {
      if (!isOwing(connection)) connection.owingSince = now;
      connection.unreadSince = socket.writableLength === 0 ? null : (connection.unreadSince ?? now);
      if (connection.unreadSince !== null && now - connection.unreadSince >= this.#limits.unread) socket.destroy();
    }
  }
}

/** Returns whether a request, or the rest of one, is still to come. */
function isOwing(connection: Connection): boolean {
  return connection.request?.complete === false || listPending(connection).length === 0;
}

function listPending({ responses }: Connection): readonly ServerResponse[] {
  while (responses[0]?.closed) responses.shift();
  return responses;
}

/** Ends a connection with a response, unless another follows it. */
function endAfter(response: ServerResponse, socket: Socket, connection: Connection): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
  response.once('close', () => {
    if (listPending(connection).length === 0) socket.end();
  });
}
