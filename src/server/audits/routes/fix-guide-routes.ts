import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { asksForVip, auditorOf, bearerToken } from '../../accounts/auth.ts';
import { cacheForADay } from '../../app/caching.ts';
import type { RouteContext } from '../../app/contexts.ts';
import { auditFileName, fileHeaders } from '../../app/downloads.ts';
import type { App } from '../../app/plugin.ts';
import { requestedDomain } from '../../app/request-log.ts';
import { AuditQuery, KEY_OPTIONAL, NOT_MODIFIED, TIERED_FAILURES } from '../../app/schemas.ts';
import type { Audits } from '../compose-audits.ts';
import type { GuideReader } from '../fix-guides.ts';

/** `/api/agent-prompt` (service interface §4.4). */
export default async function fixGuideRoutes(
  app: App,
  { fixGuides, config }: Pick<Audits, 'fixGuides'> & Pick<RouteContext, 'config'>,
): Promise<void> {
  /** Returns the valid key of a request, as it was sent, and what opens the report without a key. */
  const readerOf = (request: FastifyRequest): GuideReader => ({
    key: request.caller.kind === 'key' ? bearerToken(request) : null,
    linkTokenOf: (id) => app.linkTokenOf(id, request),
  });

  app.get(
    '/api/agent-prompt',
    {
      config: { dependsOnKey: asksForVip },
      schema: {
        operationId: 'getFixGuide',
        tags: ['Documents'],
        summary: 'The fix guide of a domain, for a coding agent',
        description:
          'Markdown for a coding agent: rules, the task, questions for the owner, a numbered list of problems with their fixes and proofs, what already passes, and how to verify the changes. Tier `free`: the guide of the demonstration. Tier `vip`: the guide of a live audit; its commands contain the key of the request. Text from the site appears only in marked blocks, quoted and on one line.',
        security: KEY_OPTIONAL,
        querystring: AuditQuery,
        response: {
          200: {
            description: 'Markdown',
            content: { 'text/markdown': { schema: Type.String() } },
          },
          304: NOT_MODIFIED,
          ...TIERED_FAILURES,
        },
      },
    },
    async (request, reply) => {
      const domain = requestedDomain(request, request.query.domain, config);
      const isVip = request.query.tier === 'vip';
      const { auditId, markdown } = isVip
        ? await fixGuides.forDomain(domain, readerOf(request), {
            ...auditorOf(request),
            readsStored: app.readsAllReports(request),
            permit: () => app.limitLiveAudits(request, reply),
          })
        : await fixGuides.forDemonstration(domain);
      if (!isVip) cacheForADay(reply);
      request.subject.audit = auditId;
      const name = auditFileName('fix-guide', { kind: isVip ? 'live' : 'demonstration', domain }, 'md');
      return reply
        .headers({ ...fileHeaders(name, 'inline'), 'x-service-audit-id': auditId })
        .type('text/markdown; charset=utf-8')
        .send(markdown);
    },
  );
}
