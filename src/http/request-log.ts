import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import { plugin } from './plugin.ts';

/** One line for every request, with what its handler found it to be about. */
export const requestLog = plugin('request-log', async (app, { log }: { readonly log: Log }) => {
  app.decorateRequest('subject');
  app.addHook('onRequest', (request, reply, done) => {
    request.subject = {};
    logWhenDone(request, reply, log);
    done();
  });
});

/**
 * Writes a request's line when its answer is sent or its client has gone. It names the route, never the URL as sent,
 * which may hold anything; no client address is kept. What it holds is named field by field: there is nothing to redact.
 */
export function logWhenDone(request: FastifyRequest, reply: FastifyReply, log: Log): void {
  reply.raw.on('close', () => {
    const { caller, subject, method, routeOptions } = request;
    log.line(
      {
        reqId: request.id,
        method,
        route: routeOptions.url ?? null,
        status: reply.statusCode,
        domain: subject?.domain,
        audit: subject?.audit,
        key: caller?.kind === 'key' ? caller.key.id : null,
        aborted: reply.raw.writableFinished ? undefined : true,
        duration_ms: Math.round(reply.elapsedTime),
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
