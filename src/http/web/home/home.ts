import type { App } from '../../plugin.ts';
import { KEPT, PageCache } from '../page-cache.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

/** `/`: what Citable does, and the field for a site. */
export async function homeRoutes(app: App, { service, instance }: PageRoutesOptions): Promise<void> {
  const pages = new PageCache('for a moment');
  app.get('/', KEPT, async (request, reply) => {
    const draw = async () => {
      const { homePage } = await import('./home-page.tsx');
      return homePage(instance, await service.crawlerIndex(Date.now()));
    };
    return pages.send(request, reply, '/', draw);
  });
}
