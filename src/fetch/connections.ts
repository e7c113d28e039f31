import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import { type ByteMeter, createByteMeter } from './byte-meter.ts';
import { type ConnectorOptions, createConnector } from './connector.ts';

/** One connection to an origin, for one request at a time. undici opens it when the request is sent. */
interface Connection {
  readonly dispatcher: Dispatcher;
  /** How often it was opened: unchanged after a request means that an open connection carried it. */
  readonly opened: number;
  readonly meter: ByteMeter;
}

export interface Connections {
  /**
   * Waits for one of the origin's places; an open connection is preferred. Every one that was given out goes back by
   * `release`.
   */
  acquire(origin: string): Promise<Connection>;
  /** @param reusable false: it is closed at once, whatever is still under way on it */
  release(origin: string, connection: Connection, reusable: boolean): void;
  /** Closes all of them, at once. */
  close(): Promise<void>;
}

interface Origin {
  busy: number;
  readonly idle: Connection[];
  readonly waiting: (() => void)[];
}

/** How long a connection without a request is kept, unless the server says less. */
const KEEP_ALIVE = 10_000;

/**
 * Keeps the connections of one audit: at most `perOrigin` at once to each origin, used again one request after the
 * other (no pipelining), HTTP/1.1 only.
 */
export function createConnections(
  options: ConnectorOptions & {
    readonly perOrigin: number;
    readonly headerBytes: number;
    readonly answerBytes: number;
  },
): Connections {
  const origins = new Map<string, Origin>();
  const all = new Set<Connection>();
  const connect = createConnector(options);

  const create = (origin: string): Connection => {
    let opened = 0;
    const meter = createByteMeter(new URL(origin).hostname, options.answerBytes);
    const dispatcher = new Client(origin, {
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: options.headerBytes,
      // These count from chunk to chunk, and coarsely: answer.ts keeps its own time.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE,
      connect: (target, callback) => {
        opened++;
        connect(target, (...[error, socket]) => {
          if (error !== null) return callback(error, null);
          meter.watch(socket);
          callback(null, socket);
        });
      },
    });
    const connection = {
      dispatcher,
      meter,
      get opened() {
        return opened;
      },
    };
    all.add(connection);
    return connection;
  };

  return {
    async acquire(origin) {
      let places = origins.get(origin);
      if (places === undefined) {
        places = { busy: 0, idle: [], waiting: [] };
        origins.set(origin, places);
      }
      // Whoever is woken takes over the place of the one that woke it.
      if (places.busy < options.perOrigin) places.busy++;
      else await new Promise<void>((resolve) => places.waiting.push(resolve));
      const connection = places.idle.pop() ?? create(origin);
      connection.meter.restart();
      return connection;
    },
    release(origin, connection, reusable) {
      const places = origins.get(origin);
      if (places === undefined) return;
      if (reusable && !options.signal.aborted) {
        places.idle.push(connection);
      } else {
        all.delete(connection);
        void connection.dispatcher.destroy();
      }
      const next = places.waiting.shift();
      if (next === undefined) places.busy--;
      else next();
    },
    async close() {
      await Promise.all([...all].map(({ dispatcher }) => dispatcher.destroy()));
    },
  };
}
