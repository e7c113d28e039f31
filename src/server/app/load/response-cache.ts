import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DomainName } from '../../../values/domain-name.ts';
import { hostFault } from '../request-headers.ts';
import type { RequestLog } from '../request-log.ts';
import { newTrace } from '../trace-context.ts';

/** Records a request for the hosted file of a domain. @param recorded called when the response may be sent */
export type RecordVisit = (domain: DomainName, request: IncomingMessage, recorded: () => void) => void;

/** Most memory of all responses, with {@link OVERHEAD_BYTES} for each. The oldest are dropped first. */
const MAX_BYTES = 8 * 1024 * 1024;
const OVERHEAD_BYTES = 2048;

/** What the cache needs to know of a response. */
export interface Cacheable {
  readonly domain: DomainName;
  /** {@link ResponseCache.version} from before the response was made. */
  readonly version: number;
  readonly maxAgeMs: number;
  /** Whether each request is recorded as a visit before the response. */
  readonly isVisit: boolean;
}

interface CachedResponse {
  readonly domain: DomainName;
  readonly route: string | null;
  /** Names and values in turn. */
  readonly headers: string[];
  /** A character for each byte: Node.js sends such a string together with the head. */
  readonly body: string;
  readonly expires: number;
  readonly isVisit: boolean;
  readonly bytes: number;
}

/**
 * Cache of the responses that are requested most: hosted files and badges. It responds before the framework does, which doubles
 * their rate (`npm run bench -- hosted badge`). Handlers store what they respond; any request that is not a plain GET of the
 * same URL goes to them. Responses, log lines and metrics are the same as the framework's.
 */
export class ResponseCache {
  readonly #requests: RequestLog;
  readonly #recordVisit: RecordVisit;
  /** By URL as it was sent, the oldest first. */
  readonly #responses = new Map<string, CachedResponse>();
  #bytes = 0;
  #version = 0;

  constructor(requests: RequestLog, recordVisit: RecordVisit) {
    this.#requests = requests;
    this.#recordVisit = recordVisit;
  }

  /** Changes with each invalidation: a response that was begun before one is not stored. */
  get version(): number {
    return this.#version;
  }

  /** Stores a response 200 that is about to be sent, with its headers. */
  store(request: FastifyRequest, reply: FastifyReply, text: string, cacheable: Cacheable): void {
    const { domain, version, maxAgeMs, isVisit } = cacheable;
    const { url = '' } = request.raw;
    if (version !== this.#version || !isPlain(request.raw)) return;
    const body = Buffer.from(text).toString('latin1');
    const bytes = url.length + body.length + OVERHEAD_BYTES;
    if (bytes > MAX_BYTES) return;
    const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
    headers.push('content-length', String(body.length));
    const { url: route = null } = request.routeOptions;
    this.#drop(url);
    this.#responses.set(url, { domain, route, headers, body, expires: performance.now() + maxAgeMs, isVisit, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#responses.keys()) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#drop(oldest);
    }
  }

  /** Drops the responses about a domain. To be called when anything about it has changed. */
  invalidate(domain: string): void {
    this.#version += 1;
    for (const [url, response] of this.#responses) if (response.domain === domain) this.#drop(url);
  }

  /** Sends the cached response to a request. @returns false where there is none */
  respond(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '' } = request;
    const cached = this.#responses.get(url);
    if (cached === undefined || !isPlain(request)) return false;
    if (cached.expires < performance.now()) {
      this.#drop(url);
      return false;
    }
    const { domain, route, headers, body, isVisit } = cached;
    this.#requests.recordRaw(response, newTrace(request), () => ({ method: 'GET', route, domain, key: null }));
    const send = () => {
      if (!response.closed) response.writeHead(200, headers).end(body, 'latin1');
    };
    if (isVisit) this.#recordVisit(domain, request, send);
    else send();
    return true;
  }

  #drop(url: string): void {
    this.#bytes -= this.#responses.get(url)?.bytes ?? 0;
    this.#responses.delete(url);
  }
}

/** Returns whether a request is a GET on whose other headers no response depends. */
function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request;
  return (
    method === 'GET' &&
    headers.host !== undefined &&
    hostFault(request) === null &&
    headers['if-none-match'] === undefined &&
    headers.authorization === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    headers.upgrade === undefined
  );
}
