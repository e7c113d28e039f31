import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { plugin } from './plugin.ts';

/** One line for every request, with what its handler found it to be about. */
export const requestLog = plugin('request-log', async (app) => {
  // What is logged of a request is named here, field by field: there is nothing to redact.
  const log = app.log.child({}, { redact: [] });
  app.decorateRequest('subject');
  app.addHook('onRequest', (request, reply, done) => {
    request.subject = {};
    logWhenDone(request, reply, log);
    done();
  });
});

/**
 * Writes a request's line when its answer is sent or its client has gone. It names the route, never the URL as sent,
 * which may hold anything; no client address is kept.
 */
export function logWhenDone(request: FastifyRequest, reply: FastifyReply, log: FastifyBaseLogger = request.log): void {
  reply.raw.once('close', () => {
    const { caller, subject, method, routeOptions } = request;
    log.info(
      {
        reqId: request.id,
        method,
        route: routeOptions.url ?? null,
        status: reply.statusCode,
        ...subject,
        key: caller?.kind === 'key' ? caller.key.id : null,
        ...(reply.raw.writableFinished ? {} : { aborted: true }),
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
