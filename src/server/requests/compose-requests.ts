import type { Outside } from '../../site/gather/published-file.ts';
import type { Config } from '../../values/config.ts';
import type { Log } from '../../values/log.ts';
import type { StorageBudget } from '../audits/storage-budget.ts';
import { AuditStore } from '../audits/store/audit-store.ts';
import type { Publications } from '../publishing/publications.ts';
import type { StorageLimits } from '../store/key-storage.ts';
import type { Store } from '../store/store.ts';
import { CrawlerIndexes } from './crawler-index.ts';
import { DomainRequests } from './domain-requests.ts';
import { RobotsVersions } from './robots-versions.ts';
import { SearchReports } from './search-reports.ts';
import { SearchStore } from './store/search-store.ts';
import { TrafficStore } from './store/traffic-store.ts';
import { VisitStore } from './store/visit-store.ts';
import { TrafficIngest } from './traffic-ingest.ts';
import { Visits } from './visits.ts';

export interface RequestsDependencies {
  readonly store: Pick<Store, 'db' | 'reads' | 'visitWriter'>;
  readonly limits: StorageLimits;
  readonly storage: StorageBudget;
  readonly publications: Publications;
  readonly outside: Outside;
  readonly log: Log;
  readonly config: Pick<Config, 'VISIT_RETENTION_DAYS' | 'INDEX_COUNTS'>;
}

/** Use cases about what crawlers requested: hosted files, and access logs. */
export type Requests = ReturnType<typeof composeRequests>;

export function composeRequests(dependencies: RequestsDependencies) {
  const { store, limits, storage, publications, outside, log, config } = dependencies;
  const traffic = new TrafficStore(store.db, limits);
  const counted = new VisitStore(store.reads);
  const audits = new AuditStore(store.reads);
  const retentionDays = config.VISIT_RETENTION_DAYS;
  const visits = new Visits(store, outside, log);
  return {
    visits,
    trafficIngest: new TrafficIngest({
      ...{ traffic, storage, publications, retentionDays },
      verifier: visits.verifier,
      robotsVersions: new RobotsVersions(audits),
    }),
    domainRequests: new DomainRequests({
      visits: counted,
      traffic: new TrafficStore(store.reads),
      audits,
      publications,
      retentionDays,
    }),
    searchReports: new SearchReports({
      ...{ traffic: new TrafficStore(store.reads), audits, publications, storage },
      search: new SearchStore(store.db, limits),
      shown: new SearchStore(store.reads),
    }),
    crawlerIndex: new CrawlerIndexes(counted, config.INDEX_COUNTS),
  };
}
