import type { Readable, Writable } from 'node:stream';

/** Maximum length of one message of the browser, in bytes. A longer one ends the connection. */
const MAX_MESSAGE = 32 * 1024 * 1024;

export interface DevToolsEvent {
  readonly method: string;
  readonly params: unknown;
  /** Id of the attached target; empty for the browser. */
  readonly session: string;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Speaks the DevTools protocol of Chromium over two pipes (`--remote-debugging-pipe`): JSON messages, each ended by a zero byte. Nothing
 * listens on a port, so no page and no other user of the machine can speak it.
 */
export class DevToolsPipe {
  readonly #output: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Set<(event: DevToolsEvent) => void>();
  #parts: Buffer[] = [];
  #length = 0;
  #lastId = 0;
  #isEnded = false;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    input.on('data', (bytes: Buffer) => this.#receive(bytes));
    for (const stream of [input, output]) {
      stream.on('error', () => this.end());
      stream.on('close', () => this.end());
    }
  }

  /** Sends a command. Rejects when the browser reports an error, and when the connection ends. */
  send(method: string, params: object = {}, session = ''): Promise<unknown> {
    if (this.#isEnded) return Promise.reject(new Error('The browser has ended.'));
    const id = ++this.#lastId;
    this.#output.write(`${JSON.stringify({ id, method, params, ...(session !== '' && { sessionId: session }) })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Calls `listener` for each event. Returns a function that stops this. */
  on(listener: (event: DevToolsEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Rejects what still waits. */
  end(): void {
    this.#isEnded = true;
    for (const { reject } of this.#waiting.values()) reject(new Error('The browser has ended.'));
    this.#waiting.clear();
    this.#parts = [];
  }

  #receive(bytes: Buffer): void {
    let rest = bytes;
    for (let end = rest.indexOf(0); end !== -1 && !this.#isEnded; end = rest.indexOf(0)) {
      const message = Buffer.concat([...this.#parts, rest.subarray(0, end)]).toString();
      this.#parts = [];
      this.#length = 0;
      rest = rest.subarray(end + 1);
      this.#read(JSON.parse(message));
    }
    this.#parts.push(rest);
    this.#length += rest.length;
    if (this.#length > MAX_MESSAGE) this.end();
  }

  #read(message: unknown): void {
    const id = readField(message, 'id');
    if (typeof id !== 'number') {
      const event = {
        method: readText(message, 'method'),
        params: readField(message, 'params'),
        session: readText(message, 'sessionId'),
      };
      for (const listener of this.#listeners) listener(event);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    const error = readField(message, 'error');
    if (error === undefined) waiting?.resolve(readField(message, 'result'));
    else waiting?.reject(new Error(readText(error, 'message')));
  }
}

/** Returns a field of an object; undefined where there is none. */
export function readField(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? Object.getOwnPropertyDescriptor(inner, name)?.value : undefined,
    value,
  );
}

/** Returns a field that is a text; an empty one where there is none. */
export function readText(value: unknown, ...names: readonly string[]): string {
  const found = readField(value, ...names);
  return typeof found === 'string' ? found : '';
}
