import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FinishedAudit } from '../../../service/audits/audit.ts';
import type { AuditProgress } from '../../../service/audits/audit-watch.ts';
import { ServiceError } from '../../../service/errors.ts';
import type { Service } from '../../../service/service.ts';
import type { App } from '../../plugin.ts';
import { AuditParams } from '../../schemas.ts';
import type { AuditLlmsTxt } from '../audit/document-pages.tsx';
import { sendPage } from '../layout/html-reply.ts';
import { type Instance, seenBy } from '../layout/instance.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

const NO_PAGE_INVENTORY =
  'This audit stored no list of pages to make an llms.txt from. Audit the site again to get one.';

/** `/audits/{id}`, the report of an audit or its progress, and the tabs beside it. Anyone who has the id may see them. */
export async function auditsRoutes(app: App, { service, instance: everybody }: PageRoutesOptions): Promise<void> {
  const schema = { hide: true, params: AuditParams };

  app.get('/audits/:id', { schema }, async (request, reply) => {
    const instance = seenBy(everybody, request);
    const { audit, previous, comparison, scores } = await service.audits.report(request.params.id);
    request.subject.audit = audit.id;
    if (audit.finishedAt === null) {
      const { progressPage } = await import('../audit/progress-page.tsx');
      const progress = await progressOf(service, audit.id);
      return sendPage(reply.header('cache-control', 'no-store'), progressPage(instance, audit, progress));
    }
    const changes = { previous, comparison, scores };
    const { failure } = audit.report;
    if (failure !== null) {
      const { auditFailedPage } = await import('../audit/audit-failed-page.tsx');
      return sendPage(reply, auditFailedPage(instance, audit, failure, changes));
    }
    const { auditPage } = await import('../audit/audit-page.tsx');
    return sendPage(reply, auditPage(instance, audit, changes));
  });

  tab('badge', ['done', 'failed'], async (audit, reply, instance) => {
    const { badgePage } = await import('../audit/document-pages.tsx');
    return sendPage(reply, badgePage(instance, audit, await service.publications.isPublished(audit.domain)));
  });

  tab('fix-guide', ['done'], async (audit, reply, instance) => {
    const { fixGuidePage } = await import('../audit/document-pages.tsx');
    return sendPage(reply, fixGuidePage(instance, audit, await fixGuideOf(audit)));
  });

  tab('fix-guide.md', ['done'], async (audit, reply) =>
    sendFile(reply, `fix-guide-${audit.domain}.md`, 'text/markdown', await fixGuideOf(audit)),
  );

  tab('llms-txt', ['done'], async (audit, reply, instance) => {
    const { llmsTxtPage } = await import('../audit/document-pages.tsx');
    const [llmsTxt, isPublished] = await Promise.all([
      llmsTxtOf(service, audit),
      service.publications.isPublished(audit.domain),
    ]);
    return sendPage(reply, llmsTxtPage(instance, audit, { ...llmsTxt, isPublished }));
  });

  tab('llms.txt', ['done'], async (audit, reply) => {
    const { text } = await llmsTxtOf(service, audit);
    if (text === null) return reply.redirect(`/audits/${audit.id}/llms-txt`, 303);
    return sendFile(reply, 'llms.txt', 'text/plain', text);
  });

  /** Registers a tab for audits of these statuses. Others redirect to the audit's page, which says what there is. */
  function tab(
    name: string,
    statuses: readonly FinishedAudit['status'][],
    send: (audit: FinishedAudit, reply: FastifyReply, instance: Instance) => Promise<FastifyReply>,
  ): void {
    app.get(`/audits/:id/${name}`, { schema }, async (request: AuditRequest, reply: FastifyReply) => {
      const audit = await service.audits.find(request.params.id);
      request.subject.audit = audit.id;
      if (audit.finishedAt !== null && statuses.includes(audit.status))
        return send(audit, reply, seenBy(everybody, request));
      return reply.redirect(`/audits/${encodeURIComponent(request.params.id)}`, 303);
    });
  }

  function fixGuideOf(audit: FinishedAudit): Promise<string> {
    return service.fixGuides.forAudit(audit, !everybody.liveAuditsArePublic);
  }
}

type AuditRequest = FastifyRequest<{ Params: { id: string } }>;

/** Returns the progress of an audit; undefined when it has just ended. @throws ServiceError `audit_not_found` */
async function progressOf(service: Service, id: string): Promise<AuditProgress | undefined> {
  const watching = new AbortController();
  const { updates } = await service.audits.watch(id, watching.signal);
  const { value } = await updates.next();
  watching.abort();
  await updates.return();
  return value === undefined || 'audit' in value ? undefined : value;
}

/** Makes the audit's llms.txt, or says why there is none. */
async function llmsTxtOf(service: Service, audit: FinishedAudit): Promise<Pick<AuditLlmsTxt, 'text' | 'problem'>> {
  try {
    const text = await service.publications.draft(audit);
    return { text, problem: text === null ? NO_PAGE_INVENTORY : null };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'nothing_listed') throw error;
    return { text: null, problem: error.message };
  }
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
