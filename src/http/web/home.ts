import type { App } from '../plugin.ts';
import { KEPT, KeptPages } from './kept-pages.ts';
import type { PageRoutesOptions } from './web.ts';

/** `/`: what Citable does, and the field for a site. */
export async function homeRoutes(app: App, { service, frame }: PageRoutesOptions): Promise<void> {
  const pages = new KeptPages('for a moment');
  app.get('/', KEPT, async (request, reply) => {
    const draw = async () => {
      const { homePage } = await import('./home-page.tsx');
      return homePage(frame, await service.crawlerIndex(Date.now()));
    };
    return pages.send(request, reply, '/', draw);
  });
}
