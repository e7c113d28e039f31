import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { getSystemErrorMap } from 'node:util';

/** An attempt to connect, successful or not. */
export interface Attempt {
  readonly address: string;
  readonly port: number;
}

/** The attempts of this process to connect, since the watch began. */
export interface WatchedSockets {
  /** Attempts to all targets except `expected`. */
  readonly attempts: readonly Attempt[];
  close(): void;
}

/** libuv's number of the error "no route to host". */
const NO_ROUTE = [...getSystemErrorMap()].find(([, [name]]) => name === 'EHOSTUNREACH')?.[0];

/**
 * Records where the process connects to, and lets no packet leave this machine: other connections fail with "no route to host". So
 * a test may use any address.
 *
 * @param expected ports of 127.0.0.1 on which the test itself serves
 * @param attempts where they are recorded
 */
export function watchSockets(expected: ReadonlySet<number>, attempts: Attempt[] = []): WatchedSockets {
  const onSocket = (message: unknown): void => {
    if (!hasSocket(message)) throw new TypeError('The channel net.client.socket has no socket.');
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

/** Returns whether an address is one of loopback, on which canaries listen. */
function isOfThisMachine(address: string): boolean {
  return /^(?:127\.|0\.0\.0\.0$|::$|::1$|::ffff:(?:127\.|7f))/.test(address);
}
