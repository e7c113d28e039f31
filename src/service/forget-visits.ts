import { setImmediate } from 'node:timers/promises';
import type { DeleteSomeVisitsOf, VisitStore } from '../store/visits.ts';

/** Deletes the visits to a domain and their counts, a bounded number of rows at a time. The totals keep them. */
export type ForgetVisits = (domain: string) => Promise<void>;

export function forgetVisitsIn(visits: VisitStore, deleteSomeVisitsOf: DeleteSomeVisitsOf): ForgetVisits {
  return async (domain) => {
    // Other requests go between: each deletion keeps an embedded database to itself.
    while ((await deleteSomeVisitsOf(domain)) > 0) await setImmediate();
    // After the visits: one that is judged until then is counted.
    await visits.deleteCountsOf(domain);
  };
}
