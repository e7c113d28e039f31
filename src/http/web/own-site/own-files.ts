import type { App } from '../../plugin.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

/**
 * `/robots.txt`, `/llms.txt` and `/sitemap.xml` of the service itself. They are never refused for asking often: a
 * robots.txt that is not answered closes a site to crawlers (RFC 9309 §2.3.1.4).
 */
export async function ownFilesRoutes(app: App, { service, instance }: PageRoutesOptions): Promise<void> {
  const options = { schema: { hide: true }, config: { isUnlimited: true } };

  app.get('/robots.txt', options, async (_request, reply) => {
    return reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(robotsTxt());
  });

  app.get('/llms.txt', options, async (_request, reply) => {
    const { ownLlmsTxt } = await import('./own-llms-txt.ts');
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(ownLlmsTxt(instance));
  });

  app.get('/sitemap.xml', options, async (_request, reply) => {
    const { sitemapXml } = await import('./own-sitemap.ts');
    const { generated_at } = await service.crawlerIndex(Date.now());
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/xml; charset=utf-8')
      .send(sitemapXml(instance, generated_at));
  });

  /** Pages are open to everyone. What makes something when it is asked for is not, nor is what only repeats a page. */
  function robotsTxt(): string {
    return [
      'User-agent: *',
      'Disallow: /audits?',
      'Disallow: /api/',
      'Allow: /api/ai-bot-index',
      'Allow: /api/badge',
      '',
      `Sitemap: ${instance.baseUrl()}/sitemap.xml`,
      '',
    ].join('\n');
  }
}
