import { CHECK_COUNT, CHECKS } from '../../../audit/rubric.ts';
import { aboutUrl } from '../../../config.ts';
import { cacheForAnHour } from '../../caching.ts';
import { Refusal } from '../../errors.ts';
import type { App } from '../../plugin.ts';
import { cachedPage, STATISTICS_TTL_MS } from '../page-cache.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

/** Pages that are the same for every client: home, the checks, crawlers, our own crawler, and the API reference. */
export async function cachedPageRoutes(app: App, { service, instance, config }: PageRoutesOptions): Promise<void> {
  cachedPage(app, '/', { instance, ttlMs: STATISTICS_TTL_MS }, async (instance, _, keyId) => {
    const { homePage, AUDITS_AT_HOME } = await import('../home/home-page.tsx');
    const own = keyId === null ? null : await service.sites.recentAudits(keyId, AUDITS_AT_HOME);
    return homePage(instance, await service.crawlerIndex.read(Date.now()), own);
  });

  cachedPage(app, '/checks', { instance }, async (instance) => {
    const { checksPage } = await import('../checks/checks-page.tsx');
    return checksPage(instance);
  });

  cachedPage(app, '/checks/:key', { instance }, async (instance, { key }) => {
    const check = CHECKS.find((one) => one.key === key);
    if (check === undefined) throw new Refusal(404, `There is no such check; /checks lists all ${CHECK_COUNT}.`);
    const { checkPage } = await import('../checks/check-page.tsx');
    return checkPage(instance, check);
  });

  cachedPage(
    app,
    '/crawlers',
    { instance, ttlMs: STATISTICS_TTL_MS, setCacheControl: cacheForAnHour },
    async (instance) => {
      const { crawlersPage } = await import('../crawlers/crawlers-page.tsx');
      return crawlersPage(instance, await service.crawlerIndex.read(Date.now()));
    },
  );

  cachedPage(app, '/bot', { instance }, async (instance) => {
    const { botPage } = await import('../crawlers/bot-page.tsx');
    return botPage(instance, aboutUrl(config));
  });

  cachedPage(app, '/api', { instance, setCacheControl: cacheForAnHour }, async (instance) => {
    const [{ apiPage }, { readOpenApi }] = await Promise.all([
      import('../api/api-page.tsx'),
      import('../api/api-operations.ts'),
    ]);
    // Serialized first: JSON drops undefined members.
    return apiPage(instance, readOpenApi(JSON.parse(JSON.stringify(app.swagger()))));
  });
}
