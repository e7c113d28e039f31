import type { App } from '../plugin.ts';
import { requestedDomain } from '../request-log.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import { AuditHistory, COMMON_FAILURES, DomainQuery, failure } from '../schemas.ts';

/** `GET /api/audits`: the scores of a domain so far. Not part of the contract. */
export default async function auditHistoryRoutes(
  app: App,
  { audits, config }: Pick<RouteDependencies, 'audits' | 'config'>,
): Promise<void> {
  app.get(
    '/api/audits',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'getScores',
        summary: 'The scores of a domain',
        security: [{ apiKey: [] }],
        querystring: DomainQuery,
        response: {
          200: AuditHistory,
          400: failure('A parameter is missing, repeated or not accepted'),
          401: failure('A valid API key is needed'),
          ...COMMON_FAILURES,
        },
      },
    },
    async (request) => {
      const domain = requestedDomain(request, request.query.domain, config);
      const scores = await audits.scoresOf(domain);
      return {
        domain,
        audits: scores.map(({ id, score, rubricVersion, startedAt, finishedAt }) => ({
          id,
          aeo_score: score,
          rubric_version: rubricVersion,
          started_at: startedAt,
          finished_at: finishedAt,
        })),
      };
    },
  );
}
