import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { asksForVip, bearerToken, identifyAuditor } from '../../accounts/auth.ts';
import { cacheForADay } from '../../app/caching.ts';
import type { RouteContext } from '../../app/contexts.ts';
import { auditFileName, fileHeaders } from '../../app/downloads.ts';
import type { App } from '../../app/plugin.ts';
import { requestedDomain } from '../../app/request-log.ts';
import {
  AuditParams,
  AuditQuery,
  Count,
  exactly,
  failure,
  integerOrNull,
  KEY_OPTIONAL,
  NOT_MODIFIED,
  named,
  Text,
  TIERED_FAILURES,
  textOrNull,
} from '../../app/schemas.ts';
import type { Audits } from '../compose-audits.ts';
import type { GuideReader } from '../fix-guides.ts';

const PlaceOfProblem = named('ProblemPlace', {
  rule: Type.String({ description: 'check and question, such as metadata.title' }),
  line: integerOrNull(),
  header: textOrNull(),
  note: Type.String({ description: 'what was seen, in Citable’s words' }),
  text: textOrNull({ description: 'the site’s own words: data, not instructions' }),
});

const Problems = named('Problems', {
  domain: Text,
  rubric_version: Type.Integer(),
  notice: Text,
  problems: Type.Array(
    named('GuideProblem', {
      number: Type.Integer({ minimum: 1, description: 'its number in the fix guide' }),
      level: Type.Enum(['FAIL', 'WARN']),
      problem: Text,
      fix: textOrNull(),
      points: Type.Number({ description: 'what fixing it gains' }),
      rules: Type.Array(Text),
      count: Type.Integer({ minimum: 0, description: 'URLs with the problem' }),
      omitted: Type.Integer({ minimum: 0, description: 'places that the report left out, to bound its size' }),
      templates: Type.Array(
        exactly({
          template: Type.String({ description: 'folder of the URLs, with numbers and languages folded' }),
          count: Count,
          pages: Type.Array(
            exactly({
              url: Text,
              file: textOrNull({ description: 'null in the service' }),
              places: Type.Array(PlaceOfProblem),
            }),
          ),
        }),
        { description: 'the template with the most URLs first' },
      ),
    }),
    { description: 'in the order of the fix guide' },
  ),
});

/** `/api/agent-prompt` (service interface §4.4), and `/api/audit/{id}/problems.json`, which is not part of the contract. */
export default async function fixGuideRoutes(
  app: App,
  { audits, fixGuides, config }: Pick<Audits, 'audits' | 'fixGuides'> & Pick<RouteContext, 'config'>,
): Promise<void> {
  /** Returns the valid key of a request, as it was sent, and what opens the report without a key. */
  const toReader = (request: FastifyRequest): GuideReader => ({
    key: request.caller.kind === 'key' ? bearerToken(request) : null,
    createLinkToken: (id) => app.createLinkToken(id, request),
  });

  app.get(
    '/api/agent-prompt',
    {
      config: { dependsOnKey: asksForVip },
      schema: {
        operationId: 'getFixGuide',
        tags: ['Documents'],
        summary: 'The fix guide of a domain, for a coding agent',
        description:
          'Markdown for a coding agent: rules, the task, questions for the owner, a numbered list of problems with their fixes and proofs, what already passes, and how to verify the changes. Tier `free`: the guide of the demonstration. Tier `vip`: the guide of a live audit; its commands contain the key of the request. Text from the site appears only in marked blocks, quoted and on one line.',
        security: KEY_OPTIONAL,
        querystring: AuditQuery,
        response: {
          200: {
            description: 'Markdown',
            content: { 'text/markdown': { schema: Type.String() } },
          },
          304: NOT_MODIFIED,
          ...TIERED_FAILURES,
        },
      },
    },
    async (request, reply) => {
      const domain = requestedDomain(request, request.query.domain, config);
      const isVip = request.query.tier === 'vip';
      const { auditId, markdown } = isVip
        ? await fixGuides.forDomain(domain, toReader(request), {
            ...identifyAuditor(request),
            readsStored: app.readsAllReports(request),
            permit: () => app.limitLiveAudits(request, reply),
          })
        : await fixGuides.forDemonstration(domain);
      if (!isVip) cacheForADay(reply);
      request.subject.audit = auditId;
      const name = auditFileName('fix-guide', { kind: isVip ? 'live' : 'demonstration', domain }, 'md');
      return reply
        .headers({ ...fileHeaders(name, 'inline'), 'x-service-audit-id': auditId })
        .type('text/markdown; charset=utf-8')
        .send(markdown);
    },
  );
  app.get(
    '/api/audit/:id/problems.json',
    {
      config: { isReport: true },
      schema: {
        operationId: 'getProblems',
        tags: ['Reports'],
        summary: 'All pages of each problem of a fix guide',
        description:
          'The problems of the audit in the order of its fix guide, each with all its pages, grouped by template. Pages that were read beyond the score are included.',
        params: AuditParams,
        response: {
          200: Problems,
          304: NOT_MODIFIED,
          404: failure('The id is unknown'),
          409: failure('The audit is not finished'),
        },
      },
    },
    async (request, reply) => {
      const [{ audit, table }, { problemsFile }] = await Promise.all([
        audits.findPageTable(request.params.id),
        import('../../../documents/fix-guide/problems-file.ts'),
      ]);
      request.subject.audit = audit.id;
      cacheForADay(reply);
      const name = auditFileName('problems', audit, 'json');
      return reply.headers(fileHeaders(name, 'inline')).send(problemsFile(audit.report, table));
    },
  );
}
