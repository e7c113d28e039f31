import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../values/config.ts';
import { type DomainName, requireDomainName } from '../../values/domain-name.ts';
import type { Log } from '../../values/log.ts';
import { plugin } from './plugin.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { parseTrace, type Trace } from './trace-context.ts';

/** Fields of a request's log line. They are named one by one: the URL may hold anything, and no address is stored. */
interface RequestFields {
  readonly method: string;
  /** Pattern of the route; null where there is no route. */
  readonly route: string | null;
  readonly domain?: string;
  readonly audit?: string;
  /** Id of the API key; null without one. */
  readonly key: string | null;
}

/** Writes a log line for each request, and counts it in the metrics, when its response has ended or its client has gone. */
export class RequestLog {
  readonly #log: Logger;
  readonly #metrics: RequestMetrics;

  constructor(log: Log, metrics: RequestMetrics) {
    // No field can hold a secret, and redaction would cost four times as much as the line.
    this.#log = log.child({}, { redact: [] });
    this.#metrics = metrics;
  }

  /** Records a request of the framework. */
  record(request: FastifyRequest, reply: FastifyReply): void {
    this.recordRaw(reply.raw, parseTrace(request.id), () => {
      // Before routing, the framework has run no hook that sets these.
      const { method, routeOptions, subject = {}, caller } = request;
      const { path = null, ...about } = subject;
      const key = caller?.kind === 'key' ? caller.key.id : null;
      return { method, route: routeOptions.url ?? path, ...about, key };
    });
  }

  /** @param fields called at the end */
  recordRaw(response: ServerResponse, trace: Trace, fields: () => RequestFields): void {
    const start = performance.now();
    response.once('close', () => {
      const { statusCode: status, headersSent, writableFinished } = response;
      const durationMs = performance.now() - start;
      const { method, route, domain, audit, key } = fields();
      this.#metrics.count({ route, method, status: headersSent ? status : null, durationMs });
      const aborted = writableFinished ? undefined : true;
      const duration_ms = Math.round(durationMs);
      this.#log.info({ ...trace, method, route, domain, audit, key, status, aborted, duration_ms }, 'request');
    });
  }
}

/** Records every request, with what its handler found it to be about. */
export const requestLog = plugin('request-log', async (app, { requests }: { readonly requests: RequestLog }) => {
  app.decorateRequest('subject');
  app.addHook('onRequest', (request, reply, done) => {
    request.subject = {};
    requests.record(request, reply);
    done();
  });
});

/** Parses the domain that a request names, and notes it for the request's log line. @throws InvalidDomain */
export function requestedDomain(
  request: FastifyRequest,
  text: string,
  { ALLOW_PRIVATE_TARGETS: allowPrivate }: Pick<Config, 'ALLOW_PRIVATE_TARGETS'>,
): DomainName {
  const domain = requireDomainName(text, { allowPrivate });
  request.subject.domain = domain;
  return domain;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request is about, for its log line; `path` is the pattern of a path that has routes only for other methods. */
    subject: { domain?: string; audit?: string; path?: string };
  }
}
