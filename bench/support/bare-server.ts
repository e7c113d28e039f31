import { createServer } from 'node:http';
import { isForked, listenForParent, startServerProcess } from './server-process.ts';

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
const CONNECTION_FIELDS = ['date', 'connection', 'keep-alive'];

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
  const fields = [...response.headers].filter(([name]) => !CONNECTION_FIELDS.includes(name));
  const output: Output = { headers: Object.fromEntries(fields), body: await response.text() };
  const { port, stop } = await startServerProcess(import.meta.url, JSON.stringify(output));
  return { url: `http://127.0.0.1:${port}/`, stop };
}

function serve({ headers, body }: Output): void {
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  listenForParent(server);
}

if (isForked(import.meta.url)) {
  serve(JSON.parse(process.argv[2] ?? ''));
}
