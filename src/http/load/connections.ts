import { IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientOf } from '../client-address.ts';

/** What the connections of clients may take: times in milliseconds. */
export interface ConnectionLimits {
  /**
   * Most open connections. One more replaces the connection that has kept the server waiting longest for a request, else the oldest of
   * the client address with the most, if that address has more than the newcomer's.
   */
  readonly connections: number;
  /** Most unanswered requests of one connection. Browsers and proxies send one after the other. */
  readonly pipelined: number;
  /** For the head of a request to arrive, from the connection or its first byte. */
  readonly head: number;
  /** For a whole request to arrive. An answer may take as long as an audit does. */
  readonly request: number;
  /** For the next request to begin. */
  readonly idle: number;
  /** For an answer that is there to be taken: what does not fit into the buffers of the system. */
  readonly answer: number;
  /** How often it is looked who exceeds one of these. */
  readonly look: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  connections: 4_096,
  pipelined: 16,
  head: 15_000,
  request: 30_000,
  idle: 30_000,
  answer: 120_000,
  look: 5_000,
};

/** What is known of one connection. */
interface Connection {
  /** Whose it is, see `clientOf`; a proxy's, where one stands before this server. */
  readonly client: string;
  /** What had been asked and not been answered when it was last looked at, the oldest first. */
  readonly unanswered: ServerResponse[];
  /** Whether all of the last request is here. */
  isWhole: boolean;
  /** When it was last seen to owe us no request, or opened. */
  owingSince: number;
  /** Since when a part of an answer has been waiting to be taken; null when none is. */
  fullSince: number | null;
}

/**
 * A request as Node.js reads it: the server is to be given this class as its `IncomingMessage`. Node.js hands on every request
 * that has arrived of a connection in one go, also after the connection was cut off; but it reads no further where a
 * request asks for another protocol, and what comes after the end is said to.
 */
export class IncomingRequest extends IncomingMessage {
  get upgrade(): boolean {
    return this.method === 'CONNECT' || this.socket.destroyed;
  }

  set upgrade(_: boolean) {
    // What the parser found: no other protocol is spoken here, so nothing depends on it.
  }
}

/**
 * Watches over the connections of a server beside the times that Node.js keeps itself: who takes answers too slowly or asks
 * too much at once is cut off, who keeps a connection for nothing loses it when others need one, and when the service
 * stops each connection ends with what it is being answered.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** The oldest first. */
  readonly #open = new Map<Socket, Connection>();
  /** How many are open of each client. */
  readonly #ofClient = new Map<string, number>();
  readonly #looking: NodeJS.Timeout;
  #isStopping = false;

  constructor(server: Server, limits: ConnectionLimits) {
    this.#limits = limits;
    server.on('connection', (socket) => this.#add(socket));
    this.#looking = setInterval(() => this.#look(), limits.look).unref();
  }

  /** Whether each answer is the last on its connection. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Closes who is not being answered, and lets who is keep the connection no longer than that. */
  stop(): void {
    this.#isStopping = true;
    clearInterval(this.#looking);
    for (const [socket, connection] of this.#open) {
      const last = unansweredOf(connection).at(-1);
      if (last === undefined) {
        socket.destroy();
        continue;
      }
      if (!last.headersSent) last.setHeader('connection', 'close');
      endWith(last, socket, connection);
    }
  }

  #add(socket: Socket): void {
    const client = clientOf(socket.remoteAddress ?? '');
    if (this.#open.size >= this.#limits.connections) {
      const replaced = this.#longestOwing() ?? this.#oldestOfMost(client);
      (replaced ?? socket).destroy();
      if (replaced === null) return;
      this.#forget(replaced);
    }
    this.#open.set(socket, { client, unanswered: [], isWhole: true, owingSince: performance.now(), fullSince: null });
    this.#ofClient.set(client, this.#countOf(client) + 1);
    socket.once('close', () => this.#forget(socket));
  }

  #forget(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    const { client } = connection;
    this.#open.delete(socket);
    const left = this.#countOf(client) - 1;
    if (left > 0) this.#ofClient.set(client, left);
    else this.#ofClient.delete(client);
  }

  #countOf(client: string): number {
    return this.#ofClient.get(client) ?? 0;
  }

  /** The oldest connection of the client with the most; null where this client would have as many. */
  #oldestOfMost(client: string): Socket | null {
    let most = { client, count: this.#countOf(client) + 1 };
    for (const [other, count] of this.#ofClient) if (count > most.count) most = { client: other, count };
    if (most.client === client) return null;
    for (const [socket, connection] of this.#open) if (connection.client === most.client) return socket;
    return null;
  }

  /** Who has kept us waiting for a request longest, to the precision of a look. */
  #longestOwing(): Socket | null {
    let longest: { readonly socket: Socket; readonly since: number } | null = null;
    for (const [socket, connection] of this.#open) {
      const { owingSince: since } = connection;
      if (since < (longest?.since ?? Infinity) && isOwing(connection)) longest = { socket, since };
    }
    return longest?.socket ?? null;
  }

  /**
   * Whether a request is to be answered; else its connection is cut off. To be asked of every request: so nothing is listened
   * to that can be looked up when it is asked for.
   *
   * @param arrived of `performance.now()`
   */
  admit(request: IncomingMessage, response: ServerResponse, arrived: number): boolean {
    const { socket } = request;
    const connection = this.#open.get(socket);
    if (connection === undefined) return true;
    const unanswered = unansweredOf(connection);
    if (unanswered.length >= this.#limits.pipelined) {
      socket.destroy();
      return false;
    }
    unanswered.push(response);
    connection.isWhole = request.headers['content-length'] === undefined && !('transfer-encoding' in request.headers);
    if (connection.isWhole) connection.owingSince = arrived;
    else {
      request.once('end', () => {
        connection.isWhole = true;
        connection.owingSince = performance.now();
      });
    }
    if (this.#isStopping) endWith(response, socket, connection);
    return true;
  }

  /** Sees who owes us nothing, and cuts off who takes answers too slowly. */
  #look(): void {
    const now = performance.now();
    for (const [socket, connection] of this.#open) {
      if (!isOwing(connection)) connection.owingSince = now;
      connection.fullSince = socket.writableLength === 0 ? null : (connection.fullSince ?? now);
      if (connection.fullSince !== null && now - connection.fullSince >= this.#limits.answer) socket.destroy();
    }
  }
}

/** Whether a whole request is still to come. */
function isOwing(connection: Connection): boolean {
  return !connection.isWhole || unansweredOf(connection).length === 0;
}

/** Lets go of what was answered since. */
function unansweredOf({ unanswered }: Connection): ServerResponse[] {
  while (unanswered[0]?.closed) unanswered.shift();
  return unanswered;
}

/** Ends a connection with an answer, if nothing was asked after it. */
function endWith(response: ServerResponse, socket: Socket, connection: Connection): void {
  response.once('close', () => {
    if (unansweredOf(connection).length === 0 && !socket.destroyed) socket.end();
  });
}
