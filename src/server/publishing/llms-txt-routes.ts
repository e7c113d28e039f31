import Type from 'typebox';
import { asksForVip, identifyAuditor } from '../accounts/auth.ts';
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
        tags: ['Documents'],
        summary: 'Make the llms.txt of a domain; with `tier=vip`, publish it',
        description:
          'Tier `free`: a template, made only from the name. Tier `vip`: a text made from the site’s own pages, and the request publishes the domain at the hosted URL in the text. Without a key, where live audits are public, nothing is published. The first text of an audit takes a few seconds longer, because up to 60 further pages are read. If no page can be listed, the response is 502 with the reason, and nothing is published. If only one or two can be listed, `X-Service-Warning` says why.',
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
        ...identifyAuditor(request),
        readsStored: app.readsAllReports(request),
        permit: () => app.limitLiveAudits(request, reply),
      });
      request.subject.audit = vip.auditId;
      const warning = await publications.findWarning(vip);
      if (warning !== null) reply.header('x-service-warning', warning);
      return reply.header('x-service-audit-id', vip.auditId).send(vip.llmsTxt);
    },
  );
}
