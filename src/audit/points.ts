import { apportion, byRemainder, roundToSum, sum } from './arithmetic.ts';
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
 * Points as people read them, with at most one decimal. They are 0 only where nothing was earned, and the maximum only where
 * everything was. Those of a check's questions sum to those of the check.
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
  return scaled.map(({ maxPoints }, i) => {
    const questions = shownParts(parts[i] ?? [], maxPoints, unit);
    const earned = sum(questions.map((question) => 10 * question.earned));
    return { points: points[i] ?? 0, maxPoints, earned: Math.round(earned) / 10, questions };
  });
}

function scaledMaxima(checks: readonly WeighedCheck[]): readonly number[] {
  const applicable = checks.map(({ maxPoints, questions }) => (sumWeights(questions) === 0 ? 0 : maxPoints));
  return apportion(applicable, sum(checks.map(({ maxPoints }) => maxPoints)));
}

/** Returns the weights' sum in half points. */
function sumWeights(questions: readonly WeighedQuestion[]): number {
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
    const weight = Math.max(1, sumWeights(questions));
    return questions.map(({ share }) => BigInt(weight) * BigInt(share.of));
  });
  const unit = denominators.reduce(leastCommonMultiple, 1n);
  const parts = checks.map(({ maxPoints, questions }) => {
    const perHalf = (BigInt(maxPoints) * unit) / BigInt(Math.max(1, sumWeights(questions)));
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

/** Rounds the points of a check's questions to tenths by largest remainders: down, as long as they sum to those of the check. */
function shownParts(parts: readonly ExactPoints[], maxPoints: number, unit: bigint): readonly ShownPoints[] {
  const maxima = roundToSum(
    parts.map(({ most }) => 10n * most),
    unit,
    parts.some(({ most }) => most > 0n) ? 10 * maxPoints : 0,
  );
  const isWhole = parts.every(({ most, earned }) => most === earned);
  const target = isWhole ? 10 * maxPoints : Number((10n * total(parts.map(({ earned }) => earned))) / unit);
  const bounds = parts.map(({ most, earned }, i) => {
    const maximum = maxima[i] ?? 0;
    return earned === most
      ? { least: maximum, greatest: maximum }
      : { least: Number(earned > 0n), greatest: earned > 0n ? maximum - 1 : 0 };
  });
  const tenths = parts.map(({ earned }, i) => {
    const { least = 0, greatest = 0 } = bounds[i] ?? {};
    return Math.max(least, Math.min(greatest, Number((10n * earned) / unit)));
  });
  const byNeed = byRemainder(
    parts.map(({ earned }) => 10n * earned),
    unit,
  );
  for (const i of byNeed) {
    const now = tenths[i] ?? 0;
    if (sum(tenths) < target && now < (bounds[i]?.greatest ?? 0)) tenths[i] = now + 1;
  }
  for (const i of byNeed.toReversed()) {
    const now = tenths[i] ?? 0;
    if (sum(tenths) > target && now > (bounds[i]?.least ?? 0)) tenths[i] = now - 1;
  }
  return parts.map((_, i) => ({ maxPoints: (maxima[i] ?? 0) / 10, earned: (tenths[i] ?? 0) / 10 }));
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
