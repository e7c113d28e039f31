import { auditClientOf, KEY_OPTIONAL, keyIdOf } from '../auth.ts';
import type { App } from '../plugin.ts';
import { requestedDomain } from '../request-log.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import { AuditParams, COMMON_FAILURES, failure, VerifiedFixes } from '../schemas.ts';

/** Serves `/api/audit/{id}/verify`, which audits the domain of an audit again and compares the two. Not part of the contract. */
export default async function verifyRoutes(
  app: App,
  { audits, auditQueue, config }: Pick<RouteDependencies, 'audits' | 'auditQueue' | 'config'>,
): Promise<void> {
  app.post(
    '/api/audit/:id/verify',
    {
      config: { dependsOnKey: () => true, isReport: true },
      schema: {
        operationId: 'verifyFixes',
        summary: 'Verify the fixes since an audit',
        description:
          'Audits the domain of an earlier live audit again and lists the questions that lost points then or lose points now: fixed, not yet fixed, or new. The response arrives when the new audit is finished, which may take a minute. No body is needed.',
        security: config.LIVE_AUDITS === 'public' ? KEY_OPTIONAL : [{ apiKey: [] }],
        params: AuditParams,
        response: {
          200: VerifiedFixes,
          400: failure('The domain is no longer accepted, or a body was sent that is not JSON'),
          401: failure('Live audits need a valid API key'),
          404: failure('The id is unknown'),
          409: failure('The audit is not finished, failed, or is a demonstration'),
          413: failure('A body was sent that is larger than 16 KiB'),
          415: failure('A body was sent with another media type than JSON'),
          ...COMMON_FAILURES,
          502: failure('The site could not be read; X-Service-Audit-Id names the new audit'),
          503: failure('Too many audits are waiting, nothing can be stored for now, or the service is stopping'),
        },
      },
    },
    async (request, reply) => {
      const earlier = await audits.findComparable(request.params.id);
      const domain = requestedDomain(request, earlier.domain, config);
      await app.limitLiveAudits(request, reply);
      const audit = await auditQueue.run(domain, { keyId: keyIdOf(request), client: auditClientOf(request) });
      request.subject.audit = audit.id;
      // Loaded when first needed, because it includes the rubric.
      const { toVerification } = await import('../../service/audits/verified-fixes.ts');
      return toVerification(earlier, audit);
    },
  );
}
