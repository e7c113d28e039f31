import type { TrafficLog } from './traffic-log.ts';

/** The parts of a request of Node.js, of Express and of Fastify that are read. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the URL before a router changed it. */
  readonly originalUrl?: string | undefined;
  /** Express and Fastify: the client's address, behind the proxies that the application trusts. */
  readonly ip?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket?: { readonly remoteAddress?: string | undefined } | undefined;
}

/** The parts of a response of Node.js that are read. */
export interface NodeResponse {
  readonly statusCode: number;
  readonly headersSent: boolean;
  getHeader(name: string): unknown;
}

/** Adds a request of Node.js to a log. Never throws. @param time when it began, in milliseconds since 1970 */
export function addNodeRequest(log: TrafficLog, request: NodeRequest, response: NodeResponse, time: number): void {
  try {
    const { method = 'GET', url = '/', originalUrl = url, headers } = request;
    const length = Number(response.getHeader('content-length') ?? Number.NaN);
    void log.add({
      ...{ time, method, path: originalUrl, host: firstValue(headers['host']) },
      // A client that left before the response has no status.
      status: response.headersSent ? response.statusCode : null,
      bytes: Number.isSafeInteger(length) && length >= 0 ? length : null,
      userAgent: firstValue(headers['user-agent']),
      referrer: firstValue(headers['referer']),
      address: request.ip ?? request.socket?.remoteAddress ?? null,
    });
  } catch {
    log.stats.dropped++;
  }
}

/** Returns the first value of a header field; null where there is none. */
export function firstValue(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}
