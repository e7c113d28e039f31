import Type from 'typebox';
import { asksForVip, auditorOf } from '../accounts/auth.ts';
import { cacheForADay } from '../app/caching.ts';
import type { RouteContext } from '../app/contexts.ts';
import type { App } from '../app/plugin.ts';
import { requestedDomain } from '../app/request-log.ts';
import { AuditQuery, KEY_OPTIONAL, NOT_MODIFIED, TIERED_FAILURES } from '../app/schemas.ts';
import type { Publishing } from './compose-publishing.ts';

/** `/api/llms-txt` (service interface §4.3). */
export default async function llmsTxtRoutes(
  app: App,
  { publications, config }: Pick<Publishing, 'publications'> & Pick<RouteContext, 'config'>,
): Promise<void> {
  app.get(
    '/api/llms-txt',
    {
      config: { dependsOnKey: asksForVip },
      schema: {
        operationId: 'getLlmsTxt',
        summary: 'The llms.txt of a domain',
        description:
          'Tier free: a template. Tier vip: the llms.txt from a live audit of the last 24 hours; without one, the site is audited now. The request publishes the domain at the hosted URL in the text, and the key owns it. If a proof of ownership is required and missing, the text is not hosted and says which proof to create. X-Service-Warning explains why a text lists very few pages.',
        security: KEY_OPTIONAL,
        querystring: AuditQuery,
        response: {
          200: { description: 'The llms.txt', content: { 'text/plain': { schema: Type.String() } } },
          304: NOT_MODIFIED,
          ...TIERED_FAILURES,
        },
      },
    },
    async (request, reply) => {
      const domain = requestedDomain(request, request.query.domain, config);
      reply.type('text/plain; charset=utf-8').header('x-content-type-options', 'nosniff');
      if (request.query.tier !== 'vip') {
        cacheForADay(reply);
        return reply.send((await publications.template(domain)).text);
      }
      const vip = await publications.llmsTxt(domain, {
        ...auditorOf(request),
        readsStored: app.readsAllReports(request),
        permit: () => app.limitLiveAudits(request, reply),
      });
      request.subject.audit = vip.auditId;
      const warning = await publications.warningOf(vip);
      if (warning !== null) reply.header('x-service-warning', warning);
      return reply.header('x-service-audit-id', vip.auditId).send(vip.llmsTxt);
    },
  );
}
