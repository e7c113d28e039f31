import Type from 'typebox';
import { MAX_REPORT_LINES, NotASearchReport, SEARCH_REPORTS } from '../../logs/search-report.ts';
import { requireHolderId } from '../accounts/auth.ts';
import type { RouteContext } from '../app/contexts.ts';
import { Refusal } from '../app/errors.ts';
import { uploadSlots } from '../app/load/upload-slots.ts';
import type { App } from '../app/plugin.ts';
import { requestedDomain } from '../app/request-log.ts';
import {
  Count,
  DomainParams,
  exactly,
  failure,
  integerOrNull,
  named,
  OWNED_DOMAIN_FAILURES,
  orNull,
  STORAGE_FAILURES,
  Text,
  Time,
  textOrNull,
} from '../app/schemas.ts';
import type { Requests } from './compose-requests.ts';

/** Maximum bytes of a report. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const LIMITS = { perKey: 1, all: 4, what: 'reports' };

const Kind = Type.Enum([...SEARCH_REPORTS], {
  description:
    'ai_citations: Bing’s AI Performance. ai_search: Search Console’s report on generative AI. search: performance in search results',
});

const ImportedReport = named('ImportedReport', {
  report: Kind,
  lines: Type.Integer({ minimum: 0, description: 'lines that were read, those about the same page and query summed' }),
  of_other_hosts: Type.Integer({ minimum: 0, description: 'lines about pages of other hosts, which do not count' }),
  bad_lines: Count,
  warning: textOrNull({ description: 'what to check, if the columns are not named in English' }),
  stored: Type.Integer({
    minimum: 0,
    description: 'rows that are stored for the domain, of all reports; at most 20,000',
  }),
});

const JoinedPages = named('JoinedPages', {
  reports: Type.Array(exactly({ report: Kind, from: textOrNull(), to: textOrNull(), imported_at: Time }), {
    description: 'the stored reports; from and to are null for sums over a whole period',
  }),
  audit_id: textOrNull({ description: 'the newest audit, which lost_points and problems are of' }),
  has_logs: Type.Boolean(),
  known: Type.Integer({ minimum: 0, description: 'pages that crawlers requested or reports mention' }),
  pages: Type.Array(
    exactly({
      page: Type.String({ description: 'path without its query' }),
      crawled: Type.Array(exactly({ crawler: Text, at: Time }), {
        description: 'the last requests, by crawler; newest first',
      }),
      citations: integerOrNull({ description: 'in AI answers, by Bing' }),
      ai_impressions: integerOrNull({ description: 'in AI answers, by Google' }),
      impressions: integerOrNull(),
      clicks: integerOrNull(),
      lost_points: orNull(Type.Number(), { description: 'points of the score by all pages that it costs' }),
      problems: Type.Array(Text, { description: 'what to fix, the most costly first' }),
    }),
    { maxItems: 500, description: 'most cited first' },
  ),
  queries: Type.Array(exactly({ query: Text, report: Kind, shown: Count }), {
    maxItems: 500,
    description: 'grounding queries and search queries, most citations or impressions first',
  }),
});

/** `/api/domains/{domain}/search-reports`: what search engines report about a published domain. Not part of the contract. */
export default async function searchReportRoutes(
  app: App,
  { searchReports, config }: Pick<Requests, 'searchReports'> & Pick<RouteContext, 'config'>,
): Promise<void> {
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const takeSlot = uploadSlots(LIMITS);

  app.post(
    '/api/domains/:domain/search-reports',
    {
      bodyLimit: MAX_BODY_BYTES,
      config: { isForKeysOnly: true, mediaTypes: 'text/csv' },
      onRequest: async (request, reply) => takeSlot(requireHolderId(request), reply.raw),
      schema: {
        operationId: 'importSearchReport',
        tags: ['Visits and traffic'],
        summary: 'Import a report of a search engine',
        description: `For the key that owns the domain. The body is a CSV export of Bing Webmaster Tools (AI Performance, search performance) or of Search Console (performance, generative AI), of up to ${MAX_REPORT_LINES} lines. A line replaces an earlier one of the same day, page and query; sums without days replace all earlier ones of that report.`,
        params: DomainParams,
        querystring: Type.Object({ report: Type.Optional(Kind) }),
        body: { content: { 'text/csv': { schema: Type.Unsafe<Buffer>({ description: 'a CSV export' }) } } },
        response: {
          200: { ...ImportedReport, description: 'The report is stored' },
          400: failure('The body is not such a report, or a parameter is not accepted'),
          ...OWNED_DOMAIN_FAILURES,
          413: failure('The body is larger than 10 MiB'),
          415: failure('The media type is not text/csv'),
          ...STORAGE_FAILURES,
          503: failure(
            'The key is already sending a report, too many are being sent, or nothing can be stored for now',
          ),
        },
      },
    },
    async (request) => {
      const { body, query, params } = request;
      const domain = requestedDomain(request, params.domain, config);
      if (!Buffer.isBuffer(body)) throw new Refusal(400, 'The body is empty; send a CSV export.');
      const imported = await searchReports
        .add(domain, requireHolderId(request), body, query.report ?? null, Date.now())
        .catch((error: unknown) => {
          throw error instanceof NotASearchReport ? new Refusal(400, error.message) : error;
        });
      const { ofOtherHosts, badLines, ...result } = imported;
      return { ...result, of_other_hosts: ofOtherHosts, bad_lines: badLines };
    },
  );

  app.get(
    '/api/domains/:domain/search-reports',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'getJoinedPages',
        tags: ['Visits and traffic'],
        summary: 'Pages by logs, search engines and audit',
        description:
          'For the key that owns the domain: for each page, which AI crawlers requested it and when, how often search engines say that it was cited and shown, and what it loses in the newest audit.',
        params: DomainParams,
        response: {
          200: { ...JoinedPages, description: 'The pages' },
          400: failure('The domain is not accepted'),
          ...OWNED_DOMAIN_FAILURES,
        },
      },
    },
    async (request) => {
      const domain = requestedDomain(request, request.params.domain, config);
      const { reports, auditId, hasLogs, known, pages, queries } = await searchReports.pages(
        domain,
        requireHolderId(request),
      );
      return {
        reports: reports.map(({ importedAt, ...report }) => ({ ...report, imported_at: importedAt })),
        audit_id: auditId,
        has_logs: hasLogs,
        known,
        pages: pages.map(({ crawled, problems, ...page }) => ({
          ...page,
          crawled: [...crawled],
          problems: [...problems],
        })),
        queries: [...queries],
      };
    },
  );
}
