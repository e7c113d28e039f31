import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { type Instance, seenBy } from '../../../web/layout/instance.ts';
import type { PageContext } from '../../app/contexts.ts';
import { sendPage } from '../../app/pages/html-reply.ts';
import type { App } from '../../app/plugin.ts';
import { AuditParams } from '../../app/schemas.ts';
import { ServiceError } from '../../app/service-error.ts';
import type { AroundReports } from '../around-reports.ts';
import type { FinishedAudit } from '../audit.ts';
import type { Audits } from '../compose-audits.ts';
import { asSeenBy } from '../own-logs.ts';
import type { ShareLink } from '../pages/audit-actions.tsx';
import type { AuditChangesProps } from '../pages/audit-changes.tsx';
import type { AuditPageView } from '../pages/audit-page.tsx';
import { LINK_DAYS } from '../report-links.ts';

/** `/audits/{id}`, the report of an audit or its progress. Anyone with the id may see it. */
export async function auditsRoutes(
  app: App,
  { service, config, instance: everybody, notices, sharedPages }: PageContext<Audits & AroundReports>,
): Promise<void> {
  const schema = { params: AuditParams };

  app.get(
    '/audits/:id',
    { schema: { ...schema, querystring: ReportQuery }, config: { isReport: true } },
    async (request, reply) => {
      const instance = seenBy(everybody, request);
      const sent = await sendShared(request, reply, instance);
      if (sent !== null) return sent;
      const { audit, previous, comparison, scores } = await service.audits.report(request.params.id);
      request.subject.audit = audit.id;
      if (audit.finishedAt === null) {
        const { progressPage } = await import('../pages/progress-page.tsx');
        const view = {
          progress: await service.audits.findProgress(audit.id),
          since: request.query.since ?? null,
          mayEndCrawl: request.caller.kind === 'key' && request.caller.key.id === audit.keyId,
        };
        return sendPage(reply.header('cache-control', 'no-store'), progressPage(instance, audit, view));
      }
      // A link to a private report opens no earlier one.
      const changes = app.readsAllReports(request) ? { previous, comparison, scores } : null;
      const isWithdrawn = (await notices.take(request, reply, LinksWithdrawn)) !== null;
      const earlier = await findEarlier(service, audit, request.query.since);
      const view = {
        share: await createShareLink(audit, instance, isWithdrawn),
        isAddable: audit.kind === 'live' && (await isAddable(audit.domain, request)),
        earlier,
        allPages: earlier === null ? null : await service.audits.compareAllPages(earlier, audit),
      };
      return sendPage(
        reply,
        await renderPage(asSeenBy(audit, request.caller), instance, changes, { ...view, query: request.query }),
      );
    },
  );

  /** Sends the report of a finished audit to a reader without a session; null for every other request. */
  async function sendShared(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
    instance: Instance,
  ): Promise<FastifyReply | null> {
    if (config.REPORTS !== 'public') return null;
    const { id } = request.params;
    const sent = await sharedPages.send(request, reply, async () => {
      const { audit, ...changes } = await service.audits.report(id);
      if (audit.finishedAt === null) return null;
      const share = await createShareLink(audit, instance, false);
      const view = { share, isAddable: false, earlier: null, allPages: null, query: {} };
      return { domain: audit.domain, html: await renderPage(audit, instance, changes, view) };
    });
    if (sent !== null) request.subject.audit = id.toLowerCase();
    return sent;
  }

  /** Returns whether the reader has signed in with a key whose list has not this site. */
  async function isAddable(domain: string, { caller }: FastifyRequest): Promise<boolean> {
    return caller.kind === 'key' && !(await service.sites.has(caller.key.id, domain));
  }

  /** Returns a link for other people; null for a reader who came by such a link. */
  async function createShareLink(
    { id, kind }: FinishedAudit,
    { baseUrl, viewer }: Instance,
    isNew: boolean,
  ): Promise<ShareLink | null> {
    const url = `${baseUrl()}/audits/${id}`;
    if (config.REPORTS === 'public' || kind === 'demonstration') {
      return { url, note: 'Anyone who has this link can read the report.', isNew: null };
    }
    if (viewer === undefined) return null;
    const token = await service.reportLinks.createToken(id, Date.now());
    return {
      url: `${url}?token=${token}`,
      note: `Reports are private here. Anyone who has this link can read this one for ${LINK_DAYS} days.`,
      isNew,
    };
  }
}

/** Makes the page of a finished audit. @param changes null: the reader may see no other audit */
async function renderPage(
  audit: FinishedAudit,
  instance: Instance,
  changes: AuditChangesProps | null,
  { query, ...view }: Omit<AuditPageView, 'filter'> & { readonly query: Static<typeof ReportQuery> },
): Promise<string> {
  const { failure } = audit.report;
  if (failure !== null) {
    const { auditFailedPage } = await import('../pages/audit-failed-page.tsx');
    return auditFailedPage(instance, audit, failure, changes ?? NO_HISTORY);
  }
  const [{ auditPage }, { parseReportFilter }] = await Promise.all([
    import('../pages/audit-page.tsx'),
    import('../pages/report-filter.tsx'),
  ]);
  return auditPage(instance, audit, changes, { ...view, filter: parseReportFilter(query, audit.report) });
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
async function findEarlier(
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
