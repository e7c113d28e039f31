import type { Config } from '../../config.ts';
import { requireDomainName } from '../../domain-name.ts';
import type { Service } from '../../service/service.ts';
import type { App } from '../plugin.ts';
import { AuditHistory, COMMON_FAILURES, DomainQuery, failure } from '../schemas.ts';

export interface AuditHistoryRoutesOptions {
  readonly service: Service;
  readonly config: Pick<Config, 'ALLOW_PRIVATE_TARGETS'>;
}

/** `/api/audits`: the scores of a domain so far. Ours, beside the interface. */
export async function auditHistoryRoutes(app: App, { service, config }: AuditHistoryRoutesOptions): Promise<void> {
  app.get(
    '/api/audits',
    {
      config: { isForKeysOnly: true },
      schema: {
        summary: 'The scores of a domain',
        security: [{ apiKey: [] }],
        querystring: DomainQuery,
        response: {
          200: AuditHistory,
          400: failure('A parameter is missing, repeated or not accepted'),
          401: failure('No valid API key'),
          ...COMMON_FAILURES,
        },
      },
    },
    async (request) => {
      const domain = requireDomainName(request.query.domain, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
      request.subject.domain = domain;
      const audits = await service.auditHistory(domain);
      return {
        domain,
        audits: audits.map(({ id, score, rubricVersion, startedAt, finishedAt }) => ({
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
