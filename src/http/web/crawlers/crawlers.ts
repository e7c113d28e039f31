import { cacheForAnHour } from '../../caching.ts';
import type { App } from '../../plugin.ts';
import { KEPT, PageCache } from '../page-cache.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

/** `/crawlers`: which AI crawlers came, and all that are known. */
export async function crawlersRoutes(app: App, { service, instance }: PageRoutesOptions): Promise<void> {
  const pages = new PageCache('for a moment', cacheForAnHour);
  app.get('/crawlers', KEPT, async (request, reply) => {
    const draw = async () => {
      const { crawlersPage } = await import('./crawlers-page.tsx');
      return crawlersPage(instance, await service.crawlerIndex(Date.now()));
    };
    return pages.send(request, reply, '/crawlers', draw);
  });
}
