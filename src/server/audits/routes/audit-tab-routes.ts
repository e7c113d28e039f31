import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeMarkdown } from '../../../documents/markdown-report.ts';
import { type Instance, seenBy } from '../../../web/layout/instance.ts';
import type { PageContext } from '../../app/contexts.ts';
import { auditFileName, fileHeaders } from '../../app/downloads.ts';
import { sendPage } from '../../app/pages/html-reply.ts';
import type { App } from '../../app/plugin.ts';
import { AuditParams } from '../../app/schemas.ts';
import { ServiceError } from '../../app/service-error.ts';
import type { AroundReports } from '../around-reports.ts';
import type { FinishedAudit } from '../audit.ts';
import { toAuditResult } from '../audit-result.ts';
import type { Audits } from '../compose-audits.ts';
import { asSeenBy } from '../own-logs.ts';

const NO_PAGE_INVENTORY =
  'This audit stored no list of pages to make an llms.txt from. Audit the site again to get one.';

/** `/audits/{id}/{name}`: the pages beside the report of an audit, and its files to download. */
export async function auditTabRoutes(
  app: App,
  { service, config, instance: everybody }: PageContext<Audits & AroundReports>,
): Promise<void> {
  tab('fix-guide', ['done'], async (audit, reply, instance) => {
    const { fixGuidePage } = await import('../pages/document-pages.tsx');
    return sendPage(reply, fixGuidePage(instance, audit, await createGuide(audit, reply.request)));
  });

  tab('designer', ['done'], async (audit, reply, instance) => {
    const { designerPage } = await import('../pages/designer-page.tsx');
    const token = await app.createLinkToken(audit.id, reply.request);
    const url = `${instance.baseUrl()}/audits/${audit.id}/designer${token === null ? '' : `?token=${token}`}`;
    return sendPage(reply, designerPage(instance, audit, url));
  });

  tab('llms-txt', ['done'], async (audit, reply, instance) => {
    const { llmsTxtPage } = await import('../pages/document-pages.tsx');
    const [llmsTxt, isPublished] = await Promise.all([
      draftLlmsTxt(service, audit),
      service.publications.isPublished(audit.domain),
    ]);
    return sendPage(reply, llmsTxtPage(instance, audit, { ...llmsTxt, isPublished }));
  });

  tab('json', ['done', 'failed'], async (audit, reply, instance) => {
    const { jsonPage } = await import('../pages/document-pages.tsx');
    return sendPage(reply, jsonPage(instance, audit, toAuditResult(audit)));
  });

  tab('evidence', ['done', 'failed'], async (audit, reply, instance) => {
    const { evidencePage } = await import('../pages/evidence-page.tsx');
    return sendPage(reply, evidencePage(instance, audit));
  });

  tab('rendering', ['done'], async (audit, reply, instance) => {
    const [{ renderingPage }, { rendering }] = await Promise.all([
      import('../pages/rendering-page.tsx'),
      service.audits.findRendering(audit.id),
    ]);
    return sendPage(reply, renderingPage(instance, audit, rendering));
  });

  tab('report.csv', ['done'], async (audit, reply) => {
    const { csvReport } = await import('../../../documents/csv-report.ts');
    return sendFile(reply, auditFileName('report', audit, 'csv'), 'text/csv', csvReport(audit.report));
  });

  tab('report.md', ['done'], async (audit, reply) => {
    const { markdownReport } = await import('../../../documents/markdown-report.ts');
    return sendFile(
      reply,
      auditFileName('report', audit, 'md'),
      'text/markdown',
      `${markdownReport(audit.report, { evidence: true })}${byline(everybody)}`,
    );
  });

  tab('report.json', ['done', 'failed'], async (audit, reply) => {
    const { toEvidence } = await import('../evidence.ts');
    const text = `${JSON.stringify(toEvidence(audit), null, 2)}\n`;
    return sendFile(reply, auditFileName('report', audit, 'json'), 'application/json', text);
  });

  tab('fix-guide.md', ['done'], async (audit, reply) =>
    sendFile(reply, auditFileName('fix-guide', audit, 'md'), 'text/markdown', await createGuide(audit, reply.request)),
  );

  tab('llms.txt', ['done'], async (audit, reply) => {
    const { text } = await draftLlmsTxt(service, audit);
    if (text === null) return reply.redirect(`/audits/${audit.id}/llms-txt`, 303);
    return sendFile(reply, audit.kind === 'live' ? 'llms.txt' : 'demonstration-llms.txt', 'text/plain', text);
  });

  /** Makes the fix guide for a reader: where live audits or this report need a key, its commands have one, or a link. */
  async function createGuide(audit: FinishedAudit, request: FastifyRequest): Promise<string> {
    const linkToken = await app.createLinkToken(audit.id, request);
    const needsKey = !everybody.liveAuditsArePublic || (config.REPORTS === 'private' && linkToken === null);
    return service.fixGuides.forAudit(audit, needsKey, linkToken);
  }

  /** Registers a path for audits of these statuses. Others redirect to the audit's page, which says what there is. */
  function tab(
    name: string,
    statuses: readonly FinishedAudit['status'][],
    send: (audit: FinishedAudit, reply: FastifyReply, instance: Instance) => Promise<FastifyReply>,
  ): void {
    const schema = { params: AuditParams };
    app.get(`/audits/:id/${name}`, { schema, config: { isReport: true } }, async (request, reply) => {
      const audit = await service.audits.find(request.params.id);
      request.subject.audit = audit.id;
      if (audit.finishedAt === null || !statuses.includes(audit.status))
        return reply.redirect(`/audits/${audit.id}`, 303);
      return send(asSeenBy(audit, request.caller), reply, seenBy(everybody, request));
    });
  }
}

/** Makes the audit's llms.txt, or says why there is none. */
async function draftLlmsTxt(
  { publications }: Pick<AroundReports, 'publications'>,
  audit: FinishedAudit,
): Promise<{ readonly text: string | null; readonly problem: string | null }> {
  try {
    const text = await publications.draft(audit);
    return { text, problem: text === null ? NO_PAGE_INVENTORY : null };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'nothing_listed') throw error;
    return { text: null, problem: error.message };
  }
}

/** Returns who made a report, as the end of its Markdown; nothing where Citable has no other name. */
function byline({ brand }: Instance): string {
  if (brand === undefined || brand.name === 'Citable') return '';
  const name = escapeMarkdown(brand.name);
  return `\nAudited by ${brand.url === null ? name : `[${name}](${encodeURI(brand.url)})`}.\n`;
}

function sendFile(reply: FastifyReply, name: string, type: string, text: string): FastifyReply {
  return reply
    .headers({ 'cache-control': 'no-cache', ...fileHeaders(name) })
    .type(`${type}; charset=utf-8`)
    .send(text);
}
