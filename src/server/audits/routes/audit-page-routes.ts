import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type Instance, seenBy } from '../../../web/layout/instance.ts';
import { auditorOf, holderIdOf, requireKey } from '../../accounts/auth.ts';
import type { PageContext } from '../../app/contexts.ts';
import { sendPage } from '../../app/pages/html-reply.ts';
import type { App } from '../../app/plugin.ts';
import { requestedDomain } from '../../app/request-log.ts';
import { AuditParams } from '../../app/schemas.ts';
import { ServiceError } from '../../app/service-error.ts';
import type { AroundReports } from '../around-reports.ts';
import type { FinishedAudit } from '../audit.ts';
import type { AuditProgress } from '../audit-watch.ts';
import type { Audits } from '../compose-audits.ts';
import type { ShareLink } from '../pages/audit-actions.tsx';
import { LINK_DAYS } from '../report-links.ts';

/** `/audits/{id}`, the report of an audit or its progress. Anyone with the id may see it. */
export async function auditsRoutes(
  app: App,
  { service, config, instance: everybody, notices }: PageContext<Audits & AroundReports>,
): Promise<void> {
  const schema = { params: AuditParams };

  app.get(
    '/audits/:id',
    { schema: { ...schema, querystring: ReportQuery }, config: { isReport: true } },
    async (request, reply) => {
      const instance = seenBy(everybody, request);
      const { audit, previous, comparison, scores } = await service.audits.report(request.params.id);
      request.subject.audit = audit.id;
      if (audit.finishedAt === null) {
        const { progressPage } = await import('../pages/progress-page.tsx');
        const progress = await progressOf(service, audit.id);
        return sendPage(
          reply.header('cache-control', 'no-store'),
          progressPage(instance, audit, progress, request.query.since ?? null),
        );
      }
      // A link to a private report opens no earlier one.
      const changes = app.readsAllReports(request) ? { previous, comparison, scores } : null;
      const { failure } = audit.report;
      if (failure !== null) {
        const { auditFailedPage } = await import('../pages/audit-failed-page.tsx');
        return sendPage(reply, auditFailedPage(instance, audit, failure, changes ?? NO_HISTORY));
      }
      const [{ auditPage }, { parseReportFilter }] = await Promise.all([
        import('../pages/audit-page.tsx'),
        import('../pages/report-filter.tsx'),
      ]);
      const view = {
        filter: parseReportFilter(request.query, audit.report),
        share: await shareLinkOf(audit, instance, (await notices.take(request, reply, LinksWithdrawn)) !== null),
        isAddable: audit.kind === 'live' && (await isAddable(audit.domain, request)),
        earlier: await earlierOf(service, audit, request.query.since),
      };
      return sendPage(reply, auditPage(instance, audit, changes, view));
    },
  );

  app.post('/audits/:id/verify', { schema, config: { isReport: true } }, async (request, reply) => {
    const earlier = await service.audits.findComparable(request.params.id);
    const domain = requestedDomain(request, earlier.domain, config);
    requireKey(request.caller, config.LIVE_AUDITS === 'public');
    await app.limitLiveAudits(request, reply);
    const audit = await service.auditQueue.add(domain, auditorOf(request));
    request.subject.audit = audit.id;
    const path = `/audits/${audit.id}`;
    const isComparable = app.readsAllReports(request);
    return reply.redirect(
      isComparable ? `${path}?since=${earlier.id}` : await app.reportPath(path, audit.id, request),
      303,
    );
  });

  app.post('/audits/:id/withdraw-links', { schema, config: { isForKeysOnly: true } }, async (request, reply) => {
    const { id } = await service.audits.find(request.params.id);
    await service.reportLinks.withdraw(id, holderIdOf(request));
    return notices.redirect(request, reply, `/audits/${id}`, { links: 'withdrawn' });
  });

  /** Returns whether the reader has signed in with a key whose list has not this site. */
  async function isAddable(domain: string, { caller }: FastifyRequest): Promise<boolean> {
    return caller.kind === 'key' && !(await service.sites.has(caller.key.id, domain));
  }

  /** Returns a link for other people; null for a reader who came by such a link. */
  async function shareLinkOf(
    { id, kind }: FinishedAudit,
    { baseUrl, viewer }: Instance,
    isNew: boolean,
  ): Promise<ShareLink | null> {
    const url = `${baseUrl()}/audits/${id}`;
    if (config.REPORTS === 'public' || kind === 'demonstration') {
      return { url, note: 'Anyone who has this link can read the report.', isNew: null };
    }
    if (viewer === undefined) return null;
    const token = await service.reportLinks.tokenOf(id, Date.now());
    return {
      url: `${url}?token=${token}`,
      note: `Reports are private here. Anyone who has this link can read this one for ${LINK_DAYS} days.`,
      isNew,
    };
  }
}

const NO_HISTORY = { previous: null, scores: [] };

const Choice = Type.Optional(Type.String({ maxLength: 2_048 }));
const ReportQuery = Type.Object({
  severity: Choice,
  check: Choice,
  page: Choice,
  since: Choice,
  token: Choice,
});

/** Notice of the form that withdraws links. */
const LinksWithdrawn = Type.Object({ links: Type.Literal('withdrawn') });

/** Returns an earlier audit of the same site, to compare with; null when there is none of that id. */
async function earlierOf(
  { audits }: Pick<Audits, 'audits'>,
  { domain, startedAt }: FinishedAudit,
  id: string | undefined,
): Promise<FinishedAudit | null> {
  if (id === undefined) return null;
  const earlier = await audits.findComparable(id).catch((error: unknown) => {
    if (error instanceof ServiceError) return null;
    throw error;
  });
  return earlier !== null && earlier.domain === domain && earlier.finishedAt <= startedAt ? earlier : null;
}

/** Returns the progress of an audit; undefined when it has just ended. @throws ServiceError `audit_not_found` */
async function progressOf(
  service: Pick<Audits, 'audits' | 'auditQueue'>,
  id: string,
): Promise<AuditProgress | undefined> {
  const watching = new AbortController();
  const { updates } = await service.audits.watch(id, watching.signal);
  const { value } = await updates.next();
  watching.abort();
  await updates.return();
  return value === undefined || 'audit' in value ? undefined : value;
}
