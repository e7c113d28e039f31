import type { App } from '../plugin.ts';
import { sendPage } from './html-reply.ts';
import type { PageRoutesOptions } from './web.ts';

/** `/`: what Citable does, and the field for a site. */
export async function homeRoutes(app: App, { service, frame }: PageRoutesOptions): Promise<void> {
  app.get('/', { schema: { hide: true } }, async (_request, reply) => {
    const { homePage } = await import('./home-page.tsx');
    return sendPage(reply, homePage(frame, await service.crawlerIndex(Date.now())));
  });
}
