import { apportion, byRemainder, sum } from './arithmetic.ts';
import type { Share } from './check.ts';

/** A check as the points are shared: its maximum, and what its questions earned. */
export interface WeighedCheck {
  /** In the rubric; of a judged report, the maximum that the report gives. */
  readonly maxPoints: number;
  readonly questions: readonly WeighedQuestion[];
}

export interface WeighedQuestion {
  /** Its weight within its check, in whole or half points; 0 when it does not apply. */
  readonly weight: number;
  readonly share: Share;
}

/**
 * Points as people read them, with at most one decimal: rounded down, but never to 0 where something was earned. They equal the
 * maximum only where everything was earned.
 */
export interface ShownPoints {
  readonly maxPoints: number;
  readonly earned: number;
}

export interface SharedPoints extends ShownPoints {
  /** Whole points. Those of all checks sum to the score. */
  readonly points: number;
  readonly questions: readonly ShownPoints[];
}

/**
 * Shares out the points of the rubric. A check keeps its maximum while any of its questions applies, shared by the weights of
 * those that do. A check in which none applies gets nothing, and the maxima of the others are scaled to the same total. The
 * score is the exact sum, rounded down once. The whole points of the checks follow by largest remainders.
 *
 * @returns one per check, in the same order
 */
export function sharePoints(checks: readonly WeighedCheck[]): readonly SharedPoints[] {
  const maxima = scaledMaxima(checks);
  const scaled = checks.map((check, i) => ({ ...check, maxPoints: maxima[i] ?? 0 }));
  const { unit, parts } = exactPoints(scaled);
  const exact = parts.map((questions) => total(questions.map(({ earned }) => earned)));
  const points = wholePoints(exact, unit, maxima);
  return scaled.map(({ maxPoints }, i) => ({
    points: points[i] ?? 0,
    ...shown({ most: BigInt(maxPoints) * unit, earned: exact[i] ?? 0n }, unit),
    questions: (parts[i] ?? []).map((part) => shown(part, unit)),
  }));
}

function scaledMaxima(checks: readonly WeighedCheck[]): readonly number[] {
  const applicable = checks.map(({ maxPoints, questions }) => (weightOf(questions) === 0 ? 0 : maxPoints));
  return apportion(applicable, sum(checks.map(({ maxPoints }) => maxPoints)));
}

/** Returns the weights' sum in half points. */
function weightOf(questions: readonly WeighedQuestion[]): number {
  return sum(questions.map(({ weight }) => 2 * weight));
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
    const perHalf = (BigInt(maxPoints) * unit) / BigInt(Math.max(1, weightOf(questions)));
    return questions.map(({ weight, share }) => {
      const most = perHalf * BigInt(2 * weight);
      return { most, earned: (most * BigInt(share.earned)) / BigInt(share.of) };
    });
  });
  return { unit, parts };
}

/**
 * Rounds the points of the checks, so that they sum to the score. While there is another choice, a check that lost points is not
 * rounded up to its maximum.
 */
function wholePoints(exact: readonly bigint[], unit: bigint, maxima: readonly number[]): readonly number[] {
  const whole = exact.map((part) => Number(part / unit));
  const score = Number(total(exact) / unit);
  const byNeed = byRemainder(exact, unit);
  const fills = (i: number) => (whole[i] ?? 0) + 1 === maxima[i];
  const raised = new Set(
    [...byNeed.filter((i) => !fills(i)), ...byNeed.filter(fills)].slice(0, Math.max(0, score - sum(whole))),
  );
  return whole.map((points, i) => points + Number(raised.has(i)));
}

function shown({ most, earned }: ExactPoints, unit: bigint): ShownPoints {
  const maximum = Number((20n * most + unit) / (2n * unit));
  const tenths = earned === most ? maximum : Math.min(Number((10n * earned) / unit), maximum - 1);
  return { maxPoints: maximum / 10, earned: Math.max(tenths, earned > 0n ? 1 : 0) / 10 };
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
