import { utcDay } from '../../utc-day.ts';
import type { VisitClass } from '../database.ts';
import type { Visit } from './visits.ts';

/** Consecutive visits of one UTC day that differ only in their times. They are stored as one row. */
export interface VisitRun {
  /** The first of them. */
  readonly visit: Visit;
  /** Of each of the others: how many milliseconds after the first it came, less than none where a clock was set back. */
  readonly laterMs: readonly number[];
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

/** Visits of one day, class and vendor. */
export interface TotalledVisits {
  readonly day: string;
  readonly class: VisitClass;
  readonly vendor: string | null;
  visits: number;
  verified: number;
}

/** Numbers of rows in the order of what they stand for; null where there is no row. */
export type RowNumbers = readonly (number | null)[];

/** Some of a list, by their places. */
export type Places = Pick<ReadonlySet<number>, 'has'>;

const NONE: Places = new Set();

/**
 * Visits in their order. When many come at once, most are of one crawler that asks for one file.
 * @param apart those that are to be a run each
 */
export function visitRuns(visits: readonly Visit[], apart = NONE): VisitRun[] {
  const runs: { visit: Visit; laterMs: number[] }[] = [];
  /** What the next may belong to. */
  let last: (typeof runs)[number] | null = null;
  for (const [place, visit] of visits.entries()) {
    const isApart = apart.has(place);
    if (last !== null && !isApart && isAlike(visit, last.visit)) {
      const { laterMs } = last;
      // Many come in one millisecond: reading a time costs more than all else here.
      const isOfSameTime = visit.time === visits[place - 1]?.time;
      laterMs.push(isOfSameTime ? (laterMs.at(-1) ?? 0) : millisecondsFrom(last.visit.time, visit.time));
      continue;
    }
    const run = { visit, laterMs: [] };
    runs.push(run);
    last = isApart ? null : run;
  }
  return runs;
}

/** How many visits are in a run. */
export function lengthOf({ laterMs }: VisitRun): number {
  return 1 + laterMs.length;
}

/** {@link VisitRun.laterMs} as it is stored. */
export function laterTextOf({ laterMs }: VisitRun): string | null {
  return laterMs.length === 0 ? null : JSON.stringify(laterMs);
}

/** The number of each visit's row; null of a visit without one. @param rowNumbers of the runs, in their order */
export function numbersOf(runs: readonly VisitRun[], rowNumbers: RowNumbers): (number | null)[] {
  return runs.flatMap((run, place) => new Array<number | null>(lengthOf(run)).fill(rowNumbers[place] ?? null));
}

function millisecondsFrom(one: string, other: string): number {
  return Date.parse(other) - Date.parse(one);
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
  for (const run of runs) {
    const { visit } = run;
    const { domain, path, class: kind, crawler, vendor, purpose } = visit;
    const day = utcDay(visit.time);
    const key = `${day}\n${domain}\n${path}\n${kind}\n${crawler}\n${vendor}\n${purpose}`;
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = { visit, day, visits: 0, verified: 0, spoofed: 0 };
      sums.set(key, sum);
    }
    const visits = lengthOf(run);
    sum.visits += visits;
    if (visit.verification === 'verified') sum.verified += visits;
    if (visit.verification === 'spoofed') sum.spoofed += visits;
  }
  return sums.values();
}

/** Adds up visits by day, class and vendor. The number of sums does not depend on how many domains were visited. */
export function totalRuns(runs: readonly VisitRun[]): Iterable<TotalledVisits> {
  const sums = new Map<string, TotalledVisits>();
  for (const run of runs) {
    const { time, class: kind, vendor, verification } = run.visit;
    const day = utcDay(time);
    const key = `${day}\n${kind}\n${vendor}`;
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = { day, class: kind, vendor, visits: 0, verified: 0 };
      sums.set(key, sum);
    }
    const visits = lengthOf(run);
    sum.visits += visits;
    if (verification === 'verified') sum.verified += visits;
  }
  return sums.values();
}
