import type { App } from '../plugin.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import audit from './audit.ts';
import auditEvents from './audit-events.ts';
import badge from './badge.ts';
import batches from './batches.ts';
import changes from './changes.ts';
import crawlerIndex from './crawler-index.ts';
import domainTraffic from './domain-traffic.ts';
import domainVisits from './domain-visits.ts';
import domains from './domains.ts';
import evidence from './evidence.ts';
import fixGuide from './fix-guide.ts';
import health from './health.ts';
import hostedLlmsTxt from './hosted-llms-txt.ts';
import keys from './keys.ts';
import llmsTxt from './llms-txt.ts';
import mcp from './mcp.ts';
import openApi from './openapi.ts';
import sites from './sites.ts';
import snapshot from './snapshot.ts';
import storage from './storage.ts';
import trafficUpload from './traffic-upload.ts';
import verify from './verify.ts';

/** The default export of each file in this folder: a Fastify plugin that registers its endpoints. */
type Route = (app: App, dependencies: RouteDependencies) => Promise<void>;

/** Endpoints of every process, also of workers. */
export const HEALTH_ROUTES: readonly Route[] = [health];

/** All other endpoints. */
export const ROUTES: readonly Route[] = [
  badge,
  hostedLlmsTxt,
  audit,
  auditEvents,
  evidence,
  verify,
  changes,
  snapshot,
  llmsTxt,
  fixGuide,
  batches,
  crawlerIndex,
  domainVisits,
  domainTraffic,
  trafficUpload,
  domains,
  mcp,
  sites,
  storage,
  keys,
  openApi,
];
