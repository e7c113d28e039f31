import Type from 'typebox';
import { NotASearchReport, SEARCH_REPORTS } from '../../logs/search-report.ts';
import type { DomainName } from '../../values/domain-name.ts';
import { isoTime, plusDays, utcDay } from '../../values/utc-day.ts';
import { seenBy, signInPath } from '../../web/layout/instance.ts';
import { requireHolderId } from '../accounts/auth.ts';
import type { PageContext } from '../app/contexts.ts';
import { sendPage } from '../app/pages/html-reply.ts';
import type { App } from '../app/plugin.ts';
import { requestedDomain } from '../app/request-log.ts';
import { requireSameOrigin } from '../app/same-origin.ts';
import { DomainParams } from '../app/schemas.ts';
import type { Audits } from '../audits/compose-audits.ts';
import type { Publishing } from '../publishing/compose-publishing.ts';
import type { MySites } from '../sites/compose-sites.ts';
import type { Requests } from './compose-requests.ts';
import type { DomainStatistics } from './pages/domain-statistics.tsx';
import type { ImportResult } from './search-reports.ts';

/** Result of the form that checks the redirect. */
const RedirectNotice = Type.Object({
  isHosted: Type.Union([Type.Boolean(), Type.Null()]),
  message: Type.String(),
});

/** Result of the form that imports a report. */
const ImportNotice = Type.Object({ imported: Type.String() });
const ImportFields = Type.Object({ csv: Type.Optional(Type.String()), report: Type.Optional(Type.String()) });
/** Maximum bytes of a form with a report. */
const MAX_FORM_BYTES = 4 * 1024 * 1024;

/** Days of traffic on the page. */
const TRAFFIC_DAYS = 30;

/**
 * `/domains/{domain}`, the public page of a published domain, for signed-in users also of one that is not. Key holders also see the scores,
 * and the key that owns the domain its requests, and buttons that check the redirect and withdraw the domain.
 */
export async function domainsRoutes(
  app: App,
  { service, config, instance, notices }: PageContext<Audits & Requests & Publishing & MySites>,
): Promise<void> {
  const schema = { params: DomainParams };

  app.get('/domains/:domain', { schema, config: { isReport: true } }, async (request, reply) => {
    const domain = requestedDomain(request, request.params.domain, config);
    if (domain !== request.params.domain) return reply.redirect(`/domains/${encodeURIComponent(domain)}`, 308);
    const [published, newest] = await Promise.all([
      service.publications.find(domain),
      service.audits.newestScore(domain),
    ]);
    const { caller } = request;
    const notice = await notices.take(request, reply, Type.Union([RedirectNotice, ImportNotice]));
    const imported = notice !== null && 'imported' in notice ? notice.imported : null;
    const isListed = caller.kind === 'key' && (await service.sites.has(caller.key.id, domain));
    const statistics =
      published !== null && caller.kind === 'key'
        ? await readStatistics({ service, instance }, domain, caller.key.id, imported)
        : null;
    const { domainPage, unpublishedDomainPage } = await import('./pages/domain-page.tsx');
    if (published === null) {
      const audits = caller.kind === 'key' ? await service.audits.listScores(domain) : null;
      const isKnown = caller.kind === 'key' && (newest !== null || isListed);
      return sendPage(
        reply.code(isKnown ? 200 : 404),
        unpublishedDomainPage(seenBy(instance, request), domain, audits, isListed),
      );
    }
    const check = notice !== null && 'isHosted' in notice ? notice : null;
    return sendPage(reply, domainPage(seenBy(instance, request), published, newest, { statistics, check, isListed }));
  });

  const body = ImportFields;
  app.post(
    '/domains/:domain/search-report',
    { bodyLimit: MAX_FORM_BYTES, schema: { ...schema, body } },
    async (request, reply) => {
      requireSameOrigin(request, config);
      const domain = requestedDomain(request, request.params.domain, config);
      const path = `/domains/${encodeURIComponent(domain)}`;
      if (request.caller.kind !== 'key') return reply.redirect(signInPath(path), 303);
      const { csv = '', report = '' } = request.body;
      const kind = SEARCH_REPORTS.find((name) => name === report) ?? null;
      const imported = await service.searchReports
        .add(domain, requireHolderId(request), Buffer.from(csv), kind, Date.now())
        .then(importSentence, (error: unknown) => {
          if (error instanceof NotASearchReport) return `Not imported: ${error.message}`;
          throw error;
        });
      return notices.redirect(request, reply, `${path}#pages`, { imported });
    },
  );
}

/** Says what became of a report. */
function importSentence({ report, lines, badLines, ofOtherHosts, warning }: ImportResult): string {
  const parts = [
    `${lines} lines of the report ${report} are imported`,
    ...(badLines === 0 ? [] : [`${badLines} could not be read`]),
    ...(ofOtherHosts === 0 ? [] : [`${ofOtherHosts} are about other hosts`]),
  ];
  return `${parts.join(', ')}.${warning === null ? '' : ` ${warning}`}`;
}

/** Reads the statistics of a domain as a key may see them. */
async function readStatistics(
  { service, instance }: Pick<PageContext<Audits & Requests & Publishing & MySites>, 'service' | 'instance'>,
  domain: DomainName,
  keyId: string,
  notice: string | null = null,
): Promise<DomainStatistics> {
  const owner = await service.publications.findOwner(domain, keyId);
  const isShown = owner === 'own' || owner === 'unpublished';
  const now = Date.now();
  const today = utcDay(isoTime(now));
  const from = plusDays(today, 1 - TRAFFIC_DAYS);
  const requests = isShown
    ? {
        visits: await service.domainRequests.visits(domain, keyId, now),
        traffic: await service.domainRequests.traffic(domain, keyId, from, today, now),
        joined: await service.searchReports.pages(domain, keyId),
        notice,
      }
    : null;
  const warning = owner === 'own' ? await service.publications.warningOfHosted(domain) : null;
  const audits = await service.audits.listScores(domain);
  return { domain, requests, warning, baseUrl: instance.baseUrl(), isUnowned: owner === 'unowned', audits };
}
