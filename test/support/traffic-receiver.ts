import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A service that receives access logs as `POST /api/domains/{domain}/traffic` does, and stores every line. */
export class TrafficReceiver {
  /** Bytes by source. */
  readonly sources = new Map<string, string>();
  readonly requests: {
    readonly path: string;
    readonly key: string;
    readonly offset: number;
    readonly bytes: number;
  }[] = [];
  /** Responds in place of the service, before anything is stored; return false to go on. */
  intercept: (response: ServerResponse) => boolean = () => false;
  /** Responds in place of the service, after everything is stored; return false to go on. */
  interceptAfter: (response: ServerResponse) => boolean = () => false;
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  async start(port = 0): Promise<string> {
    await once(this.#server.listen(port, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), 'close');
  }

  /** All lines in the order of their sources. */
  get lines(): string[] {
    return [...this.sources.values()].flatMap((text) => text.split('\n').slice(0, -1));
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (this.intercept(response)) return;
    const body = gunzipSync(Buffer.concat(chunks)).toString('latin1');
    const { 'citable-source': source = '', 'citable-offset': offset = '', authorization = '' } = request.headers;
    const start = Number(offset);
    this.requests.push({ path: request.url ?? '', key: authorization, offset: start, bytes: body.length });
    const stored = this.sources.get(String(source)) ?? '';
    if (start > stored.length)
      return send(response, 409, { error: 'Bytes are missing.', expected_offset: stored.length });
    const added = body.slice(stored.length - start, body.lastIndexOf('\n') + 1);
    this.sources.set(String(source), stored + added);
    if (this.interceptAfter(response)) return;
    const result = { accepted: added.split('\n').length - 1, ignored: 0, bad_lines: 0, duplicate: added === '' };
    send(response, 202, { ...result, next_offset: stored.length + added.length });
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
