import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

/** A bare node:http server in a separate process that sends the same response to every request. */
export interface BareServer {
  readonly url: string;
  stop(): void;
}

interface Output {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Fields that Node.js adds to each response by itself. */
const OF_THE_CONNECTION = ['date', 'connection', 'keep-alive'];

/**
 * Starts the server.
 *
 * @param url is requested once; its response is sent from then on, with the same header fields and bytes
 */
export async function startBareServer(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<BareServer> {
  const response = await fetch(url, { headers });
  const fields = [...response.headers].filter(([name]) => !OF_THE_CONNECTION.includes(name));
  const output: Output = { headers: Object.fromEntries(fields), body: await response.text() };
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [JSON.stringify(output)]);
  const [port]: unknown[] = await once(child, 'message');
  return { url: `http://127.0.0.1:${String(port)}/`, stop: () => child.kill() };
}

function serve({ headers, body }: Output): void {
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    process.send?.(address.port);
  });
  // Ends with its parent, even when that is killed.
  process.on('disconnect', () => process.exit());
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  serve(JSON.parse(process.argv[2] ?? ''));
}
