import { cacheForAnHour } from '../../caching.ts';
import type { App } from '../../plugin.ts';
import { KEPT, PageCache } from '../page-cache.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

/** `/api`: the reference of the interface, from the document that `/openapi.json` answers. */
export async function apiRoutes(app: App, { instance }: PageRoutesOptions): Promise<void> {
  const pages = new PageCache('for good', cacheForAnHour);
  app.get('/api', KEPT, async (request, reply) => {
    const draw = async () => {
      const [{ apiPage }, { readOpenApi }] = await Promise.all([
        import('./api-page.tsx'),
        import('./api-operations.ts'),
      ]);
      // As it is sent: what JSON drops is not in it.
      return apiPage(instance, readOpenApi(JSON.parse(JSON.stringify(app.swagger()))));
    };
    return pages.send(request, reply, '/api', draw);
  });
}
