import Type from 'typebox';
import { cacheForAnHour } from '../app/caching.ts';
import type { App } from '../app/plugin.ts';
import { CLASS_COUNTS, Count, Day, exactly, NOT_MODIFIED, named, Text, Time } from '../app/schemas.ts';
import type { Requests } from './compose-requests.ts';

const CrawlerIndex = named('CrawlerIndex', {
  generated_at: Time,
  window_days: Type.Literal(7),
  totals: exactly(CLASS_COUNTS),
  by_vendor: Type.Array(
    exactly({
      vendor: Text,
      visits: Count,
      share: Type.Number({ minimum: 0, maximum: 1, description: 'share of all visits by AI crawlers, to 4 decimals' }),
    }),
    { description: 'visits by AI crawlers, most first' },
  ),
  daily: Type.Array(exactly({ day: Day, ai_bot: Count, ai_referral: Count, human: Count }), {
    minItems: 7,
    maxItems: 7,
    description: 'oldest first, today last',
  }),
  top_paths: Type.Array(exactly({ path: Text, visits: Count }), {
    maxItems: 20,
    description: 'visits by AI crawlers, most first',
  }),
  data_source: Type.String({ description: 'source of the numbers' }),
});

/** `/api/ai-bot-index` (service interface §4.8). */
export default async function crawlerIndexRoutes(
  app: App,
  { crawlerIndex }: Pick<Requests, 'crawlerIndex'>,
): Promise<void> {
  app.get(
    '/api/ai-bot-index',
    {
      schema: {
        operationId: 'getCrawlerIndex',
        tags: ['Visits and traffic'],
        summary: 'The AI-crawler index',
        description:
          'Visits to hosted files in the last seven UTC days, today included. `totals`, `by_vendor` and `daily` count the visits of all names; `top_paths` has published domains only. Visits are counted by the crawler that they claim to be. With `INDEX_COUNTS=verified`, `ai_bot`, `by_vendor` and `top_paths` count only verified visits, and `data_source` says so.',
        response: { 200: CrawlerIndex, 304: NOT_MODIFIED },
      },
    },
    async (_request, reply) => {
      const index = await crawlerIndex.read(Date.now());
      cacheForAnHour(reply);
      return index;
    },
  );
}
