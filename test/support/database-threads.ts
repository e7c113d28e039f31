import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { DatabaseThread, SqliteAccess, SqliteRequest } from '../../src/server/store/sqlite/sqlite-thread.ts';

/** Threads whose database was closed. */
const idle: Worker[] = [];

/** Returns a thread for the database of a folder, one that another database has left where there is one: a start costs 50 ms. */
export function reusedThread(access: SqliteAccess): DatabaseThread {
  const worker = idle.pop() ?? new Worker(new URL('serve-databases.ts', import.meta.url));
  worker.unref();
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ port: port2, access }, [port2]);
  const thread = new PortThread(port1);
  thread.once('exit', () => void idle.push(worker));
  return thread;
}

/** One end of a port, as a thread. */
class PortThread extends EventEmitter implements DatabaseThread {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', (message) => void this.emit('message', message));
    port.on('close', () => void this.emit('exit'));
  }

  postMessage(message: SqliteRequest | null): void {
    this.#port.postMessage(message);
  }

  ref(): void {
    this.#port.ref();
  }

  unref(): void {
    this.#port.unref();
  }
}
