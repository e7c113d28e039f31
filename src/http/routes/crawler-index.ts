import { NO_KEY } from '../auth.ts';
import { cacheForAnHour } from '../caching.ts';
import type { App } from '../plugin.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import { COMMON_FAILURES, CrawlerIndex, NOT_MODIFIED } from '../schemas.ts';

/** `/api/ai-bot-index` (service interface §4.8). */
export default async function crawlerIndexRoutes(
  app: App,
  { crawlerIndex }: Pick<RouteDependencies, 'crawlerIndex'>,
): Promise<void> {
  app.get(
    '/api/ai-bot-index',
    {
      schema: {
        operationId: 'getCrawlerIndex',
        summary: 'The AI-crawler index',
        description: 'Visits to hosted files in the last seven UTC days, today included.',
        security: NO_KEY,
        response: { 200: CrawlerIndex, 304: NOT_MODIFIED, ...COMMON_FAILURES },
      },
    },
    async (_request, reply) => {
      const index = await crawlerIndex.read(Date.now());
      cacheForAnHour(reply);
      return index;
    },
  );
}
