import { cacheForAnHour } from '../caching.ts';
import type { App } from '../plugin.ts';
import { sendPage } from './html-reply.ts';
import type { PageRoutesOptions } from './web.ts';

/** `/api`: the reference of the interface, from the document that `/openapi.json` answers. */
export async function apiRoutes(app: App, { frame }: PageRoutesOptions): Promise<void> {
  app.get('/api', { schema: { hide: true } }, async (_request, reply) => {
    const [{ apiPage }, { readOpenApi }] = await Promise.all([import('./api-page.tsx'), import('./api-operations.ts')]);
    // As it is sent: what JSON drops is not in it.
    const document = readOpenApi(JSON.parse(JSON.stringify(app.swagger())));
    cacheForAnHour(reply);
    return sendPage(reply, apiPage(frame, document));
  });
}
