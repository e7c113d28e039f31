import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Service } from '../service/service.ts';
import { access, clientLimits } from './access.ts';
import { entityTags } from './caching.ts';
import { trustOf } from './client-address.ts';
import { cors, preflights } from './cors.ts';
import { emptyRequests } from './empty-requests.ts';
import { errorHandling } from './errors.ts';
import { BusyResponse } from './load/busy-response.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, Connections, IncomingRequest } from './load/connections.ts';
import { respondEarly } from './load/early-responses.ts';
import { LoadShedder } from './load/load-shedding.ts';
import { ResponseCache } from './load/response-cache.ts';
import { collectMethods, methodNotAllowed } from './method-not-allowed.ts';
import { metricsRoutes } from './metrics/metrics.ts';
import { RequestMetrics } from './metrics/request-metrics.ts';
import type { App } from './plugin.ts';
import { requestLog } from './request-log.ts';
import { auditRoutes } from './routes/audit.ts';
import { auditEventsRoutes } from './routes/audit-events.ts';
import { auditHistoryRoutes } from './routes/audit-history.ts';
import { badgeRoutes } from './routes/badge.ts';
import { batchRoutes } from './routes/batches.ts';
import { crawlerIndexRoutes } from './routes/crawler-index.ts';
import { domainVisitsRoutes } from './routes/domain-visits.ts';
import { domainsRoutes } from './routes/domains.ts';
import { evidenceRoutes } from './routes/evidence.ts';
import { fixGuideRoutes } from './routes/fix-guide.ts';
import { healthRoutes } from './routes/health.ts';
import { hostedLlmsTxtRoutes } from './routes/hosted-llms-txt.ts';
import { llmsTxtRoutes } from './routes/llms-txt.ts';
import { openApi, openApiRoutes } from './routes/openapi.ts';
import { snapshotRoutes } from './routes/snapshot.ts';
import { verifyRoutes } from './routes/verify.ts';
import { buildSerializer, buildValidator, compileValidator } from './schema-compilers.ts';
import { newRequestId } from './trace-context.ts';
import { instanceOf, webRoutes } from './web/web.ts';

export interface AppDependencies {
  readonly service: Service;
  readonly config: Pick<
    Config,
    | 'BASE_URL'
    | 'CITABLE_COMMAND'
    | 'LIVE_AUDITS'
    | 'RATE_LIMIT'
    | 'AUDIT_RATE_LIMIT'
    | 'ALLOW_PRIVATE_TARGETS'
    | 'TRUST_PROXY'
    | 'METRICS'
  >;
  readonly log: Log;
  /** Everything, which is the default, or only how the process is: `/healthz`, `/readyz` and `/metrics`. */
  readonly answers?: 'all' | 'health';
  /** Default {@link CONNECTION_LIMITS}. */
  readonly connectionLimits?: ConnectionLimits;
}

const MAX_BODY_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** The HTTP interface, not yet listening. A plugin's hooks run in the order of registration. */
export function createApp({
  service,
  config,
  log,
  answers = 'all',
  connectionLimits: limits = CONNECTION_LIMITS,
}: AppDependencies): App {
  const loggerInstance: FastifyBaseLogger = log;
  const instance = instanceOf(service, config);
  const requests = new RequestMetrics();
  const { sendFrameworkError, errorResponses, handleClientError } = errorHandling(instance, { log, requests });
  const app: App = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost as much as its line; the lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: newRequestId,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustOf(config.TRUST_PROXY),
    requestTimeout: limits.request,
    http: {
      IncomingMessage: IncomingRequest,
      headersTimeout: limits.head,
      connectionsCheckingInterval: limits.look,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Without a Host, Node.js would answer by itself: `errorResponses` does.
      requireHostHeader: false,
      // What comes without a body has no stream that would have to be read to its end. Nor does it end: see `emptyRequests`.
      optimizeEmptyRequests: true,
    },
    keepAliveTimeout: limits.idle,
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    schemaController: { compilersFactory: { buildValidator, buildSerializer } },
    frameworkErrors: sendFrameworkError,
    clientErrorHandler: handleClientError,
  });
  const responseCache = new ResponseCache({ log, requests });
  const trust = trustOf(config.TRUST_PROXY);
  const shedder = new LoadShedder(new BusyResponse(instance, { log, requests }), trust);
  respondEarly(app, new Connections(app.server, limits), [responseCache.answer, shedder.refuse]);
  service.onChange((domain) => responseCache.forget(domain));
  app.setValidatorCompiler(compileValidator);
  app.removeContentTypeParser('text/plain');
  const methods = collectMethods(app);

  app.register(emptyRequests);
  app.register(requestLog, { log, requests });
  app.register(cors);
  app.register(errorResponses);
  app.register(preflights);
  // Requests over the rate limit never enter the queue.
  app.register(clientLimits, { keys: service.keys, requests, config });
  app.register(shedder.plugin);
  app.register(access, { keys: service.keys, requests, config });
  app.register(openApi, { baseUrl: config.BASE_URL ?? null });

  if (answers === 'all') {
    // Asked for much oftener than the rest: these make their entity tags once, and do without the hook.
    app.register(badgeRoutes, { service, config, answers: responseCache });
    app.register(hostedLlmsTxtRoutes, { service, config, answers: responseCache });
  }
  app.register(entityTags);
  app.register(healthRoutes, { service });
  app.register(metricsRoutes, { service, requests, config, log });
  if (answers === 'all') app.register(publicRoutes, { service, config, requests, instance });
  app.register(methodNotAllowed, { methods, maxParamLength: MAX_HEADER_BYTES });
  return app;
}

interface PublicRoutesOptions extends Pick<AppDependencies, 'service' | 'config'> {
  readonly requests: RequestMetrics;
  readonly instance: ReturnType<typeof instanceOf>;
}

/** What is asked for by people and programs: not what watches the process. */
async function publicRoutes(app: App, { service, config, requests, instance }: PublicRoutesOptions): Promise<void> {
  app.register(auditRoutes, { service, config });
  app.register(auditEventsRoutes, { service, requests });
  app.register(evidenceRoutes, { service });
  app.register(verifyRoutes, { service, config });
  app.register(snapshotRoutes, { service });
  app.register(llmsTxtRoutes, { service, config });
  app.register(fixGuideRoutes, { service, config });
  app.register(auditHistoryRoutes, { service, config });
  app.register(batchRoutes, { service, config });
  app.register(crawlerIndexRoutes, { service });
  app.register(domainVisitsRoutes, { service, config });
  app.register(domainsRoutes, { service, config });
  app.register(openApiRoutes);
  app.register(webRoutes, { service, config, instance });
}
