import { aboutUrl } from '../../config.ts';
import type { App } from '../plugin.ts';
import { sendPage } from './html-reply.ts';
import type { PageRoutesOptions } from './web.ts';

/** `/bot`: who audits, and how to refuse it. Its address is in the user agents that the audits send. */
export async function botRoutes(app: App, { frame, config }: PageRoutesOptions): Promise<void> {
  app.get('/bot', { schema: { hide: true } }, async (_request, reply) => {
    const { botPage } = await import('./bot-page.tsx');
    return sendPage(reply, botPage(frame, aboutUrl(config)));
  });
}
