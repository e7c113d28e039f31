import { aboutUrl } from '../../../config.ts';
import type { App } from '../../plugin.ts';
import { KEPT, PageCache } from '../page-cache.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

/** `/bot`: who audits, and how to refuse it. Its address is in the user agents that the audits send. */
export async function botRoutes(app: App, { instance, config }: PageRoutesOptions): Promise<void> {
  const pages = new PageCache('for good');
  app.get('/bot', KEPT, async (request, reply) => {
    const draw = async () => {
      const { botPage } = await import('./bot-page.tsx');
      return botPage(instance, aboutUrl(config));
    };
    return pages.send(request, reply, '/bot', draw);
  });
}
