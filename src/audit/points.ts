import { apportion, byRemainder, roundToSum, sum } from './arithmetic.ts';
import type { Share } from './check.ts';

/** A check as the points are shared: what the rubric gives it, and what its questions earned. */
export interface WeighedCheck {
  /** In the rubric, before the maxima of checks that do not apply are shared among the others. */
  readonly maxPoints: number;
  readonly questions: readonly WeighedQuestion[];
}

export interface WeighedQuestion {
  /** Its weight within its check; 0 when it does not apply. */
  readonly weight: number;
  readonly share: Share;
}

/** Points of a check or a question, in whole numbers. */
export interface Points {
  readonly maxPoints: number;
  readonly earned: number;
}

export interface SharedPoints extends Points {
  readonly questions: readonly Points[];
}

/**
 * Shares out the points of the rubric. A check in which no question applies gets nothing, and the maxima of the others
 * are scaled to the same total. Within a check, the questions that apply share its maximum by their weights. The exact
 * points are summed first and rounded down once; findings and questions follow by largest remainders, so that the
 * questions add up to their finding, and the findings to the score.
 *
 * @returns one per check, in the same order
 */
export function sharePoints(checks: readonly WeighedCheck[]): readonly SharedPoints[] {
  const maxima = scaledMaxima(checks);
  const scaled = checks.map((check, i) => ({ ...check, maxPoints: maxima[i] ?? 0 }));
  const { unit, parts } = exactPoints(scaled);
  const ofChecks = parts.map((questions) => total(questions.map(({ earned }) => earned)));
  const points = roundToSum(ofChecks, unit, Number(total(ofChecks) / unit));
  return scaled.map(({ maxPoints }, i) => {
    const earned = points[i] ?? 0;
    return { maxPoints, earned, questions: roundQuestions(parts[i] ?? [], unit, maxPoints, earned) };
  });
}

function scaledMaxima(checks: readonly WeighedCheck[]): readonly number[] {
  const applicable = checks.map(({ maxPoints, questions }) => (weightOf(questions) === 0 ? 0 : maxPoints));
  return apportion(applicable, sum(checks.map(({ maxPoints }) => maxPoints)));
}

function weightOf(questions: readonly WeighedQuestion[]): number {
  return sum(questions.map(({ weight }) => weight));
}

/** Exact points of a question, as whole multiples of `1 / unit`. */
interface ExactPoints {
  readonly most: bigint;
  readonly earned: bigint;
}

/**
 * The exact points of every question, as multiples of one common unit.
 * @param checks with their scaled maxima
 * @returns `parts` has the questions of each check, in the same order
 */
export function exactPoints(checks: readonly WeighedCheck[]): {
  readonly unit: bigint;
  readonly parts: readonly (readonly ExactPoints[])[];
} {
  const denominators = checks.flatMap(({ questions }) => {
    const weight = Math.max(1, weightOf(questions));
    return questions.map(({ share }) => BigInt(weight) * BigInt(share.of));
  });
  const unit = denominators.reduce(leastCommonMultiple, 1n);
  const parts = checks.map(({ maxPoints, questions }) => {
    const perWeight = (BigInt(maxPoints) * unit) / BigInt(Math.max(1, weightOf(questions)));
    return questions.map(({ weight, share }) => {
      const most = perWeight * BigInt(weight);
      return { most, earned: (most * BigInt(share.earned)) / BigInt(share.of) };
    });
  });
  return { unit, parts };
}

/**
 * Rounds the points and maxima of one check's questions, so that a question that earned all shows all. Some maxima must be
 * rounded up. If there are more of them than questions that lost points, questions that earned all are rounded up first, in
 * points and maximum. The points left go by largest remainders, and the maxima left to questions that lost points.
 */
function roundQuestions(
  parts: readonly ExactPoints[],
  unit: bigint,
  maxPoints: number,
  points: number,
): readonly Points[] {
  const maxima = parts.map(({ most }) => Number(most / unit));
  const earned = parts.map((part) => Number(part.earned / unit));
  const raisable = maxPoints - sum(maxima);
  const rest = points - sum(earned);
  const byMaximum = byRemainder(
    parts.map(({ most }) => most),
    unit,
  );
  const byEarned = byRemainder(
    parts.map((part) => part.earned),
    unit,
  );
  const full = byMaximum.filter((i) => parts[i]?.earned === parts[i]?.most);
  const others = byMaximum.filter((i) => !full.includes(i));
  const first = full.slice(0, Math.max(0, raisable - others.length));
  const raisedMaxima = new Set<number>();
  const raisedPoints = new Set<number>();
  for (const i of [...first, ...byEarned]) {
    const needsMaximum = earned[i] === maxima[i];
    if (raisedPoints.size === rest || (needsMaximum && raisedMaxima.size === raisable)) continue;
    raisedPoints.add(i);
    if (needsMaximum) raisedMaxima.add(i);
  }
  for (const i of others) if (raisedMaxima.size < raisable) raisedMaxima.add(i);
  return maxima.map((maximum, i) => ({
    maxPoints: maximum + Number(raisedMaxima.has(i)),
    earned: (earned[i] ?? 0) + Number(raisedPoints.has(i)),
  }));
}

function total(parts: readonly bigint[]): bigint {
  return parts.reduce((one, other) => one + other, 0n);
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  return (a / greatestCommonDivisor(a, b)) * b;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
