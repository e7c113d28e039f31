import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createSecureContext, TLSSocket } from 'node:tls';
import request from 'undici/lib/api/api-request.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { DEFAULT_BUDGETS } from '../budgets.ts';
import { type ConnectorOptions, createConnector } from '../connector.ts';
import { FetchError } from '../failure.ts';
import { checkUrl } from '../guard/address-guard.ts';
import { throwawayCertificate } from './throwaway-certificate.ts';

/** Limits of everything that one browser loads. */
export interface ProxyBudgets {
  readonly requests: number;
  /** Bytes of all responses, as they are received. */
  readonly bytes: number;
  /** Bytes of one response, and of the body of one request. */
  readonly responseBytes: number;
  readonly requestBytes: number;
  readonly connectionsPerHost: number;
  /** Milliseconds that a response may be silent. */
  readonly silence: number;
}

export const PROXY_BUDGETS: ProxyBudgets = {
  requests: 2_000,
  bytes: 200 * 1024 * 1024,
  responseBytes: 20 * 1024 * 1024,
  requestBytes: 256 * 1024,
  connectionsPerHost: 6,
  silence: 10_000,
};

/** What is sent instead of a response of the network. */
export interface LocalResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ProxyOptions extends Omit<ConnectorOptions, 'budgets'> {
  /** Host of the audited site. `allowPrivate` and `connectTo` without a host count for it alone, with or without `www.`. */
  readonly ownHost: string;
  /** Responds to every request, so that nothing is connected to. Null refuses the request. */
  readonly local?: (url: URL) => Promise<LocalResponse | null>;
  /** Overrides of {@link PROXY_BUDGETS}. */
  readonly budgets?: Partial<ProxyBudgets>;
}

/** Why a request was not sent. */
export type Refusal =
  /** The address guard: not http or https, another port, credentials, or not on the public internet. */
  | 'guard'
  /** An image, a font, sound or film: not text. */
  | 'not_text'
  /** A method other than GET, HEAD, OPTIONS, or a POST that reads nothing: a beacon or a form. */
  | 'method'
  | 'service_worker'
  /** What the browser itself asks its vendor. */
  | 'browser'
  | 'web_socket'
  | 'budget'
  /** A folder is rendered, which does not contain it. */
  | 'offline';

export interface ProxyCounts {
  readonly sent: number;
  readonly bytes: number;
  readonly refused: Readonly<Record<Refusal, number>>;
  /** Scripts, and what scripts requested, that were refused, missing or not reached. Of pages by https alone. */
  readonly missing: number;
}

export interface GuardedProxy {
  readonly port: number;
  /** See `ThrowawayCertificate`. */
  readonly keyHash: string;
  readonly counts: ProxyCounts;
  /** True when its requests or bytes are used up. */
  readonly isUsedUp: boolean;
  /** Refuses each method but GET, HEAD and OPTIONS, or no longer. */
  refusePosts(isRefused: boolean): void;
  /** Milliseconds since the last request ended; 0 while one is open. */
  quiet(): number;
  close(): Promise<void>;
}

/** Fields between two neighbours (RFC 9110 §7.6.1), and those that lead a browser past its proxy or have it report to others. */
const DROPPED =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|alt-svc|nel|report-to|reporting-endpoints)$/i;
/** What the browser will use a response for, and how it was requested (Fetch Metadata). Sent to https alone. */
const [DESTINATION, MODE] = ['sec-fetch-dest', 'sec-fetch-mode'] as const;
const BY_SCRIPTS = /^(?:script|worker|empty)$/;
const NOT_TEXT = /^(?:image|audio|video|font|track|embed|object|report)$/;

/**
 * Starts an HTTP proxy on loopback for a browser. It is the end of every connection: it decrypts TLS with a key that only this browser
 * trusts, and sends each request by itself, with the certificate of the site verified, through the connector that audits use. An address
 * that the guard refuses is not connected to, whoever asks: a page, a frame, a worker, a redirect.
 */
export async function openGuardedProxy(options: ProxyOptions): Promise<GuardedProxy> {
  const proxy = new LoopbackProxy(options);
  await proxy.listen();
  return proxy;
}

