import type { Config } from '../../values/config.ts';
import type { Instance } from '../../web/layout/instance.ts';
import type { RecordVisit, ResponseCache } from './load/response-cache.ts';
import type { Notices } from './pages/notices.ts';
import type { SharedPages } from './pages/shared-pages.ts';
import type { RequestMetrics } from './request-metrics.ts';

/** What the app gives the endpoints of every feature, beside the feature's use cases. */
export interface RouteContext {
  readonly config: Config;
  readonly recordVisit: RecordVisit;
  readonly requests: RequestMetrics;
  readonly responseCache: ResponseCache;
}

/** What the app gives the pages of every feature. */
export interface PageContext<UseCases> {
  readonly service: UseCases;
  readonly config: Config;
  readonly instance: Instance;
  /** How forms end. */
  readonly notices: Notices;
  readonly sharedPages: SharedPages;
}
