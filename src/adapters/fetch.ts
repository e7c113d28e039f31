/**
 * Counts AI crawlers on what handles a `Request` with a `Response`: Workers, Deno, Bun, Hono, Next.js.
 *
 *     const log = new FetchLog({ url: 'https://citable.example', domain: 'example.com', key, address: cloudflareAddress });
 *     export default { fetch: log.wrap(handle) };      // Workers
 *     app.use(log.hono);                               // Hono
 *     log.record(request, null, event);                // middleware of Next.js, which does not know the status
 *
 * Serves the Markdown that `citable markdown` wrote to clients that prefer it:
 *
 *     export default { fetch: withMarkdown(handle, { read: (path) => files.get(path) }) };
 */
import { MARKDOWN, type MarkdownOptions, requestedMarkdown } from './markdown.ts';
import { withAccept } from './negotiation.ts';
import { TrafficLog, type TrafficLogOptions } from './traffic-log.ts';

export type { MarkdownOptions } from './markdown.ts';
export { TrafficLog, type TrafficLogOptions, type TrafficStats } from './traffic-log.ts';

export interface FetchLogOptions extends TrafficLogOptions {
  /**
   * Returns the client's address, as the platform vouches for it: a header field that clients can send proves nothing. Without this, no
   * crawler is verified.
   */
  readonly address?: (request: Request) => string | null;
}

/** What a platform gives to let work go on behind a response. */
export interface Waiting {
  waitUntil(promise: Promise<unknown>): void;
}

/** The parts of a context of Hono that are used. Reading `executionCtx` throws where the platform has none. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
  readonly res: Response;
  readonly executionCtx: Waiting;
}

/** Client's address behind Cloudflare, and in its Workers. Anywhere else, clients can send this field themselves. */
export function cloudflareAddress(request: Request): string | null {
  return request.headers.get('cf-connecting-ip');
}

/** Adds requests to a {@link TrafficLog}. */
export class FetchLog {
  readonly log: TrafficLog;
  readonly #address: (request: Request) => string | null;

  constructor({ address = () => null, ...options }: FetchLogOptions) {
    this.log = new TrafficLog(options);
    this.#address = address;
  }

  /**
   * Adds a request. Never throws.
   * @param response null where it is not known
   * @param waiting lets the request be sent behind the response, where the platform stops then
   */
  record(request: Request, response: Response | null, waiting?: Waiting, time = Date.now()): void {
    try {
      const url = new URL(request.url);
      const length = response?.headers.get('content-length') ?? null;
      const sending = this.log.add({
        ...{ time, host: url.host, method: request.method, path: url.pathname + url.search },
        status: response?.status ?? null,
        bytes: length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null,
        userAgent: request.headers.get('user-agent'),
        referrer: request.headers.get('referer'),
        address: this.#address(request),
      });
      if (sending !== null) waiting?.waitUntil(sending);
    } catch {
      this.log.stats.dropped++;
    }
  }

  /** Wraps a handler. Of its further arguments, the last with `waitUntil` is used: the context of a Worker. */
  wrap<Rest extends readonly unknown[]>(
    handle: (request: Request, ...rest: Rest) => Response | Promise<Response>,
  ): (request: Request, ...rest: Rest) => Promise<Response> {
    return async (request, ...rest) => {
      const time = Date.now();
      const waiting = rest.findLast(isWaiting);
      try {
        const response = await handle(request, ...rest);
        this.record(request, response, waiting, time);
        return response;
      } catch (error) {
        this.record(request, null, waiting, time);
        throw error;
      }
    };
  }

  /** Middleware of Hono. */
  readonly hono = async (context: HonoContext, next: () => Promise<void>): Promise<void> => {
    const time = Date.now();
    await next();
    this.record(context.req.raw, context.res, findExecutionContext(context), time);
  };
}

function findExecutionContext(context: HonoContext): Waiting | undefined {
  try {
    return context.executionCtx;
  } catch {
    return undefined;
  }
}

function isWaiting(value: unknown): value is Waiting {
  return typeof value === 'object' && value !== null && 'waitUntil' in value && typeof value.waitUntil === 'function';
}

/** Wraps a handler: it serves Markdown by content negotiation. All responses to GET and HEAD get `Vary: Accept`. */
export function withMarkdown<Rest extends readonly unknown[]>(
  handle: (request: Request, ...rest: Rest) => Response | Promise<Response>,
  options: MarkdownOptions,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    const { method, url, headers } = request;
    const text = await requestedMarkdown(options, method, new URL(url).pathname, headers.get('accept'));
    if (text !== null) {
      return new Response(method === 'HEAD' ? null : text, { headers: { 'content-type': MARKDOWN, vary: 'Accept' } });
    }
    const response = await handle(request, ...rest);
    // No response can be made with the status of a WebSocket.
    if ((method !== 'GET' && method !== 'HEAD') || response.status < 200) return response;
    // The fields of a response that was fetched cannot be changed.
    const varied = new Response(response.body, response);
    varied.headers.set('vary', withAccept(response.headers.get('vary') ?? ''));
    return varied;
  };
}
