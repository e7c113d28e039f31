import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { parsePastedSite, requireDomainName } from '../../../values/domain-name.ts';
import { readPastedAddress } from '../../../values/pasted-address.ts';
import { WHOLE_SITE_FRAGMENT } from '../../../web/browser/audit-page.ts';
import { EXAMPLE_SHOP, seenBy } from '../../../web/layout/instance.ts';
import { bearerToken, identifyAuditor, requireKey } from '../../accounts/auth.ts';
import type { Accounts } from '../../accounts/compose-accounts.ts';
import { sendSignIn, signIn } from '../../accounts/sign-in-page-routes.ts';
import type { PageContext } from '../../app/contexts.ts';
import { sendPage } from '../../app/pages/html-reply.ts';
import type { App } from '../../app/plugin.ts';
import { requireSameOrigin } from '../../app/same-origin.ts';
import type { Audits } from '../compose-audits.ts';
import type { TypedAudit } from '../pages/audit-form.tsx';
import { requestedPages, requestedRendering } from '../requested-pages.ts';

const Field = Type.Optional(Type.String());
const FormFields = Type.Object({ domain: Field, pages: Field, render: Field, key: Field });

/**
 * `/audits`, the target of the form. GET shows the form, and with `example` leads to the demonstration; POST queues a live audit, and asks for a key where one
 * is needed. Both redirect to the audit's page.
 */
export async function startAuditRoutes(
  app: App,
  { service, config, instance }: PageContext<Audits & Accounts>,
): Promise<void> {
  app.get(
    '/audits',
    { schema: { querystring: Type.Object({ ...FormFields.properties, example: Type.Optional(Type.String()) }) } },
    async (request, reply) => {
      const { domain: text = '', example } = request.query;
      if (example !== undefined) {
        const { id } = await service.audits.demonstration(requireDomainName(EXAMPLE_SHOP, { allowPrivate: false }));
        return reply.redirect(`/audits/${id}`, 303);
      }
      const parsed = text === '' ? null : parsePastedSite(text, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
      return sendForm(request, reply, request.query, parsed?.ok === false ? parsed.problem : null);
    },
  );

  app.post('/audits', { schema: { body: FormFields } }, async (request, reply) => {
    const { domain: text = '', pages: pagesText, render, key } = request.body;
    const parsed = parsePastedSite(text, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
    if (!parsed.ok) return sendForm(request, reply, request.body, parsed.problem);
    request.subject.domain = parsed.domain;
    const pages = requestedPages(pagesText, config);
    const isRendered = requestedRendering(render, config);
    const asked = { next: '/', domain: text, fields: { pages: pagesText, render } };
    const isPublic = config.LIVE_AUDITS === 'public';
    if (!isPublic && key !== undefined) {
      requireSameOrigin(request, config);
      const problem = await signIn(key, request, reply, { service, config });
      if (problem !== null) return sendSignIn(instance, { ...asked, key, problem }, request, reply.code(401));
    }
    if (request.caller.kind !== 'key' && !isPublic) {
      // A wrong key in a header is refused as everywhere.
      if (bearerToken(request) !== null) requireKey(request.caller, false);
      return sendSignIn(instance, asked, request, reply.code(401));
    }
    await app.limitLiveAudits(request, reply);
    const audit = await service.auditQueue.add(parsed.domain, { ...identifyAuditor(request), pages, isRendered });
    return redirectToAudit(await app.reportPath(`/audits/${audit.id}`, audit.id, request), audit, text, request, reply);
  });

  async function sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    typed: TypedAudit,
    problem: string | null,
  ): Promise<FastifyReply> {
    const { auditFormPage } = await import('../pages/audit-form.tsx');
    return sendPage(reply.code(problem === null ? 200 : 400), auditFormPage(seenBy(instance, request), typed, problem));
  }
}

/** Redirects to the audit's page. The fragment shows a note where the user typed the address of one page. */
function redirectToAudit(
  path: string,
  { id }: { readonly id: string },
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  request.subject.audit = id;
  const fragment = readPastedAddress(text).isPage ? WHOLE_SITE_FRAGMENT : '';
  return reply.redirect(`${path}${fragment}`, 303);
}
