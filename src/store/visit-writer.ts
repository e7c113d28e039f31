import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Visit } from './visits.ts';

/** Keeps visits, and counts them in the same transaction: a visit and its counts always agree. */
export interface VisitWriter {
  /** Keeps visits, all or none. They are on the disk when this resolves. */
  insert(visits: readonly Visit[]): Promise<void>;
}

/** What the thread says of each group, in their order: null when it is written, else why it is not. */
export type Written = string | null;

/**
 * Writes visits to the embedded database from a thread of its own: SQLite waits for the disk, and everything else would
 * wait with it. The thread starts with the first visit, and again when it has ended unasked.
 */
export class SqliteVisitWriter implements VisitWriter {
  readonly #dataDir: string;
  #thread: Worker | null = null;
  /** Groups that the thread has and has not answered, the oldest first. */
  #waiting: PromiseWithResolvers<void>[] = [];

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async insert(visits: readonly Visit[]): Promise<void> {
    this.#thread ??= this.#start();
    const written = Promise.withResolvers<void>();
    this.#waiting.push(written);
    // As one text: it is copied ten times as fast as the objects.
    this.#thread.postMessage(JSON.stringify(visits));
    await written.promise;
  }

  /** Writes what it was given, and ends the thread. */
  async close(): Promise<void> {
    // Nothing else may be left to keep the process alive until the thread is done.
    this.#thread?.ref();
    await Promise.allSettled(this.#waiting.map(({ promise }) => promise));
    const thread = this.#thread;
    if (thread === null) return;
    this.#thread = null;
    const ended = once(thread, 'exit');
    thread.postMessage(null);
    await ended;
  }

  #start(): Worker {
    const script = new URL(`visit-writer-thread${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(script, { workerData: this.#dataDir });
    thread.unref();
    thread.on('message', (problem: Written) => {
      const written = this.#waiting.shift();
      if (problem === null) written?.resolve();
      else written?.reject(new Error(problem));
    });
    const fail = (error: Error) => {
      // After an error comes the exit: by then the groups are those of the next thread.
      if (this.#thread !== thread) return;
      this.#thread = null;
      const lost = this.#waiting;
      this.#waiting = [];
      for (const { reject } of lost) reject(error);
    };
    thread.on('error', fail);
    thread.on('exit', () => fail(new Error('The thread that writes visits has ended.')));
    return thread;
  }
}
