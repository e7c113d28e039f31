import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import type { RequestMetrics } from './metrics/request-metrics.ts';
import { plugin } from './plugin.ts';
import { type Trace, traceJson, traceOf } from './trace-context.ts';

/** Where requests are taken down. */
export interface RequestRecords {
  readonly log: Log;
  readonly requests: RequestMetrics;
}

/** A request, as it is taken down. */
export interface Recorded {
  readonly method: string;
  /** The route's pattern; null where there is no route. */
  readonly route: string | null;
  /** What is known of it, as fields of a JSON object, without the braces. */
  readonly fields: string;
}

/** What is known of a request by now, its route's pattern for its URL. */
export function recordedOf({
  method,
  routeOptions,
  subject,
  caller,
}: Pick<FastifyRequest, 'method' | 'subject' | 'caller'> & {
  readonly routeOptions: { readonly url?: string | undefined };
}): Recorded {
  const { domain, audit, path = null } = subject ?? {};
  const { url: route = path } = routeOptions;
  const key = caller?.kind === 'key' ? caller.key.id : null;
  return { method, route, fields: JSON.stringify({ method, route, domain, audit, key }).slice(1, -1) };
}

/** One line for every request, with what its handler found it to be about, and its place in the figures. */
export const requestLog = plugin('request-log', async (app, records: RequestRecords) => {
  app.decorateRequest('subject');
  app.addHook('onRequest', (request, reply, done) => {
    request.subject = {};
    recordWhenDone(reply.raw, traceOf(request.id), () => recordedOf(request), records);
    done();
  });
});

/**
 * Writes a request's line, and counts it, when its answer is sent or its client has gone. The line names the route, never
 * the URL as sent, which may hold anything; no client address is kept. What it holds is named field by field: there is
 * nothing to redact.
 *
 * @param recorded asked for then
 */
export function recordWhenDone(
  response: ServerResponse,
  trace: Trace,
  recorded: () => Recorded,
  records: RequestRecords,
): void {
  const start = performance.now();
  response.on('close', () => record({ response, trace, start }, recorded(), records));
}

/** A request that is being answered. */
export interface Begun {
  readonly response: ServerResponse;
  readonly trace: Trace;
  /** Of `performance.now()`. */
  readonly start: number;
}

/**
 * {@link recordWhenDone}, of a request whose answer was ended just now: most have all gone to the system by then, and nothing
 * needs to be listened to. A client that has gone meanwhile is not answered: that is taken down here, too.
 */
export function recordEnded(begun: Begun, recorded: Recorded, records: RequestRecords): void {
  const { response } = begun;
  if (response.writableFinished || response.closed) record(begun, recorded, records);
  else response.on('close', () => record(begun, recorded, records));
}

function record(
  { response, trace, start }: Begun,
  { method, route, fields }: Recorded,
  { log, requests }: RequestRecords,
): void {
  const { statusCode: status } = response;
  const durationMs = performance.now() - start;
  requests.count({ route, method, status: response.headersSent ? status : null, durationMs });
  const aborted = response.writableFinished ? '' : ',"aborted":true';
  log.line(
    `${traceJson(trace)},${fields},"status":${status}${aborted},"duration_ms":${Math.round(durationMs)},"msg":"request"`,
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request is about, for its line in the log; `path`: its pattern, where it has routes for other methods alone. */
    subject: { domain?: string; audit?: string; path?: string };
  }
}
