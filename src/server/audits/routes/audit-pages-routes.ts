import type { FastifyReply, FastifyRequest } from 'fastify';
import { queryPages } from '../../../audit/pages/page-query.ts';
import { seenBy } from '../../../web/layout/instance.ts';
import type { PageContext } from '../../app/contexts.ts';
import { auditFileName, CSV_TYPE, fileHeaders } from '../../app/downloads.ts';
import { sendPage } from '../../app/pages/html-reply.ts';
import type { App } from '../../app/plugin.ts';
import { AuditParams } from '../../app/schemas.ts';
import { type AroundReports, findLastRequests, type LastRequests } from '../around-reports.ts';
import type { FinishedAudit } from '../audit.ts';
import type { Audits } from '../compose-audits.ts';
import { PageTableFields, parsePageTableQuery } from '../pages/page-table/page-table-query.ts';

/** `/audits/{id}/pages`: the page table of an audit, filtered and sorted here, and as files to download. */
export async function auditPagesRoutes(
  app: App,
  { service, instance: everybody }: PageContext<Pick<Audits, 'audits'> & Pick<AroundReports, 'domainRequests'>>,
): Promise<void> {
  const schema = { params: AuditParams, querystring: PageTableFields };
  const config = { isReport: true };

  app.get('/audits/:id/pages', { schema, config }, async (request, reply) => {
    const found = await findTable(request.params.id, reply);
    if (found === null) return reply;
    const { pageTablePage } = await import('../pages/page-table/page-table-page.tsx');
    const instance = seenBy(everybody, request);
    const view = { query: parsePageTableQuery(request.query), requests: await requestsFor(request, found.audit) };
    return sendPage(reply, pageTablePage(instance, found.audit, found.table, view));
  });

  app.get('/audits/:id/pages.csv', { schema, config }, async (request, reply) => {
    const found = await findTable(request.params.id, reply);
    if (found === null) return reply;
    const { audit, table } = found;
    if (table === null) return reply.redirect(`/audits/${audit.id}/pages`, 303);
    const { filter, sort } = parsePageTableQuery(request.query);
    const requests = await requestsFor(request, audit);
    const ofPage = requests === null ? null : (url: string) => findLastRequests(requests, url);
    const { pagesCsv } = await import('../../../documents/pages/pages-csv.ts');
    return reply
      .headers({ 'cache-control': 'no-cache', ...fileHeaders(auditFileName('pages', audit, 'csv')) })
      .type(CSV_TYPE)
      .send(pagesCsv(table, queryPages(table, filter, sort), ofPage));
  });

  app.get('/audits/:id/faults.csv', { schema: { params: AuditParams }, config }, async (request, reply) => {
    const found = await findTable(request.params.id, reply);
    if (found === null) return reply;
    const { audit, table } = found;
    if (table === null) return reply.redirect(`/audits/${audit.id}/pages`, 303);
    const { siteIssuesCsv } = await import('../../../documents/pages/pages-csv.ts');
    return reply
      .headers({ 'cache-control': 'no-cache', ...fileHeaders(auditFileName('faults', audit, 'csv')) })
      .type(CSV_TYPE)
      .send(siteIssuesCsv(table));
  });

  /** Returns the last requests of AI crawlers, for the key that owns the domain and has signed in; else null. */
  async function requestsFor({ caller }: FastifyRequest, { domain }: FinishedAudit): Promise<LastRequests | null> {
    return caller.kind === 'key' ? service.domainRequests.lastRequests(domain, caller.key.id) : null;
  }

  /** Finds the table; redirects to the page of an audit that is not finished or failed, which says what there is. */
  async function findTable(id: string, reply: FastifyReply) {
    const audit = await service.audits.find(id);
    reply.request.subject.audit = audit.id;
    if (audit.status === 'done') return service.audits.findPageTable(id);
    await reply.redirect(`/audits/${audit.id}`, 303);
    return null;
  }
}
