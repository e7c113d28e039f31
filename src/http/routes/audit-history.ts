import Type from 'typebox';
import type { App } from '../plugin.ts';
import { requestedDomain } from '../request-log.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import { DomainQuery, exactly, failure, Score, Text, Time, Uuid } from '../schemas.ts';

const AuditHistory = exactly({
  domain: Text,
  audits: Type.Array(
    exactly({ id: Uuid, aeo_score: Score, rubric_version: Type.Integer(), started_at: Time, finished_at: Time }),
    { maxItems: 100, description: 'finished live audits, newest first' },
  ),
});

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
        querystring: DomainQuery,
        response: { 200: AuditHistory, 400: failure('A parameter is missing, repeated or not accepted') },
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
