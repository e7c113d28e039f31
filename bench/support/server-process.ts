import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:net';
import { fileURLToPath } from 'node:url';

interface Listening {
  readonly port: number;
  readonly caPem: string;
}

/** A server on loopback in a separate process, so that its CPU time does not count as the caller's. */
export interface ServerProcess extends Listening {
  /** Rule for `CONNECT_TO` that leads every domain to this server. */
  readonly connectTo: string;
  readonly pid: number;
  stop(): void;
}

/**
 * Runs a module that calls {@link listenForParent} in a new process, and waits until it listens.
 *
 * @param argument its command-line argument
 */
export async function startServerProcess(moduleUrl: string, argument = ''): Promise<ServerProcess> {
  const child: ChildProcess = fork(fileURLToPath(moduleUrl), [argument]);
  const [message]: unknown[] = await once(child, 'message');
  const { port, caPem } = message as Listening;
  if (child.pid === undefined) throw new Error(`${moduleUrl} did not start.`);
  return { port, caPem, connectTo: `:443:127.0.0.1:${port}`, pid: child.pid, stop: () => child.kill() };
}

/**
 * Listens on a free port of loopback, and reports it to the parent process.
 *
 * @param caPem the certificate authority of a TLS server
 */
export function listenForParent(server: Server, caPem = ''): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    process.send?.({ port: address.port, caPem } satisfies Listening);
  });
  endWithParent();
}

/** Ends this process when its parent ends, even when that is killed. */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit());
}

/** Returns whether a module is the program of a forked process. */
export function isForked(moduleUrl: string): boolean {
  return process.send !== undefined && process.argv[1] === fileURLToPath(moduleUrl);
}
