import { requireDomainName } from '../../../domain-name.ts';
import { holderIdOf } from '../../auth.ts';
import type { App } from '../../plugin.ts';
import { DomainParams } from '../../schemas.ts';
import { sendPage } from '../layout/html-reply.ts';
import { seenBy } from '../layout/instance.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

/**
 * `/domains/{domain}`, the public page of a published domain, and `/domains/{domain}/figures`, its statistics for key holders as a
 * part of that page. The key that owns the domain also gets the visits and a button that withdraws the domain.
 */
export async function domainsRoutes(app: App, { service, config, instance }: PageRoutesOptions): Promise<void> {
  const schema = { hide: true, params: DomainParams };

  app.get('/domains/:domain', { schema, config: { isReport: true } }, async (request, reply) => {
    const domain = requireDomainName(request.params.domain, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
    request.subject.domain = domain;
    if (domain !== request.params.domain) return reply.redirect(`/domains/${encodeURIComponent(domain)}`, 308);
    const [published, newest] = await Promise.all([
      service.publications.find(domain),
      service.audits.newestScore(domain),
    ]);
    const { domainPage, unpublishedDomainPage } = await import('../domain/domain-page.tsx');
    if (published === null) return sendPage(reply.code(404), unpublishedDomainPage(seenBy(instance, request), domain));
    return sendPage(reply, domainPage(seenBy(instance, request), published, newest));
  });

  app.get('/domains/:domain/figures', { config: { isForKeysOnly: true }, schema }, async (request, reply) => {
    const domain = requireDomainName(request.params.domain, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
    request.subject.domain = domain;
    const keyId = holderIdOf(request);
    const owner = await service.publications.ownerOf(domain, keyId);
    const isShown = owner === 'own' || owner === 'unpublished';
    const visits = isShown ? await service.domainVisits.read(domain, keyId, Date.now()) : null;
    const audits = await service.audits.scoresOf(domain);
    const { domainStatistics } = await import('../domain/domain-statistics.tsx');
    return sendPage(reply, domainStatistics({ domain, visits, isUnowned: owner === 'unowned', audits }));
  });
}
