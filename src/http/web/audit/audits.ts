import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { parsePastedSite } from '../../../domain-name.ts';
import { readPastedAddress } from '../../../pasted-address.ts';
import { auditClientOf } from '../../audit-client.ts';
import { keyIdOf } from '../../auth.ts';
import type { App } from '../../plugin.ts';
import { WHOLE_SITE_FRAGMENT } from '../browser/whole-site.ts';
import { sendPage } from '../layout/html-reply.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

const Asked = Type.Object({ domain: Type.Optional(Type.String()) });

/**
 * `/audits`, where the form leads. GET makes the demonstration of the domain; POST, where live audits are public, queues
 * a live one. Both lead on to the audit's page.
 */
export async function auditsRoutes(app: App, { service, config, instance }: PageRoutesOptions): Promise<void> {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, readForm(String(body)));
  });

  app.get('/audits', { schema: { hide: true, querystring: Asked } }, async (request, reply) => {
    const { domain: text } = request.query;
    if (text === undefined) return sendForm(reply, '', null);
    const parsed = parsePastedSite(text, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
    if (!parsed.ok) return sendForm(reply, text, parsed.problem);
    request.subject.domain = parsed.domain;
    return lead(await service.demonstrationAudit(parsed.domain), text, request, reply);
  });

  app.post(
    '/audits',
    { config: { dependsOnKey: () => true }, schema: { hide: true, body: Asked } },
    async (request, reply) => {
      const { domain: text = '' } = request.body;
      const parsed = parsePastedSite(text, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
      if (!parsed.ok) return sendForm(reply, text, parsed.problem);
      request.subject.domain = parsed.domain;
      await app.limitLiveAudits(request, reply);
      const ticket = await service.queueAudit(parsed.domain, keyIdOf(request), { client: auditClientOf(request) });
      return lead(ticket, text, request, reply);
    },
  );

  async function sendForm(reply: FastifyReply, text: string, problem: string | null): Promise<FastifyReply> {
    const { auditFormPage } = await import('./audit-form-page.tsx');
    return sendPage(reply.code(problem === null ? 200 : 400), auditFormPage(instance, text, problem));
  }
}

/** To the audit's page, which says that the whole site is audited where the address of a page was given. */
function lead(
  { id }: { readonly id: string },
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  request.subject.audit = id;
  const fragment = readPastedAddress(text).isPage ? WHOLE_SITE_FRAGMENT : '';
  return reply.redirect(`/audits/${id}${fragment}`, 303);
}

/** Fields by name (WHATWG URL §5.1); of one that is repeated, the first. */
function readForm(body: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(body)].reverse());
}
