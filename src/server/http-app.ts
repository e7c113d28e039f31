import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Config } from '../values/config.ts';
import type { Log } from '../values/log.ts';
import { access, clientLimits } from './accounts/access-plugin.ts';
import { type ApiContext, HEALTH_ROUTES, ROUTES } from './api-routes.ts';
import { entityTags } from './app/caching.ts';
import { trustedProxies } from './app/client-address.ts';
import { cors, preflights } from './app/cors.ts';
import { errorHandling } from './app/errors.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, Connections } from './app/load/connection-limits.ts';
import { jsonParser } from './app/load/json-body.ts';
import { loadShedding } from './app/load/load-shedding.ts';
import { ResponseCache } from './app/load/response-cache.ts';
import { collectMethods, methodNotAllowed } from './app/method-not-allowed.ts';
import { describeApi } from './app/openapi.ts';
import { brandRoutes, openBrand } from './app/pages/brand.ts';
import { pagePolicy } from './app/pages/html-reply.ts';
import { Notices } from './app/pages/notices.ts';
import { SharedPages } from './app/pages/shared-pages.ts';
import type { App } from './app/plugin.ts';
import { emptyRequests } from './app/request-headers.ts';
import { RequestLog, requestLog } from './app/request-log.ts';
import { RequestMetrics } from './app/request-metrics.ts';
import { buildSerializer, buildValidator, compileValidator } from './app/schema-compilers.ts';
import { newRequestId } from './app/trace-context.ts';
import { reportAccess } from './audits/report-access-plugin.ts';
import { metricsRoutes } from './metrics/metrics-routes.ts';
import { describeInstance, webRoutes } from './page-routes.ts';
import { visitRecording } from './requests/visit-origin.ts';
import type { Service } from './service.ts';

export interface AppDependencies {
  readonly service: Service;
  readonly config: Config;
  readonly log: Log;
  /** The routes that are served: all, or only `/healthz`, `/readyz` and `/metrics`. Default: all. */
  readonly serves?: 'all' | 'health';
  /** Default {@link CONNECTION_LIMITS}. */
  readonly connectionLimits?: ConnectionLimits;
}

const MAX_BODY_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Builds the HTTP app, not yet listening. A request first passes the limits of connections and the cache of responses, then the
 * hooks of the plugins in the order of registration, those of its route, and its handler. Whatever one of them throws becomes a
 * response in `errors.ts`.
 */
export function createApp({
  service,
  config,
  log,
  serves = 'all',
  connectionLimits: limits = CONNECTION_LIMITS,
}: AppDependencies): App {
  const loggerInstance: FastifyBaseLogger = log;
  const opened = openBrand(config);
  const instance = describeInstance(service, config, opened.brand);
  const metrics = new RequestMetrics();
  const requests = new RequestLog(log, metrics);
  const { sendFrameworkError, errorResponses, handleClientError } = errorHandling({ instance, log, requests, metrics });
  const app: App = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost as much as its line; the lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: newRequestId,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies(config.TRUST_PROXY),
    requestTimeout: limits.request,
    http: {
      headersTimeout: limits.head,
      connectionsCheckingInterval: limits.check,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Without a Host, Node.js would respond by itself: `errorResponses` does.
      requireHostHeader: false,
      // A request without a body has no stream to read, and its stream never ends: see `emptyRequests`.
      optimizeEmptyRequests: true,
    },
    keepAliveTimeout: limits.idle,
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    schemaController: { compilersFactory: { buildValidator, buildSerializer } },
    frameworkErrors: sendFrameworkError,
    clientErrorHandler: handleClientError,
  });
  const connections = new Connections(app.server, limits);
  app.addHook('preClose', async () => connections.stop());
  const recordVisit = visitRecording(service.visits, config);
  const responseCache = new ResponseCache(requests, recordVisit);
  const sharedPages = new SharedPages();
  service.changes.on('change', (domain) => {
    responseCache.invalidate(domain);
    sharedPages.drop(domain);
  });
  // Before the framework: limits of connections, and cached responses.
  app.server.removeAllListeners('request').on('request', (request, response) => {
    if (!connections.admit(request, response)) return;
    if (!responseCache.respond(request, response)) app.routing(request, response);
  });
  app.setValidatorCompiler(compileValidator);
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonParser(app));
  const methods = collectMethods(app);

  app.register(emptyRequests);
  app.register(requestLog, { requests });
  app.register(cors);
  app.register(errorResponses);
  app.register(pagePolicy, { imageOrigin: opened.imageOrigin });
  app.register(preflights);
  // Requests over the rate limit never enter the queue, and only requests that leave it have their key looked up.
  app.register(clientLimits, { requests: metrics, config });
  app.register(loadShedding);
  app.register(access, { keys: service.keys, sessions: service.sessions, config });
  app.register(reportAccess, { service, config });
  describeApi(app, config.BASE_URL);
  app.register(entityTags);
  const dependencies: ApiContext = { ...service, config, requests: metrics, recordVisit, responseCache };
  const routes = serves === 'all' ? [...HEALTH_ROUTES, ...ROUTES] : HEALTH_ROUTES;
  // One plugin for all: each plugin costs time at the start.
  app.register(async (endpoints: App) => {
    for (const route of routes) await route(endpoints, dependencies);
  });
  app.register(metricsRoutes, { service, requests: metrics, config, log });
  if (serves === 'all') {
    app.register(brandRoutes, opened);
    app.register(webRoutes, { service, config, instance, notices: new Notices(service.seals, config), sharedPages });
  }
  app.register(methodNotAllowed, { methods, maxParamLength: MAX_HEADER_BYTES });
  return app;
}
