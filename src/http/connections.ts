import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What the connections of clients may take: times in milliseconds. */
export interface ConnectionLimits {
  /** So many are open at once. The one more takes the place of the one that has kept us waiting longest. */
  readonly connections: number;
  /** So many requests of one connection are unanswered at once. Browsers and proxies send one after the other. */
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
  /** What has been asked and is not answered. */
  readonly unanswered: Set<ServerResponse>;
  /** Since when a part of an answer has been waiting to be taken; null when none is. */
  fullSince: number | null;
}

/**
 * Watches over the connections of a server beside the times that Node.js keeps itself: who takes answers too slowly or asks
 * too much at once is cut off, who keeps a connection for nothing loses it when others need one, and when the service
 * stops each connection ends with what it is being answered.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Socket, Connection>();
  /** Those that owe us a whole request: who has waited longest stands first. */
  readonly #owing = new Set<Socket>();
  readonly #looking: NodeJS.Timeout;
  #stopping = false;

  constructor(server: Server, limits: ConnectionLimits) {
    this.#limits = limits;
    server.on('connection', (socket) => this.#add(socket));
    // Before everything else: of a connection that was cut off, Node.js still hands on what had arrived with the rest.
    const answering = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (this.#admit(request, response))
        for (const answer of answering) Reflect.apply(answer, server, [request, response]);
    });
    this.#looking = setInterval(() => this.#cutOffSlowReaders(), limits.look).unref();
  }

  /** Closes who is not being answered, and lets who is keep the connection no longer than that. */
  stop(): void {
    this.#stopping = true;
    clearInterval(this.#looking);
    for (const [socket, { unanswered }] of this.#open) {
      if (unanswered.size === 0) socket.destroy();
      for (const response of unanswered) if (!response.headersSent) response.setHeader('connection', 'close');
    }
  }

  #add(socket: Socket): void {
    if (this.#open.size >= this.#limits.connections) {
      const [longest] = this.#owing;
      (longest ?? socket).destroy();
      if (longest === undefined) return;
      this.#forget(longest);
    }
    this.#open.set(socket, { unanswered: new Set(), fullSince: null });
    this.#owing.add(socket);
    socket.once('close', () => this.#forget(socket));
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket);
    this.#owing.delete(socket);
  }

  /** Whether a request is to be answered. */
  #admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    if (socket.destroyed) return false;
    const connection = this.#open.get(socket);
    if (connection === undefined) return true;
    const { unanswered } = connection;
    if (unanswered.size >= this.#limits.pipelined) {
      socket.destroy();
      return false;
    }
    unanswered.add(response);
    const isWhole = request.headers['content-length'] === undefined && !('transfer-encoding' in request.headers);
    if (isWhole) this.#owing.delete(socket);
    else request.once('end', () => this.#owing.delete(socket));
    response.once('close', () => {
      unanswered.delete(response);
      if (unanswered.size > 0 || socket.destroyed) return;
      if (this.#stopping) socket.end();
      else this.#owing.add(socket);
    });
    return true;
  }

  #cutOffSlowReaders(): void {
    const now = performance.now();
    for (const [socket, connection] of this.#open) {
      connection.fullSince = socket.writableLength === 0 ? null : (connection.fullSince ?? now);
      if (connection.fullSince !== null && now - connection.fullSince >= this.#limits.answer) socket.destroy();
    }
  }
}
