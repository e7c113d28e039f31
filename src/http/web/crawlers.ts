import { cacheForAnHour } from '../caching.ts';
import type { App } from '../plugin.ts';
import { KEPT, KeptPages } from './kept-pages.ts';
import type { PageRoutesOptions } from './web.ts';

/** `/crawlers`: which AI crawlers came, and all that are known. */
export async function crawlersRoutes(app: App, { service, frame }: PageRoutesOptions): Promise<void> {
  const pages = new KeptPages('for a moment', cacheForAnHour);
  app.get('/crawlers', KEPT, async (request, reply) => {
    const draw = async () => {
      const { crawlersPage } = await import('./crawlers-page.tsx');
      return crawlersPage(frame, await service.crawlerIndex(Date.now()));
    };
    return pages.send(request, reply, '/crawlers', draw);
  });
}
