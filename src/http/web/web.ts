import compress from '@fastify/compress';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';
import type { Service } from '../../service/service.ts';
import type { App } from '../plugin.ts';
import { apiRoutes } from './api/api.ts';
import { assetRoutes, assetsPath } from './assets.ts';
import { auditPageRoutes } from './audit/audit.ts';
import { auditsRoutes } from './audit/audits.ts';
import { checksRoutes } from './checks/checks.ts';
import { botRoutes } from './crawlers/bot.ts';
import { crawlersRoutes } from './crawlers/crawlers.ts';
import { domainsRoutes } from './domain/domains.ts';
import { homeRoutes } from './home/home.ts';
import type { Instance } from './layout/instance.ts';
import { ownFilesRoutes } from './own-site/own-files.ts';
import type { PageRoutesOptions } from './page-routes.ts';

/** Smaller bodies gain nothing. */
const COMPRESS_FROM_BYTES = 1_024;

/** Makes the instance of every page. */
export function instanceOf(
  { baseUrl }: Service,
  { LIVE_AUDITS, CITABLE_COMMAND }: Pick<Config, 'LIVE_AUDITS' | 'CITABLE_COMMAND'>,
): Instance {
  return {
    baseUrl,
    assetsPath: assetsPath(),
    liveAuditsArePublic: LIVE_AUDITS === 'public',
    command: CITABLE_COMMAND,
  };
}

/**
 * The pages. Each has a file that answers its requests (`home.ts`) and one that draws it (`home-page.tsx`), which is
 * loaded with the first request: so the service listens sooner.
 */
export async function webRoutes(app: App, options: PageRoutesOptions): Promise<void> {
  await app.register(compress, { threshold: COMPRESS_FROM_BYTES, encodings: ['br', 'gzip'] });
  // An entity tag is of the body as it was before its coding: compared weakly, it still is (RFC 9110 §8.8.1).
  app.addHook('onSend', async (_request, reply, payload) => {
    const tag = reply.getHeader('etag');
    if (typeof tag === 'string' && tag.startsWith('"')) reply.header('etag', `W/${tag}`);
    return payload;
  });
  // Of the body as it was before its coding, too: HEAD may leave it out (RFC 9110 §9.3.2).
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' || route.config?.isCached === true) return;
    route.onSend = [
      route.onSend ?? [],
      async (_request: unknown, reply: FastifyReply) => void reply.removeHeader('content-length'),
    ].flat();
  });
  await app.register(assetRoutes, { path: options.instance.assetsPath });
  await app.register(homeRoutes, options);
  await app.register(auditsRoutes, options);
  await app.register(domainsRoutes, options);
  await app.register(auditPageRoutes, options);
  await app.register(crawlersRoutes, options);
  await app.register(checksRoutes, options);
  await app.register(botRoutes, options);
  await app.register(apiRoutes, options);
  await app.register(ownFilesRoutes, options);
}
