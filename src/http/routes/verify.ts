import type { Config } from '../../config.ts';
import { requireDomainName } from '../../domain-name.ts';
import type { Service } from '../../service/service.ts';
import { auditClientOf } from '../audit-client.ts';
import { KEY_OPTIONAL, keyIdOf } from '../auth.ts';
import type { App } from '../plugin.ts';
import { AuditParams, COMMON_FAILURES, failure, VerifiedFixes } from '../schemas.ts';

export interface VerifyRoutesOptions {
  readonly service: Pick<Service, 'findComparable' | 'runAudit' | 'verifyFixes'>;
  readonly config: Pick<Config, 'ALLOW_PRIVATE_TARGETS' | 'LIVE_AUDITS'>;
}

/** Serves `/api/audit/{id}/verify`, which audits the domain of an audit again and compares the two. Not part of the contract. */
export async function verifyRoutes(app: App, { service, config }: VerifyRoutesOptions): Promise<void> {
  app.post(
    '/api/audit/:id/verify',
    {
      config: { dependsOnKey: () => true },
      schema: {
        summary: 'Verify the fixes since an audit',
        description:
          'Audits the domain of a live audit again and lists the questions that lost points then or lose some now: fixed, not yet, new. The answer comes when the new audit is done, which may take a minute. No body is needed.',
        security: config.LIVE_AUDITS === 'public' ? KEY_OPTIONAL : [{ apiKey: [] }],
        params: AuditParams,
        response: {
          200: VerifiedFixes,
          400: failure('The domain is no longer accepted, or a body was sent that is not JSON'),
          401: failure('No valid API key, where live audits need one'),
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
      const earlier = await service.findComparable(request.params.id);
      const domain = requireDomainName(earlier.domain, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
      request.subject.domain = domain;
      await app.limitLiveAudits(request, reply);
      const audit = await service.runAudit(domain, keyIdOf(request), { client: auditClientOf(request) });
      request.subject.audit = audit.id;
      return service.verifyFixes(earlier, audit);
    },
  );
}
