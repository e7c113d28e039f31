import Type from 'typebox';
import { identifyAuditor, requireHolderId, requireKey } from '../../accounts/auth.ts';
import type { PageContext } from '../../app/contexts.ts';
import type { App } from '../../app/plugin.ts';
import { requestedDomain } from '../../app/request-log.ts';
import { AuditParams, exactly, orNull } from '../../app/schemas.ts';
import type { Audits } from '../compose-audits.ts';
import { requestedPages } from '../requested-pages.ts';

/** The forms of a report: audit again to verify, end a crawl, and withdraw links. */
export async function auditFormRoutes(app: App, { service, config, notices }: PageContext<Audits>): Promise<void> {
  const schema = { params: AuditParams };

  const verifySchema = { ...schema, body: orNull(exactly({ pages: Type.Optional(Type.String()) })) };
  app.post('/audits/:id/verify', { schema: verifySchema, config: { isReport: true } }, async (request, reply) => {
    const earlier = await service.audits.findComparable(request.params.id);
    const domain = requestedDomain(request, earlier.domain, config);
    requireKey(request.caller, config.LIVE_AUDITS === 'public');
    const pages = requestedPages(request.body?.pages, config);
    await app.limitLiveAudits(request, reply);
    const audit = await service.auditQueue.add(domain, {
      ...identifyAuditor(request),
      pages,
      comparedWith: earlier.id,
    });
    request.subject.audit = audit.id;
    const path = `/audits/${audit.id}`;
    const isComparable = app.readsAllReports(request);
    return reply.redirect(
      isComparable ? `${path}?since=${earlier.id}` : await app.reportPath(path, audit.id, request),
      303,
    );
  });

  app.post('/audits/:id/end-crawl', { schema, config: { isForKeysOnly: true } }, async (request, reply) => {
    const { id } = await service.audits.find(request.params.id);
    await service.auditQueue.endCrawl(id, requireHolderId(request));
    return reply.redirect(`/audits/${id}`, 303);
  });

  app.post('/audits/:id/withdraw-links', { schema, config: { isForKeysOnly: true } }, async (request, reply) => {
    const { id } = await service.audits.find(request.params.id);
    await service.reportLinks.withdraw(id, requireHolderId(request));
    return notices.redirect(request, reply, `/audits/${id}`, { links: 'withdrawn' });
  });
}
