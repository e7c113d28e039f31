import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { parsePastedSite } from '../../../domain-name.ts';
import { readPastedAddress } from '../../../pasted-address.ts';
import { auditClientOf, keyIdOf } from '../../auth.ts';
import type { App } from '../../plugin.ts';
import { WHOLE_SITE_FRAGMENT } from '../browser/audit-page.ts';
import { sendPage } from '../layout/html-reply.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

const FormFields = Type.Object({ domain: Type.Optional(Type.String()) });

/**
 * `/audits`, the target of the form. GET makes the domain's demonstration; POST queues a live audit, where live audits are
 * public. Both redirect to the audit's page.
 */
export async function startAuditRoutes(app: App, { service, config, instance }: PageRoutesOptions): Promise<void> {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseForm(String(body)));
  });

  app.get('/audits', { schema: { hide: true, querystring: FormFields } }, async (request, reply) => {
    const { domain: text } = request.query;
    if (text === undefined) return sendForm(reply, '', null);
    const parsed = parsePastedSite(text, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
    if (!parsed.ok) return sendForm(reply, text, parsed.problem);
    request.subject.domain = parsed.domain;
    return redirectToAudit(await service.audits.demonstration(parsed.domain), text, request, reply);
  });

  app.post(
    '/audits',
    { config: { dependsOnKey: () => true }, schema: { hide: true, body: FormFields } },
    async (request, reply) => {
      const { domain: text = '' } = request.body;
      const parsed = parsePastedSite(text, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
      if (!parsed.ok) return sendForm(reply, text, parsed.problem);
      request.subject.domain = parsed.domain;
      await app.limitLiveAudits(request, reply);
      const client = auditClientOf(request);
      const audit = await service.auditQueue.add(parsed.domain, { keyId: keyIdOf(request), client });
      return redirectToAudit(audit, text, request, reply);
    },
  );

  async function sendForm(reply: FastifyReply, text: string, problem: string | null): Promise<FastifyReply> {
    const { auditFormPage } = await import('../audit/audit-form.tsx');
    return sendPage(reply.code(problem === null ? 200 : 400), auditFormPage(instance, text, problem));
  }
}

/** Redirects to the audit's page. The fragment shows a note where the user typed the address of one page. */
function redirectToAudit(
  { id }: { readonly id: string },
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  request.subject.audit = id;
  const fragment = readPastedAddress(text).isPage ? WHOLE_SITE_FRAGMENT : '';
  return reply.redirect(`/audits/${id}${fragment}`, 303);
}

/** Parses application/x-www-form-urlencoded (WHATWG URL §5.1). Of a repeated field, the first value counts. */
function parseForm(body: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(body)].reverse());
}
