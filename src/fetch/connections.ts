import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import type { FetchBudgets } from './budgets.ts';
import { type ConnectorOptions, createConnector } from './connector.ts';
import { type ByteMeter, createByteMeter } from './transfer-limits.ts';

/** One connection to an origin, for one request at a time. undici opens it when the request is sent. */
interface Connection {
  readonly dispatcher: Dispatcher;
  /** Number of times it was opened. Unchanged after a request if an open connection carried it. */
  readonly opened: number;
  readonly meter: ByteMeter;
}

export interface Connections {
  /**
   * Acquires a connection to the origin, an open one if there is one. Waits while all are in use. Every acquired connection
   * must be released.
   */
  acquire(origin: string): Promise<Connection>;
  /** Releases a connection. @param reusable false to close it at once, even with a request in flight */
  release(origin: string, connection: Connection, reusable: boolean): void;
  /** Closes all connections at once. */
  close(): Promise<void>;
}

/** Connections of one origin. */
interface Pool {
  inUse: number;
  readonly idle: Connection[];
  readonly waiting: (() => void)[];
}

/** Time after which an idle connection is closed, unless the server says less, in milliseconds. */
const KEEP_ALIVE = 10_000;

/**
 * Creates the connection pool of one audit: a limited number of connections to each origin, reused for one request after the
 * other (HTTP/1.1, no pipelining).
 */
export function createConnections(options: ConnectorOptions & { readonly budgets: FetchBudgets }): Connections {
  const pools = new Map<string, Pool>();
  const all = new Set<Connection>();
  const connect = createConnector(options);
  const { connectionsPerHost, headerBytes, receivedBytes } = options.budgets;

  const create = (origin: string): Connection => {
    let opened = 0;
    const meter = createByteMeter(new URL(origin).hostname, receivedBytes);
    const dispatcher = new Client(origin, {
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: headerBytes,
      // These count from chunk to chunk, and coarsely: response.ts has timers of its own.
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
      let pool = pools.get(origin);
      if (pool === undefined) {
        pool = { inUse: 0, idle: [], waiting: [] };
        pools.set(origin, pool);
      }
      // A waiting request takes over the slot of the one that wakes it.
      if (pool.inUse < connectionsPerHost) pool.inUse++;
      else await new Promise<void>((resolve) => pool.waiting.push(resolve));
      const connection = pool.idle.pop() ?? create(origin);
      connection.meter.restart();
      return connection;
    },
    release(origin, connection, reusable) {
      const pool = pools.get(origin);
      if (pool === undefined) return;
      if (reusable && !options.signal.aborted) {
        pool.idle.push(connection);
      } else {
        all.delete(connection);
        void connection.dispatcher.destroy();
      }
      const next = pool.waiting.shift();
      if (next === undefined) pool.inUse--;
      else next();
    },
    async close() {
      await Promise.all([...all].map(({ dispatcher }) => dispatcher.destroy()));
    },
  };
}
