import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { CHECK_COUNT, CHECKS } from '../../../audit/rubric.ts';
import type { CrawlProgress } from '../../../values/crawl-progress.ts';
import { DEFAULT_PAGES } from '../../../values/page-count.ts';
import { asksForVip, hasCredential, identifyAuditor, requireHolderId } from '../../accounts/auth.ts';
import { cacheForADay } from '../../app/caching.ts';
import type { RouteContext } from '../../app/contexts.ts';
import type { App } from '../../app/plugin.ts';
import { requestedDomain } from '../../app/request-log.ts';
import {
  AuditParams,
  AuditQuery,
  BODY_FAILURES,
  Domain,
  DomainQuery,
  exactly,
  FINDING_FIELDS,
  failure,
  KEY_OPTIONAL,
  NOT_MODIFIED,
  named,
  Score,
  STORAGE_FAILURES,
  Text,
  TIERED_FAILURES,
  Time,
  timeOrNull,
  UNNEEDED_BODY_FAILURES,
  Uuid,
} from '../../app/schemas.ts';
import { ServiceError } from '../../app/service-error.ts';
import type { Audit } from '../audit.ts';
import { type AuditResult as AuditResultFields, toAuditResult } from '../audit-result.ts';
import type { Audits } from '../compose-audits.ts';
import { PagesField, RenderField, requestedPages, requestedRendering } from '../requested-pages.ts';

const AuditResult = named('Audit', {
  id: Uuid,
  domain: Type.String({ description: 'in its ASCII form (IDNA)' }),
  aeo_score: Type.Integer({ minimum: 0, maximum: 100, description: 'the sum of score_impact' }),
  started_at: Time,
  finished_at: timeOrNull({ description: 'ISO 8601 UTC; null until finished' }),
  status: Type.Enum(['queued', 'running', 'done', 'failed']),
  findings: Type.Array(named('Finding', FINDING_FIELDS), {
    maxItems: CHECKS.length,
    description: `${CHECK_COUNT}, one for each check, in the order of the rubric; empty until finished`,
  }),
  crawl: Type.Optional(
    exactly(
      {
        pages_read: Type.Integer({ description: 'pages requested so far' }),
        pages_known: Type.Integer({ description: 'pages to request, as far as they are known' }),
        per_second: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'requests a second for now' }),
        seconds_left: Type.Integer({ description: 'estimate' }),
      },
      { description: 'only while an audit of more than 25 pages reads them' },
    ),
  ),
});

const AcceptedAudit = named('AcceptedAudit', { id: Uuid, status: Type.Enum(['queued', 'running', 'done']) });

const AuditHistory = named('Scores', {
  domain: Text,
  audits: Type.Array(
    exactly({ id: Uuid, aeo_score: Score, rubric_version: Type.Integer(), started_at: Time, finished_at: Time }),
    { maxItems: 100, description: 'finished live audits, newest first' },
  ),
});

type AuditDependencies = Pick<Audits, 'audits' | 'auditQueue'> & Pick<RouteContext, 'config'>;

/** `/api/audit` and `/api/audit/{id}` (service interface §4.1, §4.2), and `GET /api/audits`, which is not part of the contract. */
export default async function auditRoutes(app: App, dependencies: AuditDependencies): Promise<void> {
  runRoutes(app, dependencies);
  readRoutes(app, dependencies);
}

function runRoutes(app: App, { audits, auditQueue, config }: AuditDependencies): void {
  app.get(
    '/api/audit',
    {
      config: { dependsOnKey: asksForVip },
      schema: {
        operationId: 'runAudit',
        tags: ['Audits'],
        summary: 'Run an audit',
        description:
          'Tier `free`, the default, is a demonstration: its results are invented, every `details` says so, nothing is fetched, and no key is needed. The same name gives the same results, and the newest 10,000 demonstrations are stored. Tier `vip` is a live audit and needs a key. The response is sent when the audit is finished, which may take a minute. HEAD runs it, too.',
        security: KEY_OPTIONAL,
        querystring: AuditQuery,
        response: { 200: AuditResult, 304: NOT_MODIFIED, ...TIERED_FAILURES },
      },
    },
    async (request, reply) => {
      const domain = requestedDomain(request, request.query.domain, config);
      if (request.query.tier !== 'vip') return show(await audits.demonstration(domain), request, reply);
      await app.limitLiveAudits(request, reply);
      const audit = await auditQueue.run(domain, identifyAuditor(request));
      request.subject.audit = audit.id;
      const path = `/api/audit/${audit.id}`;
      const url = await app.reportPath(path, audit.id, request);
      if (url !== path) reply.header('content-location', url);
      return toAuditResult(audit);
    },
  );

  app.post(
    '/api/audit',
    {
      config: {
        dependsOnKey: (request) => hasCredential(request, config) || config.LIVE_AUDITS === 'public',
      },
      schema: {
        operationId: 'queueAudit',
        tags: ['Audits'],
        summary: 'Queue an audit',
        description:
          'With a key, this queues a live audit: 202, and `Location` has its URL. Read that until `finished_at` is not null, or follow its events. Without a key or a session, it makes a demonstration at once: 200.',
        security: KEY_OPTIONAL,
        body: Type.Object({ domain: Domain, pages: PagesField, render: RenderField }),
        response: {
          200: { ...AcceptedAudit, description: 'A demonstration, at Location' },
          202: {
            ...AcceptedAudit,
            description: 'A live audit, at Location: queued, or already running for an earlier request',
          },
          400: failure(
            'The body is not the expected JSON, the domain or number of pages is not accepted, or the service loads no pages in a browser',
          ),
          401: failure('The API key is not valid'),
          ...BODY_FAILURES,
          ...STORAGE_FAILURES,
          503: failure('Too many audits are waiting, nothing can be stored for now, or the service is stopping'),
        },
      },
    },
    async (request, reply) => {
      const domain = requestedDomain(request, request.body.domain, config);
      const pages = requestedPages(request.body.pages, config);
      const isRendered = requestedRendering(request.body.render, config);
      if (request.caller.kind === 'anonymous' && config.LIVE_AUDITS !== 'public') {
        const { id } = await audits.demonstration(domain);
        return accept({ id, status: 'done' as const }, 200, `/api/audit/${id}`, request, reply);
      }
      await app.limitLiveAudits(request, reply);
      const ticket = await auditQueue.add(domain, { ...identifyAuditor(request), pages, isRendered });
      const url = await app.reportPath(`/api/audit/${ticket.id}`, ticket.id, request);
      return accept(ticket, 202, url, request, reply);
    },
  );
}

