import Type from 'typebox';
import type { Config } from '../../config.ts';
import { requireDomainName } from '../../domain-name.ts';
import type { Service } from '../../service/service.ts';
import { auditClientOf } from '../audit-client.ts';
import { asksForVip, KEY_OPTIONAL, keyIdOf } from '../auth.ts';
import { cacheForADay } from '../caching.ts';
import type { App } from '../plugin.ts';
import { AuditQuery, TIERED_FAILURES } from '../schemas.ts';

export interface LlmsTxtRoutesOptions {
  readonly service: Pick<Service, 'hostedTemplate' | 'vipLlmsTxt'>;
  readonly config: Pick<Config, 'ALLOW_PRIVATE_TARGETS'>;
}

/** `/api/llms-txt` (service interface §4.3). */
export async function llmsTxtRoutes(app: App, { service, config }: LlmsTxtRoutesOptions): Promise<void> {
  app.get(
    '/api/llms-txt',
    {
      config: { dependsOnKey: asksForVip },
      schema: {
        summary: 'The llms.txt of a domain',
        description:
          'Tier free: a template. Tier vip: made of a live audit under 24 hours old, made now if there is none; with a key, an unpublished domain is then published at the hosted URL in the text, and the key owns it. If a proof of ownership is required and missing, the text is not hosted and says which proof to create.',
        security: KEY_OPTIONAL,
        querystring: AuditQuery,
        response: {
          200: { description: 'The llms.txt', content: { 'text/plain': { schema: Type.String() } } },
          304: { description: 'The client has this template', type: 'null' },
          ...TIERED_FAILURES,
        },
      },
    },
    async (request, reply) => {
      const domain = requireDomainName(request.query.domain, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
      request.subject.domain = domain;
      reply.type('text/plain; charset=utf-8').header('x-content-type-options', 'nosniff');
      if (request.query.tier !== 'vip') {
        cacheForADay(reply);
        return reply.send((await service.hostedTemplate(domain)).text);
      }
      const { auditId, llmsTxt } = await service.vipLlmsTxt(domain, keyIdOf(request), {
        permit: () => app.limitLiveAudits(request, reply),
        client: auditClientOf(request),
      });
      request.subject.audit = auditId;
      return reply.header('x-service-audit-id', auditId).send(llmsTxt);
    },
  );
}
