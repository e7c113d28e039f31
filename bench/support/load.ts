import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface Load {
  /** Connections that are kept open, each with one request at a time. */
  readonly connections: number;
  /** How long is counted, after a warm-up of a quarter of it. */
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * GETs a URL over and over and counts the answers. The requests are made by a process of their own, so that only the
 * server's is measured beside it. @throws when an answer is not 200, has no Content-Length, or a connection is closed
 */
export async function requestsPerSecond(url: string, load: Load): Promise<number> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [JSON.stringify({ url, ...load })]);
  const exited = once(child, 'exit').then(() => {
    throw new Error('The load ended before it was counted.');
  });
  const [counted]: unknown[] = await Promise.race([once(child, 'message'), exited]);
  if (typeof counted !== 'number') throw new Error(String(counted));
  return counted;
}

function run({ url, connections, seconds, headers = {} }: Load & { readonly url: string }): void {
  const { hostname, port, host, pathname, search } = new URL(url);
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${fields.join('')}\r\n`);
  /** All connections read into it, one after the other. */
  const read = Buffer.allocUnsafe(64 * 1024);
  let answers = 0;
  const tell = (message: number | string) => process.send?.(message, () => process.exit());

  for (let i = 0; i < connections; i += 1) {
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: { buffer: read, callback: (bytes) => receive(read.subarray(0, bytes)) },
    });
    /** What came of the first answer, until it is read; the others are as long, and only counted. */
    let first = '';
    let length = 0;
    let left = 0;
    socket.on('error', ({ message }) => tell(message));
    socket.on('close', () => tell('The server closed a connection.'));
    socket.on('connect', () => socket.write(request));
    function receive(chunk: Buffer): boolean {
      if (length === 0) {
        first += chunk.toString('latin1');
        const end = first.indexOf('\r\n\r\n');
        if (end < 0) return true;
        const body = /\r\ncontent-length: *(\d+)\r\n/i.exec(first)?.[1];
        if (!first.startsWith('HTTP/1.1 200 ') || body === undefined) {
          tell(`What was answered is not counted: ${first.slice(0, end)}`);
          return true;
        }
        length = end + 4 + Number(body);
        left = length - first.length + chunk.length;
      } else if (left === 0) {
        // Of `HTTP/1.1 200`: what is of another length or status shows here.
        if (chunk[0] !== 0x48 || chunk[9] !== 0x32)
          tell(`What was answered is not counted: ${chunk.toString('latin1')}`);
        left = length;
      }
      left -= chunk.length;
      if (left > 0) return true;
      answers += 1;
      socket.write(request);
      return true;
    }
  }

  setTimeout(() => {
    const before = performance.now();
    answers = 0;
    setTimeout(() => tell((answers * 1000) / (performance.now() - before)), seconds * 1000);
  }, seconds * 250);
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  run(JSON.parse(process.argv[2] ?? ''));
}
