import type { Outside } from '../../site/gather/published-file.ts';
import type { Config } from '../../values/config.ts';
import type { Log } from '../../values/log.ts';
import type { StorageBudget } from '../audits/storage-budget.ts';
import type { AuditStore } from '../audits/store/audit-store.ts';
import type { Publications } from '../publishing/publications.ts';
import type { Store } from '../store/store.ts';
import { CrawlerIndexes } from './crawler-index.ts';
import { DomainTrafficReader } from './domain-traffic.ts';
import { DomainVisitReader } from './domain-visits.ts';
import type { TrafficStore } from './store/traffic-store.ts';
import type { VisitStore } from './store/visit-store.ts';
import { TrafficIngest } from './traffic-ingest.ts';
import { Visits } from './visits.ts';

export interface RequestsDependencies {
  readonly store: Pick<Store, 'db' | 'visitWriter'>;
  readonly stores: { readonly visits: VisitStore; readonly traffic: TrafficStore };
  readonly audits: AuditStore;
  readonly storage: StorageBudget;
  readonly publications: Publications;
  readonly outside: Outside;
  readonly log: Log;
  readonly config: Pick<Config, 'VISIT_RETENTION_DAYS' | 'INDEX_COUNTS'>;
}

/** Use cases about what crawlers requested: hosted files, and access logs. */
export type Requests = ReturnType<typeof composeRequests>;

export function composeRequests(dependencies: RequestsDependencies) {
  const { store, stores, audits, storage, publications, outside, log, config } = dependencies;
  const { traffic } = stores;
  const retentionDays = config.VISIT_RETENTION_DAYS;
  const visits = new Visits(store, outside, log);
  return {
    visits,
    trafficIngest: new TrafficIngest({ traffic, storage, publications, verifier: visits.verifier, retentionDays }),
    domainTraffic: new DomainTrafficReader({ traffic, audits, publications, retentionDays }),
    domainVisits: new DomainVisitReader(stores.visits, publications),
    crawlerIndex: new CrawlerIndexes(stores.visits, config.INDEX_COUNTS),
  };
}
