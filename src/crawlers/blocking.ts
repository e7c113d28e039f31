import type { Crawler, Purpose } from './crawler.ts';

/** What keeping out a crawler of that purpose costs, where no more is known of it. */
const COST: Readonly<Record<Purpose, string>> = {
  search: 'A place in the answers and results that are made from its index.',
  user: 'Being read when a person sends it to your page.',
  training: 'A part in what is made from its collection. No visit or citation is known to depend on it.',
};

/** What it costs a site to keep that crawler out, in one or two sentences. */
export function costOfBlocking({ purpose, blocking }: Pick<Crawler, 'purpose' | 'blocking'>): string {
  return blocking ?? COST[purpose];
}
