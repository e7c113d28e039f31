import type { FastifyReply } from 'fastify';
import { cacheForAnHour } from '../../caching.ts';
import type { App } from '../../plugin.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

/**
 * `/robots.txt`, `/llms.txt` and `/sitemap.xml` of this service. They have no rate limit: crawlers take an unavailable robots.txt
 * for a closed site (RFC 9309 §2.3.1.4).
 */
export async function discoveryRoutes(app: App, { service, instance }: PageRoutesOptions): Promise<void> {
  const options = { config: { isUnlimited: true } };

  app.get('/robots.txt', options, async (_request, reply) => {
    const { robotsTxt } = await import('../discovery-files.ts');
    return send(reply, 'text/plain', robotsTxt(instance));
  });

  app.get('/llms.txt', options, async (_request, reply) => {
    const { llmsTxt } = await import('../discovery-files.ts');
    return send(reply, 'text/plain', llmsTxt(instance));
  });

  app.get('/sitemap.xml', options, async (_request, reply) => {
    const { sitemapXml } = await import('../discovery-files.ts');
    const { generated_at } = await service.crawlerIndex.read(Date.now());
    return send(reply, 'application/xml', sitemapXml(instance, generated_at));
  });
}

function send(reply: FastifyReply, type: string, text: string): FastifyReply {
  cacheForAnHour(reply);
  return reply.type(`${type}; charset=utf-8`).send(text);
}
