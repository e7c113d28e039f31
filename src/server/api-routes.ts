import keys from './accounts/keys-routes.ts';
import type { RouteContext } from './app/contexts.ts';
import openApi from './app/openapi-routes.ts';
import type { App } from './app/plugin.ts';
import auditEvents from './audits/routes/audit-events-routes.ts';
import audit from './audits/routes/audit-routes.ts';
import batches from './audits/routes/batches-routes.ts';
import changes from './audits/routes/changes-routes.ts';
import evidence from './audits/routes/evidence-routes.ts';
import fixGuide from './audits/routes/fix-guide-routes.ts';
import pages from './audits/routes/pages-routes.ts';
import rendering from './audits/routes/rendering-routes.ts';
import snapshot from './audits/routes/snapshot-routes.ts';
import storage from './audits/routes/storage-routes.ts';
import verify from './audits/routes/verify-routes.ts';
import health from './health-routes.ts';
import mcp from './mcp/mcp-routes.ts';
import badge from './publishing/badge-routes.ts';
import domains from './publishing/domain-routes.ts';
import hostedLlmsTxt from './publishing/hosted-llms-txt-routes.ts';
import llmsTxt from './publishing/llms-txt-routes.ts';
import crawlerIndex from './requests/crawler-index-routes.ts';
import domainRequests from './requests/domain-requests-routes.ts';
import searchReports from './requests/search-report-routes.ts';
import trafficUpload from './requests/traffic-upload-routes.ts';
import type { Service } from './service.ts';
import sites from './sites/sites-routes.ts';

/** What the app passes to all endpoints. */
export type ApiContext = Service & RouteContext;

/** The default export of each file of endpoints: it registers them. */
type Route = (app: App, context: ApiContext) => Promise<void>;

/** Returns endpoints that parse bodies in a way of their own: as a Fastify plugin, their parsers hold for them alone. */
const apart =
  (route: Route): Route =>
  async (app, context) =>
    void (await app.register(route, context));

/** Endpoints of every process, also of workers. */
export const HEALTH_ROUTES: readonly Route[] = [health];

/** All other endpoints. */
export const ROUTES: readonly Route[] = [
  badge,
  hostedLlmsTxt,
  audit,
  auditEvents,
  evidence,
  pages,
  verify,
  changes,
  rendering,
  snapshot,
  llmsTxt,
  fixGuide,
  apart(batches),
  crawlerIndex,
  domainRequests,
  apart(trafficUpload),
  apart(searchReports),
  domains,
  mcp,
  sites,
  storage,
  keys,
  openApi,
];
