import type { AuditQueue } from '../audits/audit-queue.ts';
import type { Batches } from '../audits/batches.ts';
import { AuditStore } from '../audits/store/audit-store.ts';
import type { Store } from '../store/store.ts';
import { SiteStore } from './site-store.ts';
import { Sites } from './sites.ts';

export interface MySitesDependencies {
  readonly db: Store['db'];
  readonly reads: Store['reads'];
  readonly queue: AuditQueue;
  readonly batches: Batches;
}

/** Use cases about the list of sites of each key. */
export type MySites = ReturnType<typeof composeSites>['useCases'];

export function composeSites({ db, reads, queue, batches }: MySitesDependencies) {
  const sites = new SiteStore(db);
  const shown = { sites: new SiteStore(reads), audits: new AuditStore(reads) };
  return { stores: { sites }, useCases: { sites: new Sites({ sites, queue, batches, shown }) } };
}
