import { setImmediate } from 'node:timers/promises';
import type { VisitStore } from '../../store/visits/visits.ts';

/** Deletes the visits to a domain and their counts, a bounded number of rows at a time. The totals keep them. */
export type ForgetVisits = (domain: string) => Promise<void>;

export function forgetVisitsIn(visits: VisitStore): ForgetVisits {
  return async (domain) => {
    // Yields to other requests, because each deletion blocks an embedded database.
    while ((await visits.deleteSomeOf(domain)) > 0) await setImmediate();
    // After the visits, since a visit that is verified meanwhile changes the counts.
    await visits.deleteCountsOf(domain);
  };
}
