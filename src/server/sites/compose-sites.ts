import type { AuditQueue } from '../audits/audit-queue.ts';
import type { Batches } from '../audits/batches.ts';
import type { AuditStore } from '../audits/store/audit-store.ts';
import type { Store } from '../store/store.ts';
import { SiteStore } from './site-store.ts';
import { Sites } from './sites.ts';

export interface MySitesDependencies {
  readonly db: Store['db'];
  readonly audits: AuditStore;
  readonly queue: AuditQueue;
  readonly batches: Batches;
}

/** Use cases about the list of sites of each key. */
export type MySites = ReturnType<typeof composeSites>['useCases'];

export function composeSites({ db, audits, queue, batches }: MySitesDependencies) {
  const sites = new SiteStore(db);
  return { stores: { sites }, useCases: { sites: new Sites({ audits, sites, queue, batches }) } };
}
