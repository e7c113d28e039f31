import { connect } from 'node:net';

/** A header field line. */
export type Field = readonly [name: string, value: string];

/** A request as it is sent. */
export interface RawRequest {
  readonly method: string;
  /** Path in the OpenAPI document that it is meant for, or another one. */
  readonly path: string;
  readonly target: string;
  readonly headers: readonly Field[];
  readonly body: Buffer;
  /** False when the percent-encoding of its path is malformed, which is refused before routing. */
  readonly isDecodable: boolean;
  /** Status for a request that is not valid HTTP; null for a valid one. */
  readonly breaks: 400 | 431 | null;
}

export interface RawResponse {
  readonly status: number;
  /** Last value of each field, by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Without its transfer coding. */
  readonly body: Buffer;
  readonly isHead: boolean;
}

const TIMEOUT_MS = 120_000;

/**
 * Sends a request on its own connection, byte for byte, and reads the whole response.
 *
 * @throws Error when there is none, or when it is not an HTTP/1.1 message
 */
export async function send(port: number, request: RawRequest): Promise<RawResponse> {
  return read(await exchange(port, toBytes(request)), request.method === 'HEAD');
}

function exchange(port: number, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The response does not end.')));
    socket.on('data', (part) => parts.push(part));
    // A server that refuses a request may close before all of it is sent: its response counts.
    socket.on('error', (error) => (parts.length > 0 ? resolve(Buffer.concat(parts)) : reject(error)));
    socket.on('end', () => resolve(Buffer.concat(parts)));
  });
}

function toBytes({ method, target, headers, body }: RawRequest): Buffer {
  const head = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body]);
}

/** Parses the final response (RFC 9112 §2.1, §6.3). */
function read(bytes: Buffer, isHead: boolean): RawResponse {
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
