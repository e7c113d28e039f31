import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import { plugin } from './plugin.ts';
import type { RequestFigures } from './request-figures.ts';
import { traceFields } from './trace-context.ts';

/** Where requests are taken down. */
export interface RequestRecords {
  readonly log: Log;
  readonly requests: RequestFigures;
}

/** What is known of a request when it is taken down. */
export type Recorded = Pick<FastifyRequest, 'method' | 'subject' | 'caller'> & {
  /** The route's pattern; none where there is no route. */
  readonly routeOptions: { readonly url?: string | undefined };
};

/** One line for every request, with what its handler found it to be about, and its place in the figures. */
export const requestLog = plugin('request-log', async (app, records: RequestRecords) => {
  app.decorateRequest('subject');
  app.addHook('onRequest', (request, reply, done) => {
    request.subject = {};
    recordWhenDone(reply.raw, request.id, request, records);
    done();
  });
});

/**
 * Writes a request's line, and counts it, when its answer is sent or its client has gone. The line names the route, never
 * the URL as sent, which may hold anything; no client address is kept. What it holds is named field by field: there is
 * nothing to redact.
 */
export function recordWhenDone(
  response: ServerResponse,
  id: string,
  request: Recorded,
  { log, requests }: RequestRecords,
): void {
  const start = performance.now();
  response.on('close', () => {
    const { caller, subject, method, routeOptions } = request;
    const { url: route = null } = routeOptions;
    const { statusCode } = response;
    const durationMs = performance.now() - start;
    requests.count({ route, method, status: response.headersSent ? statusCode : null, durationMs });
    log.line(
      {
        ...traceFields(id),
        method,
        route,
        status: statusCode,
        domain: subject?.domain,
        audit: subject?.audit,
        key: caller?.kind === 'key' ? caller.key.id : null,
        aborted: response.writableFinished ? undefined : true,
        duration_ms: Math.round(durationMs),
      },
      'request',
    );
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request is about, for its line in the log. */
    subject: { domain?: string; audit?: string };
  }
}
