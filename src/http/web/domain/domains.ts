import { requireDomainName } from '../../../domain-name.ts';
import { holderIdOf } from '../../auth.ts';
import type { App } from '../../plugin.ts';
import { DomainParams } from '../../schemas.ts';
import { sendPage } from '../layout/html-reply.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

/**
 * `/domains/{domain}`: what anyone may see of a published domain, and `/domains/{domain}/figures`, the part of the page
 * for key holders: the scores, and for the key that the domain belongs to its visits and a button that withdraws it.
 */
export async function domainsRoutes(app: App, { service, config, instance }: PageRoutesOptions): Promise<void> {
  const schema = { hide: true, params: DomainParams };

  app.get('/domains/:domain', { schema }, async (request, reply) => {
    const domain = requireDomainName(request.params.domain, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
    request.subject.domain = domain;
    if (domain !== request.params.domain) return reply.redirect(`/domains/${encodeURIComponent(domain)}`, 308);
    const [published, newest] = await Promise.all([service.findPublished(domain), service.newestScore(domain)]);
    if (published === null) {
      const { unpublishedDomainPage } = await import('./unpublished-domain-page.tsx');
      return sendPage(reply.code(404), unpublishedDomainPage(instance, domain));
    }
    const { domainPage } = await import('./domain-page.tsx');
    return sendPage(reply, domainPage(instance, published, newest));
  });

  app.get('/domains/:domain/figures', { config: { isForKeysOnly: true }, schema }, async (request, reply) => {
    const domain = requireDomainName(request.params.domain, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
    request.subject.domain = domain;
    const keyId = holderIdOf(request);
    const standing = await service.standingOf(domain, keyId);
    const isShown = standing === 'own' || standing === 'unpublished';
    const visits = isShown ? await service.domainVisits(domain, keyId, Date.now()) : null;
    const [audits, { domainFigures }] = await Promise.all([
      service.auditHistory(domain),
      import('./domain-figures.tsx'),
    ]);
    return sendPage(reply, domainFigures({ domain, visits, isUnowned: standing === 'unowned', audits }));
  });
}
