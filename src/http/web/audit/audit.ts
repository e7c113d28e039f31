import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Audit, FinishedAudit } from '../../../service/audits/audit.ts';
import { ServiceError } from '../../../service/errors.ts';
import type { App } from '../../plugin.ts';
import { AuditParams } from '../../schemas.ts';
import { sendPage } from '../layout/html-reply.ts';
import type { PageRoutesOptions } from '../page-routes.ts';
import type { AuditLlmsTxt } from './audit-llms-txt-page.tsx';
import { standingOf } from './audit-standing.ts';

const NOT_KEPT = 'This audit stored no list of pages to make an llms.txt from. Audit the site again to get one.';

/** `/audits/{id}`: the report of an audit, or its progress, and the tabs beside. Who has the id may see all of it. */
export async function auditPageRoutes(app: App, { service, instance }: PageRoutesOptions): Promise<void> {
  const schema = { hide: true, params: AuditParams };

  app.get('/audits/:id', { schema }, async (request, reply) => {
    const { audit, previous, comparison, scores } = await service.auditReport(request.params.id);
    request.subject.audit = audit.id;
    if (audit.finishedAt === null) {
      const { progressPage } = await import('./progress-page.tsx');
      return sendPage(
        reply.header('cache-control', 'no-store'),
        progressPage(instance, audit, await standingOf(service, audit.id)),
      );
    }
    const changes = { previous, comparison, scores };
    const { failure } = audit.report;
    if (failure !== null) {
      const { auditFailedPage } = await import('./audit-failed-page.tsx');
      return sendPage(reply, auditFailedPage(instance, audit, failure, changes));
    }
    const { auditPage } = await import('./audit-page.tsx');
    return sendPage(reply, auditPage(instance, audit, changes));
  });

  app.get('/audits/:id/badge', { schema }, async (request, reply) => {
    const audit = await findFinished(request);
    if (audit === null) return toReport(request, reply);
    const { auditBadgePage } = await import('./audit-badge-page.tsx');
    return sendPage(reply, auditBadgePage(instance, audit, await service.isPublished(audit.domain)));
  });

  app.get('/audits/:id/fix-guide', { schema }, async (request, reply) => {
    const audit = await findDone(request);
    if (audit === null) return toReport(request, reply);
    const { auditFixGuidePage } = await import('./audit-fix-guide-page.tsx');
    return sendPage(reply, auditFixGuidePage(instance, audit, await fixGuideOf(audit)));
  });

  app.get('/audits/:id/fix-guide.md', { schema }, async (request, reply) => {
    const audit = await findDone(request);
    if (audit === null) return toReport(request, reply);
    return sendFile(reply, `fix-guide-${audit.domain}.md`, 'text/markdown', await fixGuideOf(audit));
  });

  app.get('/audits/:id/llms-txt', { schema }, async (request, reply) => {
    const audit = await findDone(request);
    if (audit === null) return toReport(request, reply);
    const { auditLlmsTxtPage } = await import('./audit-llms-txt-page.tsx');
    const [made, isPublished] = await Promise.all([llmsTxtOf(audit), service.isPublished(audit.domain)]);
    return sendPage(reply, auditLlmsTxtPage(instance, audit, { ...made, isPublished }));
  });

  app.get('/audits/:id/llms.txt', { schema }, async (request, reply) => {
    const audit = await findDone(request);
    if (audit === null) return toReport(request, reply);
    const { text } = await llmsTxtOf(audit);
    if (text === null) return reply.redirect(`/audits/${audit.id}/llms-txt`, 303);
    return sendFile(reply, 'llms.txt', 'text/plain', text);
  });

  type AuditRequest = FastifyRequest<{ Params: { id: string } }>;

  /** The text, or why there is none. */
  async function llmsTxtOf(audit: FinishedAudit): Promise<Pick<AuditLlmsTxt, 'text' | 'problem'>> {
    try {
      const text = await service.auditLlmsTxt(audit);
      return { text, problem: text === null ? NOT_KEPT : null };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'nothing_listed') throw error;
      return { text: null, problem: error.message };
    }
  }

  async function findFinished(request: AuditRequest): Promise<FinishedAudit | null> {
    const audit: Audit = await service.findAudit(request.params.id);
    request.subject.audit = audit.id;
    return audit.finishedAt === null ? null : audit;
  }

  async function findDone(request: AuditRequest): Promise<FinishedAudit | null> {
    const audit = await findFinished(request);
    return audit?.status === 'done' ? audit : null;
  }

  function fixGuideOf(audit: FinishedAudit): Promise<string> {
    return service.auditFixGuide(audit, !instance.liveAuditsArePublic);
  }
}

/** The report's page says what there is while the audit is not done. */
function toReport(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply): FastifyReply {
  return reply.redirect(`/audits/${encodeURIComponent(request.params.id)}`, 303);
}

function sendFile(reply: FastifyReply, name: string, type: string, text: string): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-cache',
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    })
    .type(`${type}; charset=utf-8`)
    .send(text);
}
