import { utcDay } from '../utc-day.ts';
import type { Visit } from './visits.ts';

/** Visits of one UTC day, one after the other, that differ in their times alone. */
export interface VisitRun {
  /** The first of them. */
  readonly visit: Visit;
  /** Of each of them. */
  readonly times: readonly string[];
}

export interface CountedVisits {
  /** One of them. */
  readonly visit: Visit;
  readonly day: string;
  visits: number;
  /** How many of them were. */
  verified: number;
  spoofed: number;
}

/** Visits in their order. When many come at once, most are of one crawler that asks for one file. */
export function visitRuns(visits: readonly Visit[]): VisitRun[] {
  const runs: { visit: Visit; times: string[] }[] = [];
  let last: (typeof runs)[number] | undefined;
  for (const visit of visits) {
    if (last !== undefined && isAlike(visit, last.visit)) {
      last.times.push(visit.time);
      continue;
    }
    last = { visit, times: [visit.time] };
    runs.push(last);
  }
  return runs;
}

function isAlike(one: Visit, other: Visit): boolean {
  return (
    one.domain === other.domain &&
    one.userAgent === other.userAgent &&
    one.path === other.path &&
    one.class === other.class &&
    one.crawler === other.crawler &&
    one.vendor === other.vendor &&
    one.purpose === other.purpose &&
    one.referringHost === other.referringHost &&
    one.verification === other.verification &&
    (one.time === other.time || utcDay(one.time) === utcDay(other.time))
  );
}

/** Brings together the visits that are counted in the same rows. */
export function countRuns(runs: readonly VisitRun[]): Iterable<CountedVisits> {
  const sums = new Map<string, CountedVisits>();
  for (const { visit, times } of runs) {
    const { domain, path, class: kind, crawler, vendor, purpose } = visit;
    const day = utcDay(visit.time);
    const key = `${day}\n${domain}\n${path}\n${kind}\n${crawler}\n${vendor}\n${purpose}`;
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = { visit, day, visits: 0, verified: 0, spoofed: 0 };
      sums.set(key, sum);
    }
    sum.visits += times.length;
    if (visit.verification === 'verified') sum.verified += times.length;
    if (visit.verification === 'spoofed') sum.spoofed += times.length;
  }
  return sums.values();
}
