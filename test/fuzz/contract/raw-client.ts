import { connect } from 'node:net';
import type { RawRequest } from './requests.ts';

export interface RawAnswer {
  readonly status: number;
  /** By their names in lower case; of several the last. */
  readonly headers: ReadonlyMap<string, string>;
  /** Without its transfer coding. */
  readonly body: Buffer;
  readonly isHead: boolean;
}

const PATIENCE_MS = 120_000;

/**
 * Sends a request on a connection of its own, byte for byte as it is written, and reads the answer to its end.
 * @throws Error when there is none, or when it is no HTTP/1.1 message
 */
export async function send(port: number, request: RawRequest): Promise<RawAnswer> {
  return read(await exchange(port, toBytes(request)), request.method === 'HEAD');
}

function exchange(port: number, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('The answer does not end.')));
    socket.on('data', (part) => parts.push(part));
    // Who refuses a request may close before it is all sent: what was answered counts.
    socket.on('error', (error) => (parts.length > 0 ? resolve(Buffer.concat(parts)) : reject(error)));
    socket.on('end', () => resolve(Buffer.concat(parts)));
  });
}

function toBytes({ method, target, headers, body }: RawRequest): Buffer {
  const head = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body]);
}

/** RFC 9112 §2.1, §6.3: the message that is not an interim one. */
function read(bytes: Buffer, isHead: boolean): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) throw new Error(`No head: ${bytes.toString('latin1', 0, 100)}`);
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  const rest = bytes.subarray(end + 4);
  if (status === 100) return read(rest, isHead);
  const headers = new Map(
    lines.map((line): [string, string] => {
      const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([^\0\r\n]*)$/.exec(line) ?? [];
      if (name === '') throw new Error(`No field line: ${line}`);
      return [name.toLowerCase(), value];
    }),
  );
  const body = headers.get('transfer-encoding') === 'chunked' ? unchunked(rest) : rest;
  const length = headers.get('content-length');
  if (length !== undefined && !isHead && status !== 304 && body.length !== Number(length)) {
    throw new Error(`${body.length} bytes of a body of ${length}`);
  }
  return { status, headers, body, isHead };
}

function unchunked(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (end === -1 || Number.isNaN(size)) throw new Error('A chunk without a size');
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  throw new Error('No last chunk');
}
