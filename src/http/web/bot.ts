import { aboutUrl } from '../../config.ts';
import type { App } from '../plugin.ts';
import { KEPT, KeptPages } from './kept-pages.ts';
import type { PageRoutesOptions } from './web.ts';

/** `/bot`: who audits, and how to refuse it. Its address is in the user agents that the audits send. */
export async function botRoutes(app: App, { frame, config }: PageRoutesOptions): Promise<void> {
  const pages = new KeptPages('for good');
  app.get('/bot', KEPT, async (request, reply) => {
    const draw = async () => {
      const { botPage } = await import('./bot-page.tsx');
      return botPage(frame, aboutUrl(config));
    };
    return pages.send(request, reply, '/bot', draw);
  });
}
