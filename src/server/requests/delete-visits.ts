import type { DeleteVisitsOf } from '../accounts/key-administration.ts';
import { deleteAll } from '../store/delete-all.ts';
import type { TrafficStore } from './store/traffic-store.ts';
import type { VisitStore } from './store/visit-store.ts';

/** Returns a function that deletes the visits to a domain and its traffic, a bounded number of rows at a time. */
export function visitDeletion({ visits, traffic }: { visits: VisitStore; traffic: TrafficStore }): DeleteVisitsOf {
  return async (domain) => {
    await deleteAll(() => visits.deleteSomeOf(domain));
    // After the visits, because verifying a visit meanwhile changes the counts.
    await visits.deleteCountsOf(domain);
    await deleteAll(() => traffic.deleteSomeOf(domain));
  };
}
