import type { Config } from '../config.ts';
import type { Service } from '../service/service.ts';
import type { ResponseCache } from './load/response-cache.ts';
import type { RequestMetrics } from './metrics/request-metrics.ts';
import type { RecordVisit } from './visit-origin.ts';

/** Dependencies that the app passes to every file of `routes/`. A route's type names those that it uses. */
export interface RouteDependencies extends Service {
  readonly config: Pick<Config, 'ALLOW_PRIVATE_TARGETS' | 'BASE_URL' | 'LIVE_AUDITS' | 'TRUST_PROXY'>;
  readonly recordVisit: RecordVisit;
  readonly requests: RequestMetrics;
  readonly responseCache: ResponseCache;
}
