import { toEvidence } from '../../service/audits/evidence.ts';
import { NO_KEY } from '../auth.ts';
import { cacheForADay } from '../caching.ts';
import type { App } from '../plugin.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import { AuditParams, COMMON_FAILURES, Evidence, failure, NOT_MODIFIED } from '../schemas.ts';

/** `/api/audit/{id}/evidence`: the evidence for each point of an audit. Not part of the contract. */
export default async function evidenceRoutes(app: App, { audits }: Pick<RouteDependencies, 'audits'>): Promise<void> {
  app.get(
    '/api/audit/:id/evidence',
    {
      config: { isReport: true },
      schema: {
        operationId: 'getEvidence',
        summary: 'The evidence of an audit',
        security: NO_KEY,
        params: AuditParams,
        response: {
          200: Evidence,
          304: NOT_MODIFIED,
          404: failure('The id is unknown'),
          409: failure('The audit is not finished'),
          ...COMMON_FAILURES,
        },
      },
    },
    async (request, reply) => {
      const audit = await audits.findFinished(request.params.id);
      request.subject.audit = audit.id;
      cacheForADay(reply);
      return toEvidence(audit);
    },
  );
}
