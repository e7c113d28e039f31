import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { DomainName } from '../../../domain-name.ts';
import type { FreshAuditRequest } from '../../../service/audits/audit-queue.ts';
import { ServiceError } from '../../../service/errors.ts';
import { holderIdOf } from '../../auth.ts';
import type { App } from '../../plugin.ts';
import { requestedDomain } from '../../request-log.ts';
import { DomainParams } from '../../schemas.ts';
import { requireSameOrigin } from '../../session-cookie.ts';
import type { PublishPageProps } from '../domain/publish-page.tsx';
import { sendPage } from '../layout/html-reply.ts';
import { seenBy, signInPath } from '../layout/instance.ts';
import type { PageRoutesOptions } from '../page-routes.ts';
import { readStatistics } from './domains.ts';

const Fields = Type.Object({ action: Type.Enum(['preview', 'publish', 'check']) });
/** Reasons that are shown on the page of the preview. */
const NOT_PUBLISHABLE: ReadonlySet<string> = new Set(['nothing_listed', 'audit_failed']);

/** The forms of `/domains/{domain}`: `action` is `preview`, `publish`, or `check` for the redirect of a published domain. */
export async function domainFormsRoutes(app: App, { service, config, instance }: PageRoutesOptions): Promise<void> {
  const { publications } = service;

  app.post('/domains/:domain', { schema: { params: DomainParams, body: Fields } }, async (request, reply) => {
    requireSameOrigin(request, config);
    const domain = requestedDomain(request, request.params.domain, config);
    const path = `/domains/${encodeURIComponent(domain)}`;
    if (request.caller.kind !== 'key') return reply.redirect(signInPath(path), 303);
    const { action } = request.body;
    if (action === 'check') return sendCheck(domain, request, reply);
    if (action === 'publish') {
      await publications.llmsTxt(domain, auditRequest(request, reply));
      const owner = await publications.ownerOf(domain, holderIdOf(request));
      if (owner === 'own' || owner === 'others') return reply.redirect(path, 303);
    }
    const { publishPage } = await import('../domain/publish-page.tsx');
    const props = await previewOf(domain, request, reply, action === 'publish');
    return sendPage(reply, publishPage(seenBy(instance, request), props));
  });

  /** Checks the redirect, and sends the page with the result. */
  async function sendCheck(domain: DomainName, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await app.limitLiveAudits(request, reply, 0);
    const keyId = holderIdOf(request);
    const check = await service.hostedFileCheck.check(domain, keyId);
    const [published, newest, statistics] = await Promise.all([
      publications.find(domain),
      service.audits.newestScore(domain),
      readStatistics({ service, instance }, domain, keyId),
    ]);
    if (published === null) return reply.redirect(`/domains/${encodeURIComponent(domain)}`, 303);
    const { domainPage } = await import('../domain/domain-page.tsx');
    return sendPage(reply, domainPage(seenBy(instance, request), published, newest, statistics, check));
  }

  /** Returns what publishing would host, or why the domain cannot be published. @param isRefused the proof was not found */
  async function previewOf(
    domain: DomainName,
    request: FastifyRequest,
    reply: FastifyReply,
    isRefused: boolean,
  ): Promise<PublishPageProps> {
    try {
      const preview = await publications.preview(domain, auditRequest(request, reply));
      const [warning, ownership] = await Promise.all([
        publications.warningOf(preview),
        publications.ownershipOf(domain, holderIdOf(request)),
      ]);
      const proof = ownership.isRequired && ownership.owner !== 'own' ? { ...ownership.proof, isRefused } : null;
      return { domain, text: preview.llmsTxt, warning, proof, problem: null };
    } catch (error) {
      if (!(error instanceof ServiceError) || !NOT_PUBLISHABLE.has(error.code)) throw error;
      return { domain, text: null, warning: null, proof: null, problem: error.message };
    }
  }

  function auditRequest(request: FastifyRequest, reply: FastifyReply): FreshAuditRequest {
    return { keyId: holderIdOf(request), permit: () => app.limitLiveAudits(request, reply) };
  }
}
