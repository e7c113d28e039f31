import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { requireDomainName } from '../../values/domain-name.ts';
import { seenBy } from '../../web/layout/instance.ts';
import { findKeyId, requireHolderId } from '../accounts/auth.ts';
import type { PageContext } from '../app/contexts.ts';
import { Refusal } from '../app/errors.ts';
import { sendPage } from '../app/pages/html-reply.ts';
import type { App } from '../app/plugin.ts';
import { requestedDomain } from '../app/request-log.ts';
import { AuditParams, DomainParams } from '../app/schemas.ts';
import type { Audits } from '../audits/compose-audits.ts';
import { parseBadgeChoice, type SentBadge } from './badge-options.ts';
import type { Publishing } from './compose-publishing.ts';
import type { BadgeOfDomain } from './pages/badge-page.tsx';
import type { BadgeChoice } from './published-domain-store.ts';

const Field = Type.Optional(Type.String({ maxLength: 200 }));
const Ticked = Type.Optional(Type.Literal('1'));
/** Fields of the form. A picker always has a colour, which counts where its box is checked. */
const Fields = Type.Object({
  label: Field,
  own_label_color: Ticked,
  label_color: Field,
  own_color: Ticked,
  color: Field,
  try: Ticked,
  audit: Field,
});

type FormFields = Static<typeof Fields>;

/** `/audits/{id}/badge`, where a badge is tried, and `/domains/{domain}/badge`, which stores the owner's choices. */
export async function auditBadgeRoutes(
  app: App,
  { service, config, instance }: PageContext<Audits & Publishing>,
): Promise<void> {
  const schema = { params: AuditParams, querystring: Fields };

  app.get('/audits/:id/badge', { schema, config: { isReport: true } }, async (request, reply) => {
    const audit = await service.audits.find(request.params.id);
    request.subject.audit = audit.id;
    if (audit.finishedAt === null) return reply.redirect(`/audits/${audit.id}`, 303);
    const { badgePage } = await import('./pages/badge-page.tsx');
    const published = await readBadge(service, audit.domain, request);
    return sendPage(reply, badgePage(seenBy(instance, request), audit, published));
  });

  app.post(
    '/domains/:domain/badge',
    { config: { isForKeysOnly: true }, schema: { params: DomainParams, body: Fields } },
    async (request, reply): Promise<FastifyReply> => {
      const domain = requestedDomain(request, request.params.domain, config);
      await service.publications.setBadge(domain, requireHolderId(request), parseBadgeChoice(sentBy(request.body)));
      const { audit } = request.body;
      return reply.redirect(
        audit === undefined ? `/domains/${domain}` : `/audits/${encodeURIComponent(audit)}/badge#badge-colors`,
        303,
      );
    },
  );
}

/** Returns what the form chose. */
function sentBy({ label, own_label_color, label_color, own_color, color }: FormFields): SentBadge {
  return {
    label: label?.trim() === '' ? null : label,
    label_color: own_label_color === undefined ? null : label_color,
    color: own_color === undefined ? null : color,
  };
}

/** Returns the badge of a domain as it is stored and tried; null when the domain is not published. */
async function readBadge(
  { publications }: Pick<Publishing, 'publications'>,
  domain: string,
  request: FastifyRequest<{ Querystring: FormFields }>,
): Promise<BadgeOfDomain | null> {
  const stored = await publications.findBadge(domain);
  if (stored === null) return null;
  const isOwner =
    (await publications.findOwner(requireDomainName(domain, { allowPrivate: true }), findKeyId(request))) === 'own';
  if (request.query.try === undefined) return { stored, tried: stored, isOwner, problem: null };
  const tried = triedBy(request.query);
  return typeof tried === 'string'
    ? { stored, tried: stored, isOwner, problem: tried }
    : { stored, tried, isOwner, problem: null };
}

/** Returns the choices of a form, or why they are not accepted. */
function triedBy(fields: FormFields): BadgeChoice | string {
  try {
    return parseBadgeChoice(sentBy(fields));
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
