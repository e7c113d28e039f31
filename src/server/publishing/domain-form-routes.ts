import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { DomainName } from '../../values/domain-name.ts';
import { seenBy, signInPath } from '../../web/layout/instance.ts';
import { requireHolderId } from '../accounts/auth.ts';
import type { PageContext } from '../app/contexts.ts';
import { sendPage } from '../app/pages/html-reply.ts';
import type { App } from '../app/plugin.ts';
import { requestedDomain } from '../app/request-log.ts';
import { requireSameOrigin } from '../app/same-origin.ts';
import { DomainParams } from '../app/schemas.ts';
import { ServiceError } from '../app/service-error.ts';
import type { Publishing } from './compose-publishing.ts';
import type { PublishPageProps } from './pages/publish-page.tsx';

const Fields = Type.Object({ action: Type.Enum(['preview', 'publish', 'check']) });
/** Reasons that are shown on the page of the preview. */
const NOT_PUBLISHABLE: ReadonlySet<string> = new Set(['nothing_listed', 'audit_failed']);
/** Why a domain was not published: a reason, or the proof was not found. */
const Notice = Type.Object({ problem: Type.Union([Type.Null(), Type.String()]), isRefused: Type.Boolean() });

/**
 * The forms of `/domains/{domain}`: `action` is `preview`, `publish`, or `check` for the redirect of a published domain, and
 * `/domains/{domain}/publish`, the preview. Only the form starts an audit for it.
 */
export async function domainFormsRoutes(
  app: App,
  { service, config, instance, notices }: PageContext<Publishing>,
): Promise<void> {
  const { publications } = service;
  const params = DomainParams;

  app.get('/domains/:domain/publish', { schema: { params } }, async (request, reply) => {
    const domain = requestedDomain(request, request.params.domain, config);
    if (request.caller.kind !== 'key') return reply.redirect(signInPath(request.url), 303);
    if (await isOwned(domain, request)) return reply.redirect(`/domains/${encodeURIComponent(domain)}`, 303);
    const notice = await notices.take(request, reply, Notice);
    const { publishPage } = await import('./pages/publish-page.tsx');
    return sendPage(reply, publishPage(seenBy(instance, request), await previewPublishing(domain, request, notice)));
  });

  app.post('/domains/:domain', { schema: { params, body: Fields } }, async (request, reply) => {
    requireSameOrigin(request, config);
    const domain = requestedDomain(request, request.params.domain, config);
    const path = `/domains/${encodeURIComponent(domain)}`;
    if (request.caller.kind !== 'key') return reply.redirect(signInPath(path), 303);
    const keyId = requireHolderId(request);
    const { action } = request.body;
    if (action === 'check') {
      await app.limitLiveAudits(request, reply);
      const { isHosted, message } = await service.hostedFileCheck.check(domain, keyId);
      return notices.redirect(request, reply, `${path}#redirect`, { isHosted, message });
    }
    const audit = { keyId, permit: () => app.limitLiveAudits(request, reply) };
    const problem = await whyNot(() =>
      action === 'publish' ? publications.llmsTxt(domain, audit) : publications.preview(domain, audit),
    );
    if (action === 'publish' && problem === null && (await isOwned(domain, request))) return reply.redirect(path, 303);
    return notices.redirect(request, reply, `${path}/publish`, { problem, isRefused: action === 'publish' });
  });

  /** Returns whether a domain is published for this or another key. */
  async function isOwned(domain: DomainName, request: FastifyRequest): Promise<boolean> {
    const owner = await publications.findOwner(domain, requireHolderId(request));
    return owner === 'own' || owner === 'others';
  }

  /** Returns what publishing would host, or why the domain cannot be published. */
  async function previewPublishing(
    domain: DomainName,
    request: FastifyRequest,
    notice: Static<typeof Notice> | null,
  ): Promise<PublishPageProps> {
    const keyId = requireHolderId(request);
    const problem = notice?.problem ?? null;
    let props: PublishPageProps = { domain, text: null, warning: null, ownFile: null, proof: null, problem };
    const refused = await whyNot(async () => {
      const preview = await publications.preview(domain, { keyId, permit: refuseAudit });
      const [warning, ownFile, ownership] = await Promise.all([
        publications.findWarning(preview),
        publications.warningOfOwnFile(preview),
        publications.findOwnership(domain, keyId),
      ]);
      const isRefused = notice?.isRefused ?? false;
      const proof = ownership.isRequired && ownership.owner !== 'own' ? { ...ownership.proof, isRefused } : null;
      props = { ...props, text: preview.llmsTxt, warning, ownFile, proof };
    });
    return { ...props, problem: problem ?? refused };
  }
}

/** Returns why a domain cannot be published; null when nothing prevents it. */
async function whyNot(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError) || !NOT_PUBLISHABLE.has(error.code)) throw error;
    return error.message;
  }
}

/** A page starts no audit: a link could lead to it. */
async function refuseAudit(): Promise<never> {
  throw new ServiceError('audit_failed', 'The site was not audited in the last 24 hours.');
}
