import { toEvidence } from '../../service/audits/evidence.ts';
import type { Service } from '../../service/service.ts';
import { cacheForADay } from '../caching.ts';
import type { App } from '../plugin.ts';
import { AuditParams, COMMON_FAILURES, Evidence, failure, notModified } from '../schemas.ts';

/** `/api/audit/{id}/evidence`: what each point of an audit rests on, and how to earn it. Ours, beside the interface. */
export async function evidenceRoutes(app: App, { service }: { readonly service: Service }): Promise<void> {
  app.get(
    '/api/audit/:id/evidence',
    {
      schema: {
        summary: 'The evidence of an audit',
        params: AuditParams,
        response: {
          200: Evidence,
          304: notModified('this evidence'),
          404: failure('The id is unknown'),
          409: failure('The audit is not finished'),
          ...COMMON_FAILURES,
        },
      },
    },
    async (request, reply) => {
      const audit = await service.findEvidence(request.params.id);
      request.subject.audit = audit.id;
      cacheForADay(reply);
      return toEvidence(audit);
    },
  );
}
