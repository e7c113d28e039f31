import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { getSystemErrorMap } from 'node:util';

/** A connection that was tried, whatever became of it. */
export interface Attempt {
  readonly address: string;
  readonly port: number;
}

/** Every connection that this process tries to make, from the moment of watching on. */
export interface WatchedSockets {
  /** Each attempt but those to `expected`. */
  readonly attempts: readonly Attempt[];
  close(): void;
}

/** The number by which libuv calls "no route to host". */
const NO_ROUTE = [...getSystemErrorMap()].find(([, [name]]) => name === 'EHOSTUNREACH')?.[0];

/**
 * Records where the process connects to, and lets nothing beyond this machine: a connection to elsewhere fails as one
 * without a route does. So a test may name any address, and no packet leaves.
 *
 * @param expected ports of 127.0.0.1 that the test itself serves on
 * @param attempts where they are recorded
 */
export function watchSockets(expected: ReadonlySet<number>, attempts: Attempt[] = []): WatchedSockets {
  const onSocket = (message: unknown): void => {
    if (!hasSocket(message)) throw new TypeError('Node.js tells of a socket in another way.');
    const { socket } = message;
    socket.on('connectionAttempt', (address: string, port: number) => {
      if (address === '127.0.0.1' && expected.has(port)) return;
      attempts.push({ address, port });
      if (!isOfThisMachine(address))
        Object.assign(Reflect.get(socket, '_handle'), { connect: noRoute, connect6: noRoute });
    });
  };
  subscribe('net.client.socket', onSocket);
  return { attempts, close: () => void unsubscribe('net.client.socket', onSocket) };
}

function hasSocket(message: unknown): message is { readonly socket: Socket } {
  return typeof message === 'object' && message !== null && 'socket' in message && message.socket instanceof Socket;
}

function noRoute(): number {
  return NO_ROUTE ?? -1;
}

/** Loopback by any of its names: what canaries listen on. */
function isOfThisMachine(address: string): boolean {
  return /^(?:127\.|0\.0\.0\.0$|::$|::1$|::ffff:(?:127\.|7f))/.test(address);
}
