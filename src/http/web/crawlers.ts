import { cacheForAnHour } from '../caching.ts';
import type { App } from '../plugin.ts';
import { sendPage } from './html-reply.ts';
import type { PageRoutesOptions } from './web.ts';

/** `/crawlers`: which AI crawlers came, and all that are known. */
export async function crawlersRoutes(app: App, { service, frame }: PageRoutesOptions): Promise<void> {
  app.get('/crawlers', { schema: { hide: true } }, async (_request, reply) => {
    const { crawlersPage } = await import('./crawlers-page.tsx');
    const index = await service.crawlerIndex(Date.now());
    cacheForAnHour(reply);
    return sendPage(reply, crawlersPage(frame, index));
  });
}
