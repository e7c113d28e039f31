import compress from '@fastify/compress';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';
import type { Service } from '../../service/service.ts';
import type { App } from '../plugin.ts';
import { apiRoutes } from './api.ts';
import { assetRoutes, assetsPath } from './assets.ts';
import { auditPageRoutes } from './audit.ts';
import { auditsRoutes } from './audits.ts';
import { botRoutes } from './bot.ts';
import { checksRoutes } from './checks.ts';
import { crawlersRoutes } from './crawlers.ts';
import { domainsRoutes } from './domains.ts';
import type { Frame } from './frame.ts';
import { homeRoutes } from './home.ts';
import { ownFilesRoutes } from './own-files.ts';

/** Dependencies of the routes of the pages. */
export interface PageRoutesOptions {
  readonly service: Service;
  readonly config: Pick<Config, 'BASE_URL' | 'LIVE_AUDITS' | 'ALLOW_PRIVATE_TARGETS'>;
  readonly frame: Frame;
}

/** Smaller bodies gain nothing. */
const COMPRESS_FROM_BYTES = 1_024;

/** Makes the frame of every page. */
export function frameOf(
  { baseUrl }: Service,
  { LIVE_AUDITS, CITABLE_COMMAND }: Pick<Config, 'LIVE_AUDITS' | 'CITABLE_COMMAND'>,
): Frame {
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
    if (route.method !== 'HEAD' || route.config?.isKept === true) return;
    route.onSend = [
      route.onSend ?? [],
      async (_request: unknown, reply: FastifyReply) => void reply.removeHeader('content-length'),
    ].flat();
  });
  await app.register(assetRoutes, { path: options.frame.assetsPath });
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
