import compress from '@fastify/compress';
import type { FastifyReply } from 'fastify';
import type { Config } from '../values/config.ts';
import type { Brand, Instance } from '../web/layout/instance.ts';
import { keysRoutes } from './accounts/keys-page-routes.ts';
import { signInRoutes } from './accounts/sign-in-page-routes.ts';
import type { PageContext } from './app/contexts.ts';
import { assetRoutes, assetsPath } from './app/pages/assets.ts';
import type { App } from './app/plugin.ts';
import { exactly, orNull } from './app/schemas.ts';
import { auditFormRoutes } from './audits/routes/audit-form-routes.ts';
import { auditsRoutes } from './audits/routes/audit-page-routes.ts';
import { auditPagesRoutes } from './audits/routes/audit-pages-routes.ts';
import { auditTabRoutes } from './audits/routes/audit-tab-routes.ts';
import { batchesRoutes } from './audits/routes/batch-page-routes.ts';
import { compareRoutes } from './audits/routes/compare-page-routes.ts';
import { startAuditRoutes } from './audits/routes/start-audit-routes.ts';
import { cachedPageRoutes } from './pages/cached-page-routes.ts';
import { discoveryRoutes } from './pages/discovery-routes.ts';
import { auditBadgeRoutes } from './publishing/badge-page-routes.ts';
import { domainFormsRoutes } from './publishing/domain-form-routes.ts';
import { domainsRoutes } from './requests/domain-page-routes.ts';
import type { Service } from './service.ts';
import { sitesRoutes } from './sites/sites-page-routes.ts';

const ROUTES: readonly ((app: App, context: PageContext<Service>) => Promise<void>)[] = [
  cachedPageRoutes,
  signInRoutes,
  sitesRoutes,
  batchesRoutes,
  keysRoutes,
  startAuditRoutes,
  auditsRoutes,
  auditFormRoutes,
  auditBadgeRoutes,
  auditTabRoutes,
  auditPagesRoutes,
  compareRoutes,
  domainsRoutes,
  domainFormsRoutes,
  discoveryRoutes,
];

/** Media type of every form: no other body is accepted. */
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Smallest compressed body, in bytes. Smaller ones gain nothing. */
const COMPRESSION_THRESHOLD = 1_024;

/** Returns the facts about this installation that every page needs. */
export function describeInstance({ baseUrl }: Service, config: Config, brand: Brand): Instance {
  return {
    baseUrl,
    assetsPath: assetsPath(),
    liveAuditsArePublic: config.LIVE_AUDITS === 'public',
    maxPages: config.MAX_PAGES,
    renders: config.RENDER === 'on',
    command: config.CITABLE_COMMAND,
    operator: { contact: config.CONTACT, imprint: config.IMPRINT_URL, privacy: config.PRIVACY_URL },
    brand,
  };
}

/**
 * Serves the pages. A file under `routes/` parses the request and loads the data. The page file, `pages/home-page.tsx`, renders the
 * markup; it is imported on the first request, so that the service listens sooner.
 */
export async function webRoutes(app: App, options: PageContext<Service>): Promise<void> {
  await app.register(compress, { threshold: COMPRESSION_THRESHOLD, encodings: ['br', 'gzip'] });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseForm(String(body)));
  });
  // The entity tag was computed before compression, so it is sent as a weak one (RFC 9110 §8.8.1).
  app.addHook('onSend', async (_request, reply, payload) => {
    const tag = reply.getHeader('etag');
    if (typeof tag === 'string' && tag.startsWith('"')) reply.header('etag', `W/${tag}`);
    return payload;
  });
  // So was the Content-Length, which HEAD may leave out (RFC 9110 §9.3.2).
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' || route.config?.isPrecompressed === true) return;
    route.onSend = [
      route.onSend ?? [],
      async (_request: unknown, reply: FastifyReply) => void reply.removeHeader('content-length'),
    ].flat();
  });
  // Pages are not part of the API, and greet signed-in users. A form accepts the fields of its schema alone.
  app.addHook('onRoute', (route) => {
    const body = route.method === 'POST' ? { body: exactForm(route.schema?.body) } : {};
    route.schema = { hide: true, ...route.schema, ...body };
    route.config = { takesKey: true, mediaTypes: FORM_TYPE, ...route.config };
  });
  await assetRoutes(app, { path: options.instance.assetsPath });
  for (const routes of ROUTES) await routes(app, options);
}

/** Makes a schema of a form refuse all other fields. @param schema undefined for a form without fields; that, and a union, may send no body */
function exactForm(schema: unknown): object {
  if (typeof schema !== 'object' || schema === null) return orNull(exactly({}));
  return 'anyOf' in schema ? schema : { ...schema, additionalProperties: false };
}

/**
 * Parses application/x-www-form-urlencoded (WHATWG URL §5.1). A field that is repeated, or whose name ends in `[]`, is a list.
 */
function parseForm(body: string): Record<string, string | string[]> {
  const fields = new URLSearchParams(body);
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name);
      return [name, values.length > 1 || name.endsWith('[]') ? values : (values[0] ?? '')];
    }),
  );
}
