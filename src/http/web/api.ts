import { cacheForAnHour } from '../caching.ts';
import type { App } from '../plugin.ts';
import { KEPT, KeptPages } from './kept-pages.ts';
import type { PageRoutesOptions } from './web.ts';

/** `/api`: the reference of the interface, from the document that `/openapi.json` answers. */
export async function apiRoutes(app: App, { frame }: PageRoutesOptions): Promise<void> {
  const pages = new KeptPages('for good', cacheForAnHour);
  app.get('/api', KEPT, async (request, reply) => {
    const draw = async () => {
      const [{ apiPage }, { readOpenApi }] = await Promise.all([
        import('./api-page.tsx'),
        import('./api-operations.ts'),
      ]);
      // As it is sent: what JSON drops is not in it.
      return apiPage(frame, readOpenApi(JSON.parse(JSON.stringify(app.swagger()))));
    };
    return pages.send(request, reply, '/api', draw);
  });
}
