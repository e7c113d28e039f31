import Type from 'typebox';
import { CHECK_COUNT, CHECKS } from '../../audit/rubric.ts';
import { aboutUrl } from '../../values/config.ts';
import { seenBy } from '../../web/layout/instance.ts';
import { cacheForAnHour } from '../app/caching.ts';
import type { PageContext } from '../app/contexts.ts';
import { Refusal } from '../app/errors.ts';
import { sendPage } from '../app/pages/html-reply.ts';
import { cachedPage, STATISTICS_TTL_MS } from '../app/pages/page-cache.ts';
import type { App } from '../app/plugin.ts';
import type { Requests } from '../requests/compose-requests.ts';
import type { MySites } from '../sites/compose-sites.ts';

/** Pages that are the same for every client: home, the checks, crawlers, our own crawler, and the API reference. */
export async function cachedPageRoutes(
  app: App,
  { service, instance, config }: PageContext<Requests & MySites>,
): Promise<void> {
  cachedPage(app, '/', { instance, ttlMs: STATISTICS_TTL_MS }, async (instance, _, keyId) => {
    const { homePage, AUDITS_AT_HOME } = await import('./home-page.tsx');
    const own = keyId === null ? null : await service.sites.recentAudits(keyId, AUDITS_AT_HOME);
    return homePage(instance, await service.crawlerIndex.read(Date.now()), own);
  });

  cachedPage(app, '/checks', { instance }, async (instance) => {
    const { checksPage } = await import('./checks-page.tsx');
    return checksPage(instance);
  });

  const schema = { querystring: Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 10 })) };
  app.get('/checks/calculator', { schema }, async (request, reply) => {
    const { calculatorPage } = await import('./calculator-page.tsx');
    return sendPage(reply, calculatorPage(seenBy(instance, request), request.query));
  });

  cachedPage(app, '/checks/:key', { instance }, async (instance, { key }) => {
    const check = CHECKS.find((one) => one.key === key);
    if (check === undefined) throw new Refusal(404, `There is no such check; /checks lists all ${CHECK_COUNT}.`);
    const { checkPage } = await import('./check-page.tsx');
    return checkPage(instance, check);
  });

  cachedPage(
    app,
    '/crawlers',
    { instance, ttlMs: STATISTICS_TTL_MS, setCacheControl: cacheForAnHour },
    async (instance) => {
      const { crawlersPage } = await import('../requests/pages/crawlers-page.tsx');
      return crawlersPage(instance, await service.crawlerIndex.read(Date.now()));
    },
  );

  cachedPage(app, '/bot', { instance }, async (instance) => {
    const { botPage } = await import('../requests/pages/bot-page.tsx');
    return botPage(instance, aboutUrl(config));
  });

  cachedPage(app, '/api', { instance, setCacheControl: cacheForAnHour }, async (instance) => {
    const [{ apiPage }, { readOpenApi }] = await Promise.all([import('./api-page.tsx'), import('./api-operations.ts')]);
    // Serialized first: JSON drops undefined members.
    return apiPage(instance, readOpenApi(JSON.parse(JSON.stringify(app.swagger()))));
  });
}
