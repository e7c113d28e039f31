import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Service } from '../service/service.ts';
import { access, clientLimits } from './access.ts';
import { AnswersAtHand } from './answers-at-hand.ts';
import { auditRoutes } from './audit.ts';
import { auditEventsRoutes } from './audit-events.ts';
import { auditHistoryRoutes } from './audit-history.ts';
import { badgeRoutes } from './badge.ts';
import { batchRoutes } from './batches.ts';
import { BusyAnswer } from './busy-answer.ts';
import { entityTags } from './caching.ts';
import { trustOf } from './client-address.ts';
import { ClientRequest, CONNECTION_LIMITS, type ConnectionLimits, Connections } from './connections.ts';
import { cors, preflights } from './cors.ts';
import { crawlerIndexRoutes } from './crawler-index.ts';
import { domainVisitsRoutes } from './domain-visits.ts';
import { domainsRoutes } from './domains.ts';
import { emptyRequests } from './empty-requests.ts';
import { errorAnswers } from './errors.ts';
import { evidenceRoutes } from './evidence.ts';
import { fixGuideRoutes } from './fix-guide.ts';
import { answerBefore } from './front-door.ts';
import { healthRoutes } from './health.ts';
import { hostedLlmsTxtRoutes } from './hosted-llms-txt.ts';
import { llmsTxtRoutes } from './llms-txt.ts';
import { LoadShedder } from './load-shedding.ts';
import { collectMethods, methodNotAllowed } from './method-not-allowed.ts';
import { metricsRoutes } from './metrics/metrics.ts';
import { openApi, openApiRoutes } from './openapi.ts';
import type { App } from './plugin.ts';
import { RequestFigures } from './request-figures.ts';
import { requestLog } from './request-log.ts';
import { buildSerializer, buildValidator, compileValidator } from './schema-compilers.ts';
import { snapshotRoutes } from './snapshot.ts';
import { newRequestId } from './trace-context.ts';
import { verifyRoutes } from './verify.ts';
import { frameOf, webRoutes } from './web/web.ts';

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
  const frame = frameOf(service, config);
  const requests = new RequestFigures();
  const { sendFrameworkError, errorResponses, answerClientError } = errorAnswers(frame, { log, requests });
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
      IncomingMessage: ClientRequest,
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
    clientErrorHandler: answerClientError,
  });
  const atHand = new AnswersAtHand({ log, requests });
  const trust = trustOf(config.TRUST_PROXY);
  const shedder = new LoadShedder(new BusyAnswer(frame, { log, requests }), trust);
  answerBefore(app, new Connections(app.server, limits), [atHand.answer, shedder.refuse]);
  service.onChange((domain) => atHand.forget(domain));
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
    app.register(badgeRoutes, { service, config, answers: atHand });
    app.register(hostedLlmsTxtRoutes, { service, config, answers: atHand });
  }
  app.register(entityTags);
  app.register(healthRoutes, { service });
  app.register(metricsRoutes, { service, requests, config, log });
  if (answers === 'all') app.register(publicRoutes, { service, config, requests, frame });
  app.register(methodNotAllowed, { methods });
  return app;
}

interface PublicRoutesOptions extends Pick<AppDependencies, 'service' | 'config'> {
  readonly requests: RequestFigures;
  readonly frame: ReturnType<typeof frameOf>;
}

/** What is asked for by people and programs: not what watches the process. */
async function publicRoutes(app: App, { service, config, requests, frame }: PublicRoutesOptions): Promise<void> {
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
  app.register(webRoutes, { service, config, frame });
}