class LoopbackProxy implements GuardedProxy {
  readonly keyHash: string;
  readonly #options: ProxyOptions;
  readonly #budgets: ProxyBudgets;
  readonly #secureContext;
  readonly #server = createServer({ maxHeaderSize: DEFAULT_BUDGETS.headerBytes });
  readonly #sockets = new Set<Duplex>();
  /** Origin of each decrypted connection, as the browser named it. */
  readonly #origins = new WeakMap<object, string>();
  readonly #pools = new Map<string, Pool>();
  readonly #refused: Record<Refusal, number>;
  #sent = 0;
  #missing = 0;
  #bytes = 0;
  #open = 0;
  #lastEnd = performance.now();
  #refusesPosts = false;

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#budgets = { ...PROXY_BUDGETS, ...options.budgets };
    const { key, cert, keyHash } = throwawayCertificate();
    this.keyHash = keyHash;
    this.#secureContext = createSecureContext({ key, cert });
    this.#refused = {
      guard: 0,
      not_text: 0,
      method: 0,
      service_worker: 0,
      browser: 0,
      web_socket: 0,
      budget: 0,
      offline: 0,
    };
    this.#server.on('request', (request, response) => void this.#respond(request, response));
    this.#server.on('connect', (request, socket, head) => this.#decrypt(request.url ?? '', socket, head));
    this.#server.on('upgrade', (_, socket) => {
      this.#refused.web_socket++;
      socket.destroy();
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  get port(): number {
    const address = this.#server.address();
    return address === null || typeof address === 'string' ? 0 : address.port;
  }

  get counts(): ProxyCounts {
    return { sent: this.#sent, bytes: this.#bytes, refused: { ...this.#refused }, missing: this.#missing };
  }

  get isUsedUp(): boolean {
    return this.#sent >= this.#budgets.requests || this.#bytes >= this.#budgets.bytes;
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
  }

  refusePosts(isRefused: boolean): void {
    this.#refusesPosts = isRefused;
  }

  quiet(): number {
    return this.#open > 0 ? 0 : performance.now() - this.#lastEnd;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    await closed;
  }

  /** Plays the server of a tunnel (RFC 9110 §9.3.6). What is not TLS inside, such as a plain WebSocket, ends it. */
  #decrypt(authority: string, socket: Duplex, head: Buffer): void {
    const url = URL.parse(`https://${authority}`);
    if (url === null || head.length > 0) {
      socket.destroy();
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const inner = new TLSSocket(socket, { isServer: true, secureContext: this.#secureContext });
    this.#origins.set(inner, url.origin);
    this.#server.emit('connection', inner);
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#open++;
    try {
      // Not resolved against the origin: a path that begins with two slashes would name another host.
      const url = URL.parse(`${this.#origins.get(request.socket) ?? ''}${request.url}`);
      const refusal = url === null ? 'guard' : this.#findRefusal(request, url);
      if (url === null || refusal !== null) this.#refuse(response, refusal ?? 'guard');
      else if (this.#options.local === undefined) await this.#forward(request, response, url);
      else await this.#respondLocally(this.#options.local, response, url);
    } catch (error) {
      if (error instanceof FetchError && error.failure.kind === 'guard') this.#refuse(response, 'guard');
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    } finally {
      if (response.statusCode >= 400 && isRead(request)) this.#missing++;
      this.#open--;
      this.#lastEnd = performance.now();
    }
  }

  #refuse(response: ServerResponse, refusal: Refusal): void {
    this.#refused[refusal]++;
    if (response.headersSent) response.destroy();
    else response.writeHead(403, { 'content-length': 0 }).end();
  }

  /** Decides from the request alone. The address is checked when the connection is made. */
  #findRefusal({ method = '', headers }: IncomingMessage, url: URL): Refusal | null {
    const { [DESTINATION]: destination = '', [MODE]: mode = '' } = headers;
    if (checkUrl(url, { allowPrivate: this.#isOwn(url) && this.#options.allowPrivate }) !== null) return 'guard';
    if (headers['service-worker'] !== undefined || destination === 'serviceworker') return 'service_worker';
    if (headers['sec-fetch-site'] === 'none' && destination !== 'document') return 'browser';
    if (NOT_TEXT.test(String(destination))) return 'not_text';
    const isPostRefused = this.#refusesPosts || /^(?:no-cors|navigate)$/.test(String(mode));
    if (method === 'POST' ? isPostRefused : !/^(?:GET|HEAD|OPTIONS)$/.test(method)) return 'method';
    return this.isUsedUp ? 'budget' : null;
  }

  #isOwn({ host }: URL): boolean {
    const { ownHost } = this.#options;
    return host === ownHost || host === `www.${ownHost}` || `www.${host}` === ownHost;
  }

  async #respondLocally(local: NonNullable<ProxyOptions['local']>, response: ServerResponse, url: URL): Promise<void> {
    const found = await local(url);
    if (found === null) return this.#refuse(response, 'offline');
    this.#sent++;
    this.#bytes += found.body.byteLength;
    response.writeHead(found.status, found.headers).end(found.body);
  }

  async #forward(received: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    this.#sent++;
    const { method = 'GET', headers } = received;
    const sent = await request.call(this.#poolFor(url), {
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...forwarded(headers), host: url.host },
      body: method === 'POST' ? Readable.from(metered(received, this.#budgets.requestBytes)) : null,
    });
    response.writeHead(sent.statusCode, forwarded(sent.headers));
    const body = metered(sent.body, this.#budgets.responseBytes, (bytes) => {
      this.#bytes += bytes;
      if (this.#bytes > this.#budgets.bytes) throw new Error('The bytes of the audit are used up.');
    });
    await pipeline(body, response);
  }

  #poolFor(url: URL): Pool {
    const known = this.#pools.get(url.origin);
    if (known !== undefined) return known;
    const { connectTo, allowPrivate } = this.#options;
    const isOwn = this.#isOwn(url);
    const { connectionsPerHost: connections, silence } = this.#budgets;
    const pool = new Pool(url.origin, {
      connections,
      allowH2: false,
      maxHeaderSize: DEFAULT_BUDGETS.headerBytes,
      headersTimeout: silence,
      bodyTimeout: silence,
      connect: createConnector({
        ...this.#options,
        allowPrivate: isOwn && allowPrivate,
        connectTo: isOwn ? connectTo : connectTo.filter(({ host }) => host !== null),
        budgets: DEFAULT_BUDGETS,
      }),
    });
    this.#pools.set(url.origin, pool);
    return pool;
  }
}

/** Passes a body on until it exceeds a limit. */
async function* metered(body: Readable, limit: number, onBytes?: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  const chunks: AsyncIterable<Buffer> = body;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    onBytes?.(chunk.length);
    if (bytes > limit) throw new Error('The body is too large.');
    yield chunk;
  }
}

/** Returns whether a script, or what a script reads, is requested. A beacon reads nothing. */
function isRead({ method, headers }: IncomingMessage): boolean {
  const isBeacon = method === 'POST' && headers[MODE] === 'no-cors';
  return BY_SCRIPTS.test(String(headers[DESTINATION])) && !isBeacon;
}

type Fields = Record<string, string | string[] | undefined>;

function forwarded(headers: Readonly<Fields>): Fields {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED.test(name)));
}
