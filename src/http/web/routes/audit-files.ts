import type { FastifyReply } from 'fastify';
import { escapeMarkdown } from '../../../documents/markdown-report.ts';
import type { FinishedAudit } from '../../../service/audits/audit.ts';
import { toAuditResult } from '../../../service/audits/audit-result.ts';
import { ServiceError } from '../../../service/errors.ts';
import type { Service } from '../../../service/service.ts';
import { fileHeaders } from '../../downloads.ts';
import type { App } from '../../plugin.ts';
import type { AuditLlmsTxt } from '../audit/document-pages.tsx';
import { sendPage } from '../layout/html-reply.ts';
import type { Instance } from '../layout/instance.ts';
import type { PageRoutesOptions } from '../page-routes.ts';
import { auditTabs } from './audit-tabs.ts';

const NO_PAGE_INVENTORY =
  'This audit stored no list of pages to make an llms.txt from. Audit the site again to get one.';

/** The files of an audit, to download, and its JSON as pages. */
export async function auditFilesRoutes(app: App, { service, instance: everybody }: PageRoutesOptions): Promise<void> {
  const tab = auditTabs(app, { service, instance: everybody });

  tab('json', ['done', 'failed'], async (audit, reply, instance) => {
    const { dataPage } = await import('../audit/data-page.tsx');
    return sendPage(reply, dataPage(instance, audit, 'json', toAuditResult(audit)));
  });

  tab('evidence', ['done', 'failed'], async (audit, reply, instance) => {
    const [{ dataPage }, { toEvidence }] = await Promise.all([
      import('../audit/data-page.tsx'),
      import('../../../service/audits/evidence.ts'),
    ]);
    return sendPage(reply, dataPage(instance, audit, 'evidence', toEvidence(audit)));
  });

  tab('report.csv', ['done'], async (audit, reply) => {
    const { csvReport } = await import('../../../documents/csv-report.ts');
    return sendFile(reply, `report-${audit.domain}.csv`, 'text/csv', csvReport(audit.report));
  });

  tab('report.md', ['done'], async (audit, reply) => {
    const { markdownReport } = await import('../../../documents/markdown-report.ts');
    return sendFile(
      reply,
      `report-${audit.domain}.md`,
      'text/markdown',
      `${markdownReport(audit.report, { evidence: true })}${byline(everybody)}`,
    );
  });

  tab('report.json', ['done', 'failed'], async (audit, reply) => {
    const { toEvidence } = await import('../../../service/audits/evidence.ts');
    const text = `${JSON.stringify(toEvidence(audit), null, 2)}\n`;
    return sendFile(reply, `report-${audit.domain}.json`, 'application/json', text);
  });

  tab('fix-guide.md', ['done'], async (audit, reply) =>
    sendFile(
      reply,
      `fix-guide-${audit.domain}.md`,
      'text/markdown',
      await service.fixGuides.forAudit(audit, !everybody.liveAuditsArePublic),
    ),
  );

  tab('llms.txt', ['done'], async (audit, reply) => {
    const { text } = await llmsTxtOf(service, audit);
    if (text === null) return reply.redirect(`/audits/${audit.id}/llms-txt`, 303);
    return sendFile(reply, 'llms.txt', 'text/plain', text);
  });
}

/** Makes the audit's llms.txt, or says why there is none. */
export async function llmsTxtOf(
  service: Service,
  audit: FinishedAudit,
): Promise<Pick<AuditLlmsTxt, 'text' | 'problem'>> {
  try {
    const text = await service.publications.draft(audit);
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
