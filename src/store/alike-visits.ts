import { utcDay } from '../utc-day.ts';
import type { Visit } from './visits.ts';

export interface AlikeVisits {
  /** One of them. */
  readonly visit: Visit;
  readonly day: string;
  visits: number;
}

/** Brings together the visits that are counted in the same rows. */
export function alikeVisits(visits: readonly Visit[]): Iterable<AlikeVisits> {
  const sums = new Map<string, AlikeVisits>();
  for (const visit of visits) {
    const { domain, path, class: kind, crawler, vendor, purpose } = visit;
    const day = utcDay(visit.time);
    const key = `${day}\n${domain}\n${path}\n${kind}\n${crawler}\n${vendor}\n${purpose}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { visit, day, visits: 1 });
    else sum.visits += 1;
  }
  return sums.values();
}
