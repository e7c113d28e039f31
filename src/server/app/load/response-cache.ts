import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DomainName } from '../../../values/domain-name.ts';
import { StoreUnwritable } from '../../store/unwritable.ts';
import { isNotModified } from '../caching.ts';
import { hostFault } from '../request-headers.ts';
import type { RequestLog } from '../request-log.ts';
import { newTrace } from '../trace-context.ts';
import { BoundedCache } from './bounded-cache.ts';

/** Records a request for the hosted file of a domain. @param recorded called when the response may be sent */
export type RecordVisit = (domain: DomainName, request: IncomingMessage, recorded: () => void) => void;

/** Maximum memory of the responses about published domains, and of all others, with {@link OVERHEAD_BYTES} for each response. */
const MAX_BYTES = { published: 24 * 1024 * 1024, others: 8 * 1024 * 1024 };
const OVERHEAD_BYTES = 2048;
/** Maximum number of responses about one published domain: parameters of a badge make any number of URLs. */
const MAX_OF_DOMAIN = 16;

/** Time that a request waits for the store where there is an earlier response, in milliseconds. */
const PATIENCE_MS = 1_000;
/** Time for which an earlier response is sent again without waiting, once the store could not be read, in milliseconds. */
const AWAY_MS = 5_000;

/** What the cache needs to know of a response. */
export interface Cacheable {
  readonly domain: DomainName;
  /** Whether the domain is published. Others can be requested by any name. */
  readonly isPublished: boolean;
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
  expires: number;
  readonly isVisit: boolean;
  readonly bytes: number;
}

/**
 * Cache of the responses that are requested most: hosted files and badges. It responds before the framework does, which doubles
 * their rate (`npm run bench -- hosted badge`). Handlers store what they respond; any request that is not a plain GET of the
 * same URL goes to them. Responses, log lines and metrics are the same as the framework's. A response is kept after it has expired, for
 * when the store cannot be read ({@link onError}). Requests for names that nobody has published never displace those of published domains.
 */
export class ResponseCache {
  readonly #requests: RequestLog;
  readonly #recordVisit: RecordVisit;
  readonly #published = new BoundedCache<CachedResponse>(MAX_BYTES.published, MAX_OF_DOMAIN);
  readonly #others = new BoundedCache<CachedResponse>(MAX_BYTES.others);
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
    const { domain, isPublished, version, maxAgeMs, isVisit } = cacheable;
    const { url = '' } = request.raw;
    if (version !== this.#version || !isPlain(request.raw)) return;
    const body = Buffer.from(text).toString('latin1');
    const bytes = url.length + body.length + OVERHEAD_BYTES;
    const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
    headers.push('content-length', String(body.length));
    const { url: route = null } = request.routeOptions;
    this.#drop(url);
    const cache = isPublished ? this.#published : this.#others;
    cache.add(url, { domain, route, headers, body, expires: performance.now() + maxAgeMs, isVisit, bytes });
  }

  /** Drops the responses about a domain. To be called when anything about it has changed. */
  invalidate(domain: string): void {
    this.#version += 1;
    this.#published.dropDomain(domain);
    this.#others.dropDomain(domain);
  }

  /** Sends the cached response to a request. @returns false where there is none */
  respond(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '' } = request;
    const cached = this.#find(url);
    if (cached === undefined || !isPlain(request)) return false;
    if (cached.expires < performance.now()) return false;
    const { domain, route, headers, body, isVisit } = cached;
    this.#requests.recordRaw(response, newTrace(request), () => ({ method: 'GET', route, domain, key: null }));
    const send = () => {
      if (!response.closed) response.writeHead(200, headers).end(body, 'latin1');
    };
    if (isVisit) this.#recordVisit(domain, request, send);
    else send();
    return true;
  }

  /**
   * Waits for what a response is made of: where there is an earlier response to the same URL, for a second.
   *
   * @throws StoreUnwritable after that, and what `work` throws
   */
  async soon<Result>({ url }: FastifyRequest, work: Promise<Result>): Promise<Result> {
    if (this.#find(url) === undefined) return work;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StoreUnwritable(new Error('it does not respond'))), PATIENCE_MS);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  }

  /**
   * Error handler of a route: sends the last response to the same URL when the store cannot be read, however old it is
   * (RFC 5861 §4, `stale-if-error`). @throws the error where there is none
   */
  readonly onError = async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const last = this.#find(request.url);
    if (last === undefined || !(error instanceof StoreUnwritable)) {
      this.#drop(request.url);
      throw error;
    }
    last.expires = performance.now() + AWAY_MS;
    const { domain, headers, body, isVisit } = last;
    request.subject.domain = domain;
    if (isVisit) await new Promise<void>((recorded) => this.#recordVisit(domain, request.raw, recorded));
    reply.code(200);
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1]);
    if (!isNotModified(request, String(reply.getHeader('etag')))) return reply.send(Buffer.from(body, 'latin1'));
    return reply.code(304).removeHeader('content-type').removeHeader('content-length').send();
  };

  #find(url: string): CachedResponse | undefined {
    return this.#published.get(url) ?? this.#others.get(url);
  }

  /** A domain may have been published or withdrawn since its response was stored. */
  #drop(url: string): void {
    this.#published.drop(url);
    this.#others.drop(url);
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
