import { utcDay } from '../utc-day.ts';
import type { Visit } from './visits.ts';

export interface AlikeVisits {
  /** One of them. */
  readonly visit: Visit;
  readonly day: string;
  visits: number;
  /** How many of them were. */
  verified: number;
  spoofed: number;
}

/** Brings together the visits that are counted in the same rows. */
export function alikeVisits(visits: readonly Visit[]): Iterable<AlikeVisits> {
  const sums = new Map<string, AlikeVisits>();
  for (const visit of visits) {
    const { domain, path, class: kind, crawler, vendor, purpose } = visit;
    const day = utcDay(visit.time);
    const key = `${day}\n${domain}\n${path}\n${kind}\n${crawler}\n${vendor}\n${purpose}`;
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = { visit, day, visits: 0, verified: 0, spoofed: 0 };
      sums.set(key, sum);
    }
    sum.visits += 1;
    if (visit.verification === 'verified') sum.verified += 1;
    if (visit.verification === 'spoofed') sum.spoofed += 1;
  }
  return sums.values();
}
