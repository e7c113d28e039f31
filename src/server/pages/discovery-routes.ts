import type { FastifyReply } from 'fastify';
import { cacheForAnHour } from '../app/caching.ts';
import type { PageContext } from '../app/contexts.ts';
import type { App } from '../app/plugin.ts';
import type { Requests } from '../requests/compose-requests.ts';

/**
 * `/robots.txt`, `/llms.txt` and `/sitemap.xml` of this service. They have no rate limit: crawlers take an unavailable robots.txt
 * for a closed site (RFC 9309 §2.3.1.4).
 */
export async function discoveryRoutes(app: App, { service, instance }: PageContext<Requests>): Promise<void> {
  const options = { config: { isUnlimited: true } };

  app.get('/robots.txt', options, async (_request, reply) => {
    const { robotsTxt } = await import('./discovery-files.ts');
    return send(reply, 'text/plain', robotsTxt(instance));
  });

  app.get('/llms.txt', options, async (_request, reply) => {
    const { llmsTxt } = await import('./discovery-files.ts');
    return send(reply, 'text/plain', llmsTxt(instance));
  });

  app.get('/sitemap.xml', options, async (_request, reply) => {
    const { sitemapXml } = await import('./discovery-files.ts');
    const { generated_at } = await service.crawlerIndex.read(Date.now());
    return send(reply, 'application/xml', sitemapXml(instance, generated_at));
  });
}

function send(reply: FastifyReply, type: string, text: string): FastifyReply {
  cacheForAnHour(reply);
  return reply.type(`${type}; charset=utf-8`).send(text);
}