function readRoutes(app: App, { audits, auditQueue, config }: AuditDependencies): void {
  app.get(
    '/api/audit/:id',
    {
      config: { isReport: true },
      schema: {
        operationId: 'getAudit',
        tags: ['Audits'],
        summary: 'Fetch an audit by its id',
        description:
          'Anyone who knows the id can read an audit, unless the service has private reports: then a key is needed, or the `token` of a link to the report.',
        params: AuditParams,
        response: { 200: AuditResult, 304: NOT_MODIFIED, 404: failure('The id is unknown') },
      },
    },
    async (request, reply) => {
      const audit = await audits.find(request.params.id);
      if (audit.finishedAt !== null || audit.pages === DEFAULT_PAGES) return show(audit, request, reply);
      return show(audit, request, reply, (await audits.findProgress(audit.id))?.crawl);
    },
  );

  app.post(
    '/api/audit/:id/end-crawl',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'endCrawl',
        tags: ['Audits'],
        summary: 'End the crawl of an audit',
        description:
          'Ends the crawl of an unfinished audit of more than 25 pages that the key has requested. The audit then finishes within seconds, and its page table has what was read, with `ended`: `cancelled`. No body is needed.',
        params: AuditParams,
        response: {
          202: { ...AcceptedAudit, description: 'The crawl is ending' },
          400: failure('A body was sent that is not JSON'),
          404: failure('The id is unknown'),
          409: failure('The audit has ended, another key requested it, or another client requested it too'),
          ...UNNEEDED_BODY_FAILURES,
        },
      },
    },
    async (request, reply) => {
      const audit = await audits.find(request.params.id);
      request.subject.audit = audit.id;
      const { id, finishedAt, status } = audit;
      // Asked first, because it checks the key.
      const isEnding = await auditQueue.endCrawl(id, requireHolderId(request));
      if (!isEnding || finishedAt !== null) throw notEndable(audit);
      return reply.code(202).send({ id, status });
    },
  );

  app.get(
    '/api/audits',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'getScores',
        tags: ['Audits'],
        summary: 'The scores of a domain',
        description:
          'The newest 100 successful live audits of the domain, the newest first. A key needs to be sent, even with `LIVE_AUDITS=public`.',
        querystring: DomainQuery,
        response: { 200: AuditHistory, 400: failure('A parameter is missing, repeated or not accepted') },
      },
    },
    async (request) => {
      const domain = requestedDomain(request, request.query.domain, config);
      const scores = await audits.listScores(domain);
      return {
        domain,
        audits: scores.map(({ id, score, rubricVersion, startedAt, finishedAt }) => ({
          id,
          aeo_score: score,
          rubric_version: rubricVersion,
          started_at: startedAt,
          finished_at: finishedAt,
        })),
      };
    },
  );
}

function notEndable({ id, finishedAt }: Audit): ServiceError {
  const message =
    finishedAt === null
      ? 'Only the key that requested an audit can end its crawl, and only while no other client wants it too.'
      : 'The audit has ended.';
  return new ServiceError('audit_not_endable', message, { auditId: id });
}

function show(
  audit: Audit,
  request: FastifyRequest,
  reply: FastifyReply,
  crawl?: CrawlProgress | null,
): AuditResultFields {
  request.subject.audit = audit.id;
  if (audit.finishedAt === null) reply.header('cache-control', 'no-store');
  else cacheForADay(reply);
  return toAuditResult(audit, crawl);
}

function accept<Accepted extends { readonly id: string }>(
  accepted: Accepted,
  status: 200 | 202,
  url: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Accepted {
  request.subject.audit = accepted.id;
  reply.code(status).header('location', url);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return accepted;
}
