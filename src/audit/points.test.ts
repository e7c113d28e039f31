import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/properties.ts';
import { sum } from './arithmetic.ts';
import { exactPoints, type ShownPoints, sharePoints, type WeighedCheck, type WeighedQuestion } from './points.ts';
import { CHECKS, maxPointsFor } from './rubric.ts';

/** A share as pages give it: halves of up to eleven pages. */
const share = fc
  .integer({ min: 1, max: 22 })
  .chain((of) => fc.record({ earned: fc.integer({ min: 0, max: of }), of: fc.constant(of) }));

/** The rubric with any results, in which any questions do not apply. */
const judgedRubric: fc.Arbitrary<WeighedCheck[]> = fc.tuple(
  ...CHECKS.map((check) =>
    fc.record({
      maxPoints: fc.constant(maxPointsFor(check)),
      questions: fc.tuple(
        ...Object.values(check.questions).map(({ weight }) =>
          fc.record({ weight: fc.constantFrom(weight, weight, 0), share }),
        ),
      ),
    }),
  ),
);

const NO_SHARE = { earned: 0, of: 1 };
const ALL = { earned: 1, of: 1 };
const HALF = { earned: 1, of: 2 };

describe('shared points', () => {
  test('sum to the score and their maxima to 100, whatever does not apply', () => {
    fc.assert(
      fc.property(judgedRubric, (checks) => {
        fc.pre(checks.some(({ questions }) => questions.some(({ weight }) => weight > 0)));
        const shared = sharePoints(checks);
        expect(sum(shared.map(({ maxPoints }) => maxPoints))).toBe(100);
        const scaled = checks.map((check, i) => ({ ...check, maxPoints: shared[i]?.maxPoints ?? 0 }));
        const { unit, parts } = exactPoints(scaled);
        const exact = parts.flat().reduce((total, { earned }) => total + earned, 0n);
        expect(sum(shared.map(({ points }) => points))).toBe(Number(exact / unit));
      }),
      runs(300),
    );
  });

  test('keep the maximum of a check while any of its questions applies', () => {
    fc.assert(
      fc.property(judgedRubric, (checks) => {
        fc.pre(checks.every(({ questions }) => questions.some(({ weight }) => weight > 0)));
        expect(sharePoints(checks).map(({ maxPoints }) => maxPoints)).toEqual(CHECKS.map(maxPointsFor));
      }),
      runs(100),
    );
  });

  test('are shown in tenths: all only where all was earned, nothing only where nothing was', () => {
    fc.assert(
      fc.property(judgedRubric, (checks) => {
        sharePoints(checks).forEach(({ maxPoints, points, earned, questions }, i) => {
          const asked = checks[i]?.questions ?? [];
          const weight = sum(asked.map((question) => question.weight));
          const exact = (one: WeighedQuestion) =>
            weight === 0 ? 0 : (maxPoints * one.weight * one.share.earned) / (weight * one.share.of);
          const total = sum(asked.map(exact));
          expect(Math.abs(points - total)).toBeLessThan(1 + 1e-9);
          expectShown({ maxPoints, earned }, total, maxPoints);
          expect(sum(questions.map((one) => Math.round(10 * one.earned)))).toBe(Math.round(10 * earned));
          expect(sum(questions.map((one) => Math.round(10 * one.maxPoints)))).toBe(10 * (weight === 0 ? 0 : maxPoints));
          questions.forEach((question, n) => {
            const one = asked[n];
            if (one === undefined) return;
            expectShown(question, exact(one), weight === 0 ? 0 : (maxPoints * one.weight) / weight);
          });
        });
      }),
      runs(300),
    );
  });

  test('of a question that earned all are its maximum, whatever the remainders of the others', () => {
    const [, check] = sharePoints([
      { maxPoints: 86, questions: [{ weight: 1, share: ALL }] },
      {
        maxPoints: 14,
        questions: [
          { weight: 5, share: { earned: 5, of: 6 } },
          { weight: 3, share: ALL },
          { weight: 2, share: ALL },
        ],
      },
    ]);
    expect(check?.questions).toEqual([
      { maxPoints: 7, earned: 5.8 },
      { maxPoints: 4.2, earned: 4.2 },
      { maxPoints: 2.8, earned: 2.8 },
    ]);
  });

  test('of questions that lost parts of a tenth sum to those of the check', () => {
    const third = { earned: 1, of: 3 };
    const [check] = sharePoints([
      { maxPoints: 100, questions: [20, 30, 50].map((weight) => ({ weight, share: third })) },
    ]);
    // 6.66…, 10 and 16.66…: rounded down, they would sum to 33.2.
    expect(check?.earned).toBe(33.3);
    expect(check?.questions.map(({ earned }) => earned)).toEqual([6.7, 10, 16.6]);
  });

  test('of a check that does not apply are shared among the others', () => {
    const shared = sharePoints([
      { maxPoints: 60, questions: [{ weight: 0, share: ALL }] },
      { maxPoints: 30, questions: [{ weight: 1, share: ALL }] },
      { maxPoints: 10, questions: [{ weight: 1, share: HALF }] },
    ]);
    expect(shared.map(({ maxPoints }) => maxPoints)).toEqual([0, 75, 25]);
    // 75 and 12.5: the score is rounded down once.
    expect(shared.map(({ points }) => points)).toEqual([0, 75, 12]);
    expect(shared.map(({ earned }) => earned)).toEqual([0, 75, 12.5]);
  });

  test('of a question that does not apply go to the others of its check, by their weights', () => {
    const [check] = sharePoints([
      {
        maxPoints: 100,
        questions: [
          { weight: 0, share: ALL },
          { weight: 3, share: ALL },
          { weight: 1, share: NO_SHARE },
        ],
      },
    ]);
    expect(check?.questions).toEqual([
      { maxPoints: 0, earned: 0 },
      { maxPoints: 75, earned: 75 },
      { maxPoints: 25, earned: 0 },
    ]);
  });

  test('of no check are there when none applies', () => {
    expect(sharePoints([{ maxPoints: 100, questions: [{ weight: 0, share: ALL }] }])).toEqual([
      { maxPoints: 0, points: 0, earned: 0, questions: [{ maxPoints: 0, earned: 0 }] },
    ]);
  });

  test('rise by at most the weight of a question that drops out, and keep the shares of the others', () => {
    const checkAndPlace = judgedRubric.chain((checks) =>
      fc.record({
        checks: fc.constant(checks),
        at: fc.nat(checks.length - 1),
        n: fc.nat(6),
      }),
    );
    fc.assert(
      fc.property(checkAndPlace, ({ checks, at, n }) => {
        const asked = checks[at]?.questions ?? [];
        const dropped = asked[n];
        const others = asked.filter((_, i) => i !== n);
        fc.pre(dropped !== undefined && dropped.weight > 0 && others.some(({ weight }) => weight > 0));
        if (dropped === undefined) return;
        const without = checks.map((check, i) => {
          const questions = check.questions.map((one, place) => (place === n ? { ...one, weight: 0 } : one));
          return i === at ? { ...check, questions } : check;
        });
        const before = sharePoints(checks);
        const maxPoints = before[at]?.maxPoints ?? 0;
        const points = maxPoints * (dropped.weight / sum(asked.map(({ weight }) => weight)));
        const score = (given: readonly WeighedCheck[]) => sum(sharePoints(given).map(({ points }) => points));
        expect(score(without) - score(checks)).toBeLessThanOrEqual(Math.ceil(points));
        expect(sharePoints(without)[at]?.maxPoints).toBe(maxPoints);
      }),
      runs(300),
    );
  });
});

/** The parts of a check may be rounded up once, and its sum may hold tenths of questions that earned less than one. */
function expectShown({ maxPoints, earned }: ShownPoints, exact: number, exactMaximum: number): void {
  expect(Math.abs(maxPoints - exactMaximum)).toBeLessThan(0.1);
  expect(Math.abs(earned - exact)).toBeLessThanOrEqual(0.25);
  expect(Math.round(10 * earned)).toBe(10 * earned);
  expect(earned === maxPoints).toBe(exactMaximum - exact < 1e-9);
  expect(earned === 0).toBe(exact === 0);
}
